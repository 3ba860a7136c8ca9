//! After any changes, in any order and reported at any time, a session knows what a new session would find out.

use std::collections::BTreeMap;
use std::mem;

use lectern::{Answer, Change, Config, Request, Session, Step};
use proptest::prelude::*;
use serde_json::json;

use crate::support::listing::list;
use crate::support::notes::{moved, query, search, start, written};
use crate::support::{CLOSED, Vault, closing, opened};

/// A vault that changes, and a session that is told of it, sooner or later.
struct Scene {
    vault: Vault,
    files: BTreeMap<String, (String, f64)>,
    session: Session,
    /// What has happened and is not told yet, in order.
    untold: Vec<Change>,
    is_watched: bool,
    clock: f64,
    calls: Vec<(u32, Vec<Request>, Option<Vec<Answer>>)>,
}

#[derive(Debug, Clone)]
enum Deed {
    Write(String, &'static str),
    Remove(String),
    Move(String, String),
    RemoveFolder(String),
    MoveFolder(String, String),
    /// Something is written, and only that something happened is told.
    WriteUnseen(String, &'static str),
    Unwatch,
    Tell(usize),
    Start(&'static str),
    List(&'static str),
    CatchUp,
    /// The host finds out what a call has asked for.
    Answer(usize),
    /// The call goes on with that.
    Resume(usize),
    Cancel(usize),
    Reconfigure(usize),
}

impl Scene {
    fn new(config: &Config) -> Self {
        Self {
            vault: Vault::default().watching(),
            files: BTreeMap::new(),
            session: opened(config),
            untold: Vec::new(),
            is_watched: true,
            clock: 0.0,
            calls: Vec::new(),
        }
    }

    fn put(&mut self, path: &str, content: &str, mtime: f64) {
        self.files.insert(path.to_owned(), (content.to_owned(), mtime));
        self.vault = mem::take(&mut self.vault).with(path, content).with_mtime(path, mtime);
    }

    fn take(&mut self, path: &str) -> Option<(String, f64)> {
        self.vault = mem::take(&mut self.vault).without(path);
        self.files.remove(path)
    }

    fn below(&self, folder: &str) -> Vec<String> {
        self.files.keys().filter(|path| path.starts_with(&format!("{folder}/"))).cloned().collect()
    }

    fn told(&mut self, change: Change) {
        if self.is_watched {
            self.untold.push(change);
        }
    }

    fn shift(&mut self, from: &str, to: &str) {
        let Some((content, mtime)) = self.take(from) else { return };
        self.put(to, &content, mtime);
        self.told(moved(from, to));
        self.told(written(to, &content, mtime));
    }

    fn tell(&mut self, count: usize) {
        let count = count.min(self.untold.len());
        let changes = self.untold.drain(..count).collect();
        self.session.changed(changes);
    }

    fn hold(&mut self, step: Step) {
        if let Step::Ask { call, requests } = step {
            self.calls.push((call, requests, None));
        }
    }

    fn answer(&mut self, at: usize) {
        if let Some((_, requests, answers)) = self.calls.get_mut(at) {
            *answers = Some(requests.iter().map(|request| self.vault.answer(request)).collect());
        }
    }

    fn resume(&mut self, at: usize) {
        if self.calls.get(at).is_some_and(|(_, _, answers)| answers.is_some()) {
            let (call, _, answers) = self.calls.remove(at);
            let step = self.session.resume(call, answers.unwrap_or_default());
            self.hold(step);
        }
    }

    fn act(&mut self, deed: &Deed, configs: &[Config]) {
        match deed {
            Deed::Write(path, content) => {
                self.clock += 1.0;
                self.put(path, content, self.clock);
                self.told(written(path, content, self.clock));
            }
            Deed::WriteUnseen(path, content) => {
                self.clock += 1.0;
                self.put(path, content, self.clock);
                self.told(Change::Unknown);
            }
            Deed::Remove(path) => {
                if self.take(path).is_some() {
                    self.told(Change::Gone(path.clone()));
                }
            }
            Deed::Move(from, to) => {
                if from != to {
                    self.shift(from, to);
                }
            }
            Deed::RemoveFolder(folder) => {
                for path in self.below(folder) {
                    self.take(&path);
                }
                self.told(Change::FolderGone(folder.clone()));
            }
            Deed::MoveFolder(from, to) => {
                if !format!("{to}/").starts_with(&format!("{from}/")) {
                    // The app tells that something has happened, and of each file.
                    self.told(Change::Unknown);
                    for path in self.below(from) {
                        self.shift(&path, &format!("{to}{}", &path[from.len()..]));
                    }
                }
            }
            Deed::Unwatch => {
                self.told(Change::Unwatched);
                self.is_watched = false;
            }
            Deed::Tell(count) => self.tell(*count),
            Deed::Start(words) => {
                let step = start(&mut self.session, words);
                self.hold(step);
            }
            Deed::List(folder) => {
                let step = self.session.start("list_files", &json!({ "path": folder }).to_string());
                self.hold(step);
            }
            Deed::CatchUp => {
                let step = self.session.catch_up();
                self.hold(step);
            }
            Deed::Answer(at) => self.answer(*at),
            Deed::Resume(at) => self.resume(*at),
            Deed::Cancel(at) => {
                if *at < self.calls.len() {
                    let (call, ..) = self.calls.remove(*at);
                    self.session.cancel(call);
                }
            }
            Deed::Reconfigure(at) => self.session.reconfigure(&configs[*at]).expect("the config can be used"),
        }
    }
}

fn any_path() -> impl Strategy<Value = String> {
    "(a/|b/|a/c/|P/)?[1-3P]\\.(md|md|txt)"
}

fn any_folder() -> impl Strategy<Value = String> {
    "a|b|a/c|P|b/c".prop_map(|folder| folder)
}

fn any_content() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec!["apple\n", "apple pear #work\n", "pear\napple\napple\n", CLOSED, ""])
}

fn any_deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        6 => (any_path(), any_content()).prop_map(|(path, content)| Deed::Write(path, content)),
        2 => any_path().prop_map(Deed::Remove),
        3 => (any_path(), any_path()).prop_map(|(from, to)| Deed::Move(from, to)),
        1 => any_folder().prop_map(Deed::RemoveFolder),
        2 => (any_folder(), any_folder()).prop_map(|(from, to)| Deed::MoveFolder(from, to)),
        1 => (any_path(), any_content()).prop_map(|(path, content)| Deed::WriteUnseen(path, content)),
        1 => Just(Deed::Unwatch),
        4 => (1..4_usize).prop_map(Deed::Tell),
        3 => proptest::sample::select(vec!["apple", "pear"]).prop_map(Deed::Start),
        3 => proptest::sample::select(vec!["", "a", "b"]).prop_map(Deed::List),
        1 => Just(Deed::CatchUp),
        6 => (0..3_usize).prop_map(Deed::Answer),
        6 => (0..3_usize).prop_map(Deed::Resume),
        1 => (0..3_usize).prop_map(Deed::Cancel),
        1 => (0..3_usize).prop_map(Deed::Reconfigure),
    ]
}

proptest! {
    #[test]
    fn after_any_changes_a_session_answers_as_a_new_one(
        deeds in proptest::collection::vec(any_deed(), 1..60), last in 0..3_usize,
    ) {
        let configs = [closing(&[], &[]), closing(&["P"], &[]), closing(&["P.md", "b"], &["work"])];
        let mut scene = Scene::new(&configs[last]);
        for deed in &deeds {
            scene.act(deed, &configs);
        }
        scene.act(&Deed::Reconfigure(last), &configs);
        scene.tell(usize::MAX);
        while !scene.calls.is_empty() {
            scene.answer(0);
            scene.resume(0);
        }
        let Scene { mut vault, mut session, .. } = scene;
        for args in [query("apple"), query("pear -apple"), query("p"), json!({ "query": "a|p", "mode": "regex" })] {
            let given = search(&mut vault, &mut session, &args);
            let expected = search(&mut vault.clone(), &mut opened(&configs[last]), &args);
            prop_assert_eq!(given, expected, "{}", args);
        }
        let given = list(&mut vault, &mut session, &json!({}));
        prop_assert_eq!(given, list(&mut vault.clone(), &mut opened(&configs[last]), &json!({})));
    }
}
