//! A vault in memory, and the run loop, for every test of a tool.
//!
//! It lists folders one by one, including excluded ones, like a disk: excluding is up to the core.
#![allow(dead_code, unused_imports, reason = "every test file uses its own part of it")]

pub mod changed_vault;
pub mod compound;
pub mod docx;
mod host;
pub mod html;
pub mod listing;
pub mod notes;
pub mod odf;
pub mod pptx;
pub mod pdf;
mod replies;
pub mod search_index;
pub mod word_vectors;
pub mod zip;

use std::collections::BTreeMap;

use lectern::{Answer, Context, Decision, Move, Proposal, Reply, Request, Session, Step, Write};
use serde_json::Value;

pub use self::host::{file, listed};
pub use self::replies::*;

/// Files by their vault path, and every request that was made of them.
#[derive(Debug, Clone, Default)]
pub struct Vault {
    files: BTreeMap<String, Vec<u8>>,
    mtime: f64,
    ctimes: BTreeMap<String, f64>,
    stats: BTreeMap<String, Answer>,
    reads: BTreeMap<String, Answer>,
    links: Option<BTreeMap<String, String>>,
    at_once: bool,
    page_len: Option<usize>,
    watches: bool,
    /// What the user decides about the next changes, in order; then all are accepted.
    pub decisions: Vec<Decision>,
    /// What was proposed to the user.
    pub proposals: Vec<Proposal>,
    /// What was written.
    pub writes: Vec<Write>,
    /// What was moved.
    pub moves: Vec<Move>,
    /// What some other program writes while the user looks at the next proposal: a path and its content.
    pub meanwhile: Option<(String, Vec<u8>)>,
    /// The index that is kept, and whether there is no room for one.
    pub pieces: BTreeMap<u32, Vec<u8>>,
    pub is_full: bool,
    /// What gives vectors of texts, and keeps them.
    pub vectors: word_vectors::WordVectors,
    /// How often a call is told that it has time for documents; always if `None`.
    pub times: Option<u32>,
    /// What was asked, in order: `stat Notes/a.md`.
    pub asked: Vec<String>,
}

impl Vault {
    /// A vault of these files.
    pub fn of(files: &[(&str, &str)]) -> Self {
        files.iter().fold(Self::default(), |vault, (path, text)| vault.with(path, *text))
    }

    /// A vault of files in which nothing matters but their paths.
    pub fn named(paths: &[&str]) -> Self {
        paths.iter().fold(Self::default(), |vault, path| vault.with(path, *path))
    }

    /// The same with one more file, or other content for one.
    pub fn with(mut self, path: &str, content: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.to_owned(), content.into());
        self
    }

    /// The same, whose files were all changed at `mtime`.
    pub fn changed_at(self, mtime: f64) -> Self {
        Self { mtime, ..self }
    }

    /// The same, in which the file at `path` was changed at `mtime`.
    pub fn with_mtime(self, path: &str, mtime: f64) -> Self {
        let len = self.files.get(path).expect("the file is there").len();
        self.with_stat(path, file(len, mtime))
    }

    /// The same, in which the file at `path` was created at `ctime`.
    pub fn with_ctime(mut self, path: &str, ctime: f64) -> Self {
        self.ctimes.insert(path.to_owned(), ctime);
        self
    }

    /// The same, in which the `stat` of `path` is answered so.
    pub fn with_stat(mut self, path: &str, answer: Answer) -> Self {
        self.stats.insert(path.to_owned(), answer);
        self
    }

    /// The same, in which the `read` of `path` is answered so.
    pub fn with_read(mut self, path: &str, answer: Answer) -> Self {
        self.reads.insert(path.to_owned(), answer);
        self
    }

    /// The same in an app, which opens these paths for these links, and none for others.
    pub fn opening(mut self, links: &[(&str, &str)]) -> Self {
        self.links = Some(links.iter().map(|(link, path)| ((*link).to_owned(), (*path).to_owned())).collect());
        self
    }

    /// The same, which lists all its files in one answer, as the app does.
    pub fn listing_at_once(mut self) -> Self {
        self.at_once = true;
        self
    }

    /// The same, which tells of changes: the test does.
    pub fn watching(mut self) -> Self {
        self.watches = true;
        self
    }

    /// The same without the file at `path`.
    pub fn without(mut self, path: &str) -> Self {
        self.files.remove(path);
        self.stats.remove(path);
        self.reads.remove(path);
        self
    }

    /// The same, whose listings come in pages of `entries` files and folders.
    pub fn listing_pages_of(mut self, entries: usize) -> Self {
        self.page_len = Some(entries);
        self
    }

    /// Answers what `step` asks, and goes on by that. A step that is done stays so.
    pub fn next_step(&mut self, session: &mut Session, step: Step) -> Step {
        let Step::Ask { call, requests } = step else { return step };
        session.resume(call, self.answers(&requests))
    }

    /// Goes on with `step` until there is a reply.
    pub fn run(&mut self, session: &mut Session, mut step: Step) -> Reply {
        loop {
            if let Step::Done(reply) = step {
                return reply;
            }
            step = self.next_step(session, step);
        }
    }

    /// The same, with these answers in place of the vault's own.
    pub fn run_with(
        &mut self,
        session: &mut Session,
        mut step: Step,
        mut answer: impl FnMut(&Request) -> Option<Answer>,
    ) -> Reply {
        loop {
            let (call, requests) = match step {
                Step::Done(reply) => return reply,
                Step::Ask { call, requests } => (call, requests),
            };
            let answers = requests.iter().map(|request| answer(request).unwrap_or_else(|| self.answer(request)));
            let answers = answers.collect();
            step = session.resume(call, answers);
        }
    }

    /// The reply of what `begin` begins: `Session::keep`.
    pub fn finish(&mut self, session: &mut Session, begin: fn(&mut Session) -> Step) -> Reply {
        let step = begin(session);
        self.run(session, step)
    }

    /// The reply of `tool` to `args` in this context.
    pub fn call_within(&mut self, session: &mut Session, context: &Context, tool: &str, args: &Value) -> Reply {
        let step = session.start_within(context, tool, &args.to_string());
        self.run(session, step)
    }

    /// The reply of `tool` in a new session in which the user closed nothing.
    pub fn ask(&mut self, tool: &str, args: &Value) -> Reply {
        self.call_tool(&mut session(), tool, &args.to_string())
    }

    /// The reply of `read_file` to the JSON text `args`.
    pub fn call(&mut self, session: &mut Session, args: &str) -> Reply {
        self.call_tool(session, "read_file", args)
    }

    /// The reply of `tool` to the JSON text `args`.
    pub fn call_tool(&mut self, session: &mut Session, tool: &str, args: &str) -> Reply {
        let step = session.start(tool, args);
        self.run(session, step)
    }
}
