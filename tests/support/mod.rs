//! A vault in memory, and the run loop, for every test of a tool.
//!
//! It lists folders one by one, including excluded ones, like a disk: excluding is up to the core.
#![allow(dead_code, reason = "every test file uses its own part of it")]

pub mod changed_vault;
pub mod docx;
pub mod html;
pub mod listing;
pub mod notes;
pub mod odf;
pub mod pptx;
pub mod pdf;
pub mod search_index;
pub mod word_vectors;
pub mod zip;

use std::collections::BTreeMap;

use lectern::document::Format;
use lectern::{
    Answer, Config, Decision, ErrorCode, FileStat, ListedFile, Listing, Move, Next, Proposal, Reply, Request, Session,
    Step, ToolError, VaultPath, Write,
};

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

    /// Answers one request.
    pub fn answer(&mut self, request: &Request) -> Answer {
        if let Some(answer) = self.vectors.answer(request) {
            return answer;
        }
        let (verb, target) = match request {
            Request::Stat(granted) => ("stat", granted.path().as_str()),
            Request::List { folder, .. } => ("list", folder.path().as_str()),
            Request::Read(granted) => ("read", granted.path().as_str()),
            Request::Watch => ("watch", ""),
            Request::TimeLeft => ("time_left", ""),
            Request::DayStarts(days) => ("day_starts", days.first().map_or("", String::as_str)),
            Request::Links(asked) => ("link", asked.first().map_or("", |from| from.links[0].as_str())),
            Request::Convert { path, .. } => ("convert", path.path().as_str()),
            Request::Draw { path, .. } => ("draw", path.path().as_str()),
            Request::DrawPage { path, .. } => ("draw_page", path.path().as_str()),
            Request::Approve(proposal) => ("approve", proposal.path.as_str()),
            Request::Write(write) => ("write", write.path.path().as_str()),
            Request::Move(file) => ("move", file.path.path().as_str()),
            Request::Kept(_) => ("kept", ""),
            Request::Keep { .. } => ("keep", ""),
            Request::Forget => ("forget", ""),
            _ => ("vectors", ""),
        };
        self.asked.push(format!("{verb} {target}"));
        match request {
            Request::Stat(_) => self.stats.get(target).cloned().unwrap_or_else(|| self.stat(target)),
            Request::Read(_) => self.reads.get(target).cloned().unwrap_or_else(|| self.read(target)),
            Request::List { from, .. } => Answer::Listing(self.page(target, *from)),
            Request::Watch => Answer::Watched(self.watches),
            Request::DayStarts(days) => Answer::DayStarts(days.iter().map(|day| utc(day)).collect()),
            Request::Links(asked) => {
                let links = asked.iter().flat_map(|from| &from.links);
                let opened = self
                    .links
                    .as_ref()
                    .map(|opened| links.map(|link| opened.get(link).cloned().unwrap_or_default()).collect());
                Answer::Links(opened.unwrap_or_default())
            }
            Request::TimeLeft => Answer::TimeLeft(match &mut self.times {
                None => 1000,
                Some(0) => 0,
                Some(left) => {
                    *left -= 1;
                    1000
                }
            }),
            Request::Convert { format: Format::Pdf, place, slice, .. } if self.files.contains_key(target) => {
                pdf::answer(&self.files[target], place.as_ref(), *slice)
            }
            Request::Convert { format, place, bytes, .. } => match bytes.as_ref().or(self.files.get(target)) {
                Some(bytes) => lectern::document::read_place(*format, bytes, &place.clone().unwrap_or_default())
                    .map_or_else(Answer::Fault, Answer::Document),
                None => Answer::Missing,
            },
            Request::Draw { .. } | Request::DrawPage { .. } => {
                Answer::Failed("there is nothing to draw with".to_owned())
            }
            Request::Approve(proposal) => {
                self.proposals.push((**proposal).clone());
                if let Some((path, content)) = self.meanwhile.take() {
                    self.files.insert(path, content);
                }
                Answer::Decision(if self.decisions.is_empty() {
                    changed_vault::accepted(None)
                } else {
                    self.decisions.remove(0)
                })
            }
            Request::Write(write) => Answer::Written(self.write(write)),
            Request::Move(file) => Answer::Written(self.move_file(file)),
            Request::Kept(piece) => self.pieces.get(piece).cloned().map_or(Answer::Missing, Answer::Bytes),
            Request::Keep { .. } | Request::Forget if self.is_full => Answer::Failed("the disk is full".to_owned()),
            Request::Keep { piece, bytes } => {
                self.pieces.insert(*piece, bytes.clone());
                Answer::Kept
            }
            Request::Forget => {
                self.pieces.clear();
                Answer::Kept
            }
            _ => unreachable!("answered above"),
        }
    }

    /// Goes on with `step` until there is a reply.
    pub fn run(&mut self, session: &mut Session, mut step: Step) -> Reply {
        loop {
            match step {
                Step::Done(reply) => return reply,
                Step::Ask { call, requests } => {
                    let answers = requests.iter().map(|request| self.answer(request)).collect();
                    step = session.resume(call, answers);
                }
            }
        }
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

    fn stat(&self, path: &str) -> Answer {
        match self.files.get(path) {
            Some(content) => file(content.len(), self.mtime),
            None if path.is_empty() || self.files.keys().any(|held| is_below(held, path)) => Answer::Folder,
            None => Answer::Missing,
        }
    }

    fn listed(&self, path: &str) -> ListedFile {
        match self.stats.get(path).cloned().unwrap_or_else(|| self.stat(path)) {
            Answer::File(FileStat { size, mtime }) => {
                ListedFile { path: path.to_owned(), size, mtime, ctime: self.ctimes.get(path).copied() }
            }
            _ => listed(path),
        }
    }

    fn read(&self, path: &str) -> Answer {
        self.files.get(path).map_or(Answer::Missing, |content| Answer::Bytes(content.clone()))
    }

    /// The page of a folder that begins at `from`.
    fn page(&self, folder: &str, from: u32) -> Listing {
        let Listing { files, folders, .. } = self.list(folder);
        let (start, len) = (from as usize, self.page_len.unwrap_or(1000));
        let end = start + len;
        let next = (end < files.len() + folders.len()).then(|| u32::try_from(end).expect("a test's folder is small"));
        let behind = |count: usize| (start.saturating_sub(count), end.saturating_sub(count));
        let (first, last) = behind(files.len());
        Listing {
            folders: folders.into_iter().take(last).skip(first).collect(),
            files: files.into_iter().take(end).skip(start).collect(),
            next,
        }
    }

    fn list(&self, folder: &str) -> Listing {
        let mut listing = Listing::default();
        for path in self.files.keys().filter(|path| folder.is_empty() || is_below(path, folder)) {
            let start = if folder.is_empty() { 0 } else { folder.len() + 1 };
            match path[start..].find('/').filter(|_| !self.at_once) {
                None => listing.files.push(self.listed(path)),
                Some(end) => listing.folders.push(path[..start + end].to_owned()),
            }
        }
        listing.folders.dedup();
        listing
    }
}

/// A file of a listing in which nothing matters but its path.
pub fn listed(path: &str) -> ListedFile {
    ListedFile { path: path.to_owned(), size: 0.0, mtime: 0.0, ctime: None }
}

/// The answer to the `stat` of a file.
#[expect(clippy::cast_precision_loss, reason = "no file of a test is that large")]
pub fn file(size: usize, mtime: f64) -> Answer {
    Answer::File(FileStat { size: size as f64, mtime })
}

/// A session in which the user closed nothing more.
pub fn session() -> Session {
    session_with(&[], None)
}

/// A session in which the user closes `protected`, whose replies hold `max_bytes`.
pub fn session_with(protected: &[&str], max_bytes: Option<u32>) -> Session {
    let mut config = Config { protected: protected.iter().map(|&path| path.to_owned()).collect(), ..Config::default() };
    if let Some(max_bytes) = max_bytes {
        config.max_bytes = f64::from(max_bytes);
    }
    Session::new(&config).expect("the config of a test can be used")
}

/// The JSON text of `{"path": path}`.
pub fn path_args(path: &str) -> String {
    serde_json::json!({ "path": path }).to_string()
}

/// The JSON text of `next`, which is how a caller goes on.
pub fn next_args(next: &Next) -> String {
    serde_json::to_string(next).expect("arguments are JSON")
}

/// What a model reads of `reply`.
pub fn text(reply: &Reply) -> &str {
    match reply.content.as_slice() {
        [lectern::Content::Text { text }] => text,
        other => panic!("one text was expected, not {other:?}"),
    }
}

/// The error that `reply` is, without its path, or the text it shows.
pub fn outcome(reply: &Reply) -> Result<&str, ToolError> {
    let error = reply.structured_content.error.clone();
    error.map_or_else(|| Ok(text(reply)), |error| Err(ToolError { path: None, ..error }))
}

/// The path that `reply` shows, or the code of its error.
pub fn shown(reply: &Reply) -> Result<&str, ErrorCode> {
    match reply.structured_content.files.as_slice() {
        [file] => Ok(&file.path),
        _ => Err(reply.structured_content.error.as_ref().expect("a reply shows a file or is an error").code),
    }
}

/// An error as a test expects it.
pub fn error(code: ErrorCode, message: &str, help: &str) -> ToolError {
    ToolError::new(code, message, help)
}

/// `path` in the form that the core uses; names on a disk can be in another.
pub fn vault_path(path: &str) -> String {
    VaultPath::parse(path).expect("the path of a test is a vault path").as_str().to_owned()
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// When a day such as `2026-10-09` begins in UTC, in milliseconds since 1970.
pub fn utc(day: &str) -> f64 {
    let day = lectern::search::dates::first_day(day).expect("a date");
    f64::from(day) * 86_400_000.0
}
