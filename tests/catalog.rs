//! What a session knows of the vault's notes: whatever changes, in whatever order, it ends up knowing what a new session
//! would find out.
#![cfg(not(target_arch = "wasm32"))]

#[cfg(test)]
mod support;

#[cfg(test)]
mod catalog {
    use std::collections::BTreeMap;
    use std::mem;

    use lectern::{Answer, Change, Config, ListedFile, Reply, Request, Session, Step};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use crate::support::{Vault, session, text};

    const CLOSED: &str = "---\nlectern: false\n---\napple secret\n";

    fn query(words: &str) -> Value {
        json!({ "query": words, "limit": 50 })
    }

    fn search(vault: &mut Vault, session: &mut Session, args: &Value) -> Reply {
        vault.call_tool(session, "search_notes", &args.to_string())
    }

    /// The paths that `words` are found at, best first.
    fn found(vault: &mut Vault, session: &mut Session, words: &str) -> Vec<String> {
        paths(&search(vault, session, &query(words)))
    }

    fn paths(reply: &Reply) -> Vec<String> {
        let notes = reply.structured_content.notes.as_ref().unwrap_or_else(|| panic!("{}", text(reply)));
        notes.iter().map(|note| note.path.clone()).collect()
    }

    fn written(path: &str, content: &str, mtime: f64) -> Change {
        let size = u32::try_from(content.len()).expect("a test's note is small");
        Change::Written(ListedFile { path: path.to_owned(), size: size.into(), mtime })
    }

    fn moved(from: &str, to: &str) -> Change {
        Change::Moved { from: from.to_owned(), to: to.to_owned() }
    }

    fn reads(vault: &mut Vault) -> Vec<String> {
        mem::take(&mut vault.asked)
            .into_iter()
            .filter_map(|asked| asked.strip_prefix("read ").map(str::to_owned))
            .collect()
    }

    fn closing(protected: &[&str], closed_tags: &[&str]) -> Config {
        let own = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Config { protected: own(protected), closed_tags: own(closed_tags), ..Config::default() }
    }

    fn opened(config: &Config) -> Session {
        Session::new(config).expect("the config of a test can be used")
    }

    /// A vault of `count` notes in `folder`, each with a word of its own, in a session that knows them.
    fn known(folder: &str, count: usize) -> (Vault, Session) {
        let note = |vault: Vault, n: usize| vault.with(&format!("{folder}/{n}.md"), format!("apple n{n}\n"));
        let mut vault = (0..count).fold(Vault::default().watching(), note);
        let mut session = session();
        assert_eq!(found(&mut vault, &mut session, "n7"), [format!("{folder}/7.md")]);
        assert_eq!(session.indexed().notes as usize, count);
        vault.asked.clear();
        (vault, session)
    }

    /// Goes on with `step` until it asks for something `wanted`.
    fn until(
        vault: &mut Vault,
        session: &mut Session,
        mut step: Step,
        wanted: fn(&Request) -> bool,
    ) -> (u32, Vec<Request>) {
        loop {
            let Step::Ask { call, requests } = step else { panic!("the call has ended") };
            if requests.iter().any(wanted) {
                return (call, requests);
            }
            let answers = requests.iter().map(|request| vault.answer(request)).collect();
            step = session.resume(call, answers);
        }
    }

    fn is_read(request: &Request) -> bool {
        matches!(request, Request::Read(_))
    }

    fn is_list(request: &Request) -> bool {
        matches!(request, Request::List { .. })
    }

    fn start(session: &mut Session, words: &str) -> Step {
        session.start("search_notes", &query(words).to_string())
    }

    #[test]
    fn what_is_known_is_neither_listed_nor_read_again() {
        let mut vault = Vault::of(&[("a.md", "apple\n"), ("b.md", "pear\n"), ("c.txt", "apple\n")]).watching();
        let mut session = session();
        assert_eq!(found(&mut vault, &mut session, "apple"), ["a.md"]);
        assert_eq!(vault.asked, ["watch ", "list ", "read a.md", "read b.md", "read a.md"]);
        vault.asked.clear();
        assert_eq!(found(&mut vault, &mut session, "pear"), ["b.md"]);
        assert_eq!(vault.asked, ["read b.md"]);
    }

    #[test]
    fn a_host_that_does_not_watch_is_asked_what_there_is_each_time() {
        let mut vault = Vault::of(&[("a.md", "apple\n"), ("b.md", "pear\n")]);
        let mut session = session();
        assert_eq!(found(&mut vault, &mut session, "apple"), ["a.md"]);
        let mut vault = vault.with("c.md", "apple tart\n").without("a.md");
        vault.asked.clear();
        assert_eq!(found(&mut vault, &mut session, "apple"), ["c.md"]);
        assert_eq!(vault.asked, ["list ", "read c.md", "read c.md"]);
    }

    #[test]
    fn only_what_has_changed_is_read_in_a_burst_of_2_000() {
        let (mut vault, mut session) = known("Notes", 3000);
        let mut changes = Vec::new();
        for n in 0..2000 {
            let (path, content) = (format!("Notes/{n}.md"), format!("pear m{n}\n"));
            vault = vault.with(&path, content.as_str()).with_mtime(&path, 5.0);
            // As an editor that saves twice tells it.
            changes.extend([written(&path, &content, 4.0), written(&path, &content, 5.0)]);
        }
        session.changed(changes);
        assert_eq!(session.indexed().unread, 2000);
        let step = session.catch_up();
        vault.run(&mut session, step);
        assert_eq!(reads(&mut vault).len(), 2000);
        assert_eq!(session.indexed().notes, 3000);
        assert_eq!(found(&mut vault, &mut session, "m1999"), ["Notes/1999.md"]);
        assert_eq!(found(&mut vault, &mut session, "n1999"), [""; 0]);
        assert_eq!(found(&mut vault, &mut session, "n2000"), ["Notes/2000.md"]);
    }

    #[test]
    fn nothing_is_read_again_when_a_folder_of_5_000_notes_is_moved() {
        for with_children in [false, true] {
            let (mut vault, mut session) = known("Old", 5000);
            let mut changes = vec![Change::FolderMoved { from: "Old".to_owned(), to: "New/Place".to_owned() }];
            for n in 0..5000 {
                let (from, to, content) = (format!("Old/{n}.md"), format!("New/Place/{n}.md"), format!("apple n{n}\n"));
                vault = vault.without(&from).with(&to, content.as_str());
                if with_children {
                    changes.extend([moved(&from, &to), written(&to, &content, 0.0)]);
                }
            }
            session.changed(changes);
            let step = session.catch_up();
            vault.run(&mut session, step);
            assert_eq!(reads(&mut vault), [""; 0]);
            assert_eq!(session.indexed().notes, 5000);
            assert_eq!(found(&mut vault, &mut session, "n4999"), ["New/Place/4999.md"]);
        }
    }

    #[test]
    fn a_note_that_changes_while_it_is_read_is_read_again() {
        let mut vault = Vault::of(&[("a.md", "apple\n"), ("b.md", "apple\n")]).watching();
        let mut session = session();
        let step = start(&mut session, "apple");
        let (call, requests) = until(&mut vault, &mut session, step, is_read);
        let answers = requests.iter().map(|request| vault.answer(request)).collect();
        let mut vault = vault.with("a.md", "pear\n").with_mtime("a.md", 1.0);
        session.changed(vec![written("a.md", "pear\n", 1.0)]);
        let step = session.resume(call, answers);
        assert_eq!(paths(&vault.run(&mut session, step)), ["b.md"]);
        assert_eq!(found(&mut vault, &mut session, "pear"), ["a.md"]);
    }

    #[test]
    fn a_note_that_is_written_again_after_it_was_not_there_is_found() {
        let mut vault = Vault::of(&[("a.md", "apple\n"), ("b.md", "pear\n")]).watching();
        let mut session = session();
        let step = start(&mut session, "apple");
        let (call, requests) = until(&mut vault, &mut session, step, is_read);
        let answers = requests.iter().map(|_| Answer::Missing).collect();
        session.changed(vec![Change::Gone("a.md".to_owned()), written("a.md", "apple\n", 7.0)]);
        let mut vault = vault.with_mtime("a.md", 7.0);
        let step = session.resume(call, answers);
        assert_eq!(paths(&vault.run(&mut session, step)), ["a.md"]);
    }

    #[test]
    fn what_is_told_during_a_listing_is_newer_than_the_listing() {
        let mut vault = Vault::of(&[("a/1.md", "apple\n"), ("a/2.md", "apple\n"), ("b/3.md", "apple\n")]).watching();
        let mut session = session();
        let step = start(&mut session, "apple");
        let (call, requests) = until(&mut vault, &mut session, step, is_list);
        let answers = requests.iter().map(|request| vault.answer(request)).collect();
        let Step::Ask { call, requests } = session.resume(call, answers) else { panic!("a question") };
        // The folders are listed; then everything changes before the listings arrive.
        let answers = requests.iter().map(|request| vault.answer(request)).collect();
        let mut vault =
            vault.without("a/1.md").without("b/3.md").with("a/3.md", "apple\n").with("c/4.md", "apple pie\n");
        session.changed(vec![
            Change::Gone("a/1.md".to_owned()),
            moved("b/3.md", "a/3.md"),
            written("a/3.md", "apple\n", 0.0),
            written("c/4.md", "apple pie\n", 0.0),
        ]);
        let step = session.resume(call, answers);
        let given = vault.run(&mut session, step);
        assert_eq!(given, search(&mut vault.clone(), &mut crate::support::session(), &query("apple")));
    }

    #[test]
    fn a_folder_that_moves_during_a_listing_is_listed_where_it_is() {
        let mut vault = Vault::of(&[("a/1.md", "apple\n"), ("b/c/2.md", "apple\n")]).watching();
        let mut session = session();
        let step = start(&mut session, "apple");
        let (call, requests) = until(&mut vault, &mut session, step, is_list);
        let answers = requests.iter().map(|request| vault.answer(request)).collect();
        let Step::Ask { call, requests } = session.resume(call, answers) else { panic!("a question") };
        // The folder that it moves to is listed by then, and the one that it is in is not.
        let answers = requests.iter().map(|request| vault.answer(request)).collect();
        let mut vault = vault.without("b/c/2.md").with("a/c/2.md", "apple\n");
        session.changed(vec![Change::FolderMoved { from: "b/c".to_owned(), to: "a/c".to_owned() }]);
        let step = session.resume(call, answers);
        assert_eq!(paths(&vault.run(&mut session, step)), ["a/1.md", "a/c/2.md"]);
    }

    #[test]
    fn a_vault_that_changes_all_the_time_holds_up_no_call() {
        let mut vault = Vault::of(&[("a/1.md", "apple\n")]).watching();
        let mut session = session();
        let mut step = start(&mut session, "apple");
        for _ in 0..100 {
            match step {
                Step::Done(reply) => return assert_eq!(paths(&reply), ["a/1.md"]),
                Step::Ask { call, requests } => {
                    let answers = requests.iter().map(|request| vault.answer(request)).collect();
                    session.changed(vec![Change::Unknown]);
                    step = session.resume(call, answers);
                }
            }
        }
        panic!("the call does not end");
    }

    #[test]
    fn a_note_that_could_not_be_read_is_tried_again_by_the_next_call() {
        let vault = Vault::of(&[("a.md", "apple\n"), ("b.md", "apple\n")]).watching();
        let mut session = session();
        let mut locked = vault.clone().with_read("a.md", Answer::Failed("EBUSY".to_owned()));
        assert_eq!(found(&mut locked, &mut session, "apple"), ["b.md"]);
        assert_eq!(locked.asked.iter().filter(|asked| *asked == "read a.md").count(), 1);
        assert_eq!(found(&mut vault.clone(), &mut session, "apple"), ["a.md", "b.md"]);
    }

    #[test]
    fn a_note_that_goes_during_a_search_does_not_end_it() {
        for args in
            [json!({ "query": "apple", "limit": 35 }), json!({ "query": "a.ple", "mode": "regex", "limit": 50 })]
        {
            // More than are read at once.
            let (mut vault, mut session) = known("Notes", 40);
            let order = paths(&search(&mut vault, &mut session, &query("apple")));
            let step = session.start("search_notes", &args.to_string());
            let (call, requests) = until(&mut vault, &mut session, step, is_read);
            assert_eq!(requests.len(), 32);
            let answers = requests.iter().map(|request| vault.answer(request)).collect();
            // All goes that has not been asked for, but for the last.
            let gone = &order[32..39];
            vault = gone.iter().fold(vault, |vault, path| vault.without(path));
            session.changed(gone.iter().cloned().map(Change::Gone).collect());
            let step = session.resume(call, answers);
            let given = paths(&vault.run(&mut session, step));
            assert_eq!(given, [&order[..32], &order[39..]].concat(), "{args}");
        }
    }

    #[test]
    fn a_note_that_goes_or_closes_unseen_is_not_found_by_its_name() {
        let vault = Vault::of(&[("Apple.md", "none\n"), ("b.md", "apple\n")]).watching();
        let closed = vault.clone().with("Apple.md", CLOSED);
        let broken = vault.clone().with_read("Apple.md", Answer::Failed("EIO".to_owned()));
        for mut after in [vault.clone().without("Apple.md"), closed, broken] {
            let (mut vault, mut session) = (vault.clone(), session());
            assert_eq!(found(&mut vault, &mut session, "apple"), ["Apple.md", "b.md"]);
            assert_eq!(found(&mut after, &mut session, "apple"), ["b.md"]);
        }
    }

    #[test]
    fn calls_at_the_same_time_do_not_disturb_each_other() {
        let names: Vec<_> = (0..90).map(|n| format!("{}/{n}.md", n % 7)).collect();
        for watching in [false, true] {
            let vault = names.iter().fold(Vault::default(), |vault, name| vault.with(name, "apple\n"));
            let mut vault = if watching { vault.watching() } else { vault };
            let mut session = session();
            let mut steps: Vec<_> = (0..3).map(|_| Some(start(&mut session, "apple"))).collect();
            let expected = search(&mut vault.clone(), &mut crate::support::session(), &query("apple"));
            while steps.iter().any(Option::is_some) {
                for step in &mut steps {
                    match step.take() {
                        Some(Step::Ask { call, requests }) => {
                            let answers = requests.iter().map(|request| vault.answer(request)).collect();
                            *step = Some(session.resume(call, answers));
                        }
                        Some(Step::Done(reply)) => assert_eq!(reply, expected),
                        None => {}
                    }
                }
            }
        }
    }

    #[test]
    fn a_cancelled_call_leaves_nothing_undone() {
        let vault = Vault::of(&[("a/1.md", "apple\n"), ("b/2.md", "apple\n"), ("c/3.md", "apple\n")]).watching();
        let expected = search(&mut vault.clone(), &mut session(), &query("apple"));
        for steps in 0..8 {
            let (mut vault, mut session) = (vault.clone(), session());
            let mut step = start(&mut session, "apple");
            for _ in 0..steps {
                let Step::Ask { call, requests } = step else { break };
                let answers = requests.iter().map(|request| vault.answer(request)).collect();
                step = session.resume(call, answers);
            }
            if let Step::Ask { call, requests } = step {
                session.cancel(call);
                let late = session.resume(call, requests.iter().map(|request| vault.answer(request)).collect());
                assert!(matches!(late, Step::Done(reply) if reply.is_error), "after {steps} steps");
            }
            assert_eq!(search(&mut vault, &mut session, &query("apple")), expected, "after {steps} steps");
        }
    }

    #[test]
    fn new_rules_close_and_open_at_once() {
        let mut vault =
            Vault::of(&[("a/1.md", "apple\n"), ("b/2.md", "apple #work\n"), ("b/3.md", "apple\n"), ("b/4.md", CLOSED)])
                .watching();
        let configs = [
            closing(&[], &[]),
            closing(&["b"], &[]),
            closing(&["a"], &["work"]),
            closing(&[], &["work"]),
            closing(&["b/3.md"], &[]),
        ];
        for first in &configs {
            for second in &configs {
                let mut session = opened(first);
                search(&mut vault, &mut session, &query("apple"));
                session.reconfigure(second).expect("the config can be used");
                let given = search(&mut vault, &mut session, &query("apple"));
                assert_eq!(
                    given,
                    search(&mut vault.clone(), &mut opened(second), &query("apple")),
                    "{first:?} {second:?}"
                );
            }
        }
    }

    #[test]
    fn rules_that_change_during_a_call_hold_for_its_reply() {
        let names: Vec<_> = (0..80).map(|n| format!("{}/{n}.md", if n % 2 == 0 { "a" } else { "b" })).collect();
        let vault = names.iter().fold(Vault::default().watching(), |vault, name| vault.with(name, "apple #b\n"));
        for config in [closing(&["a"], &[]), closing(&[], &["b"]), closing(&["b/1.md"], &[])] {
            for args in [query("apple"), json!({ "query": "ap+le", "mode": "regex", "limit": 3 })] {
                let expected = search(&mut vault.clone(), &mut opened(&config), &args);
                for steps in 0..14 {
                    let (mut vault, mut session) = (vault.clone(), opened(&Config::default()));
                    let mut step = session.start("search_notes", &args.to_string());
                    for _ in 0..steps {
                        let Step::Ask { call, requests } = step else { break };
                        let answers = requests.iter().map(|request| vault.answer(request)).collect();
                        step = session.resume(call, answers);
                    }
                    if matches!(step, Step::Done(_)) {
                        break;
                    }
                    session.reconfigure(&config).expect("the config can be used");
                    assert_eq!(vault.run(&mut session, step), expected, "after {steps} steps of {args}");
                }
            }
        }
    }

    #[test]
    fn notes_that_are_written_again_and_again_take_no_more_memory() {
        let (mut vault, mut session) = known("Notes", 200);
        let before = session.indexed().bytes;
        for round in 1..60_u32 {
            let mut changes = Vec::new();
            for n in 0..200 {
                let (path, content) = (format!("Notes/{n}.md"), format!("apple n{n}\n"));
                vault = vault.with_mtime(&path, round.into());
                changes.push(written(&path, &content, round.into()));
            }
            session.changed(changes);
            let step = session.catch_up();
            vault.run(&mut session, step);
        }
        assert_eq!(session.indexed().notes, 200);
        assert!(session.indexed().bytes < 2 * before, "{} after {before}", session.indexed().bytes);
    }

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
                        self.told(Change::FolderMoved { from: from.clone(), to: to.clone() });
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
            1 => Just(Deed::CatchUp),
            6 => (0..3_usize).prop_map(Deed::Answer),
            6 => (0..3_usize).prop_map(Deed::Resume),
            1 => (0..3_usize).prop_map(Deed::Cancel),
            1 => (0..3_usize).prop_map(Deed::Reconfigure),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn whatever_happens_the_session_ends_up_like_a_new_one(
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
        }
    }
}
