//! How a vault in memory is changed, and what its user decides.

use lectern::{ChangeOutcome, Decision, Made, Move, MovedBack, Proposal, Reply, Undo, Write, Written};
use serde_json::{Value, json};

use super::{Vault, changing, version};

/// The user accepts these hunks of a change, or all.
pub fn accepted(hunks: Option<Vec<u32>>) -> Decision {
    Decision { outcome: ChangeOutcome::Accepted, hunks, comment: None, edited: None, warnings: None }
}

/// The user rejects a change.
pub fn rejected() -> Decision {
    Decision { outcome: ChangeOutcome::Rejected, ..accepted(None) }
}

/// What takes back `hunks` of a change of the file at `path`; all of it if `None`.
pub fn undo_of(path: &str, change: Made, hunks: Option<Vec<u32>>) -> Undo {
    Undo { path: path.to_owned(), change, hunks, later: Vec::new(), moved: None, trashed: Vec::new() }
}

/// What takes back the last move in `vault`.
pub fn undo_of_move(vault: &Vault) -> Undo {
    let made = vault.moves.last().expect("a move");
    let still = Made { version: Some(made.version.clone()), new_version: Some(made.version.clone()), replaced: vec![] };
    let linked = made.links.iter().map(|link| {
        let (version, new_version) = (link.version.clone(), link.new_version.clone());
        undo_of(link.path.path().as_str(), Made { version, new_version, replaced: link.replaced.clone() }, None)
    });
    let moved = MovedBack { to: made.path.path().to_string(), linked: Some(linked.collect()) };
    Undo { moved: Some(moved), ..undo_of(made.to.path().as_str(), still, None) }
}

/// The arguments that replace `old` in the note at `path`.
pub fn edit_args(path: &str, old: &str, new: &str) -> Value {
    json!({ "path": path, "edits": [{ "old": old, "new": new }] })
}

impl Vault {
    /// The reply of `tool` in a new session in which notes may be changed.
    pub fn change(&mut self, tool: &str, args: &Value) -> Reply {
        self.call_tool(&mut changing(), tool, &args.to_string())
    }

    /// Replaces `old` in the note at `path`.
    pub fn edit(&mut self, path: &str, old: &str, new: &str) -> Reply {
        self.change("edit_file", &edit_args(path, old, new))
    }

    /// The version of the file at `path`, as a call that reads it tells.
    pub fn version_of(&mut self, path: &str) -> String {
        version(&self.change("read_file", &json!({ "path": path })))
    }

    /// Undoes a change.
    pub fn undo(&mut self, undo: Undo) -> Reply {
        let mut session = changing();
        let step = session.undo(undo);
        self.run(&mut session, step)
    }

    /// The last proposal, which is forgotten.
    pub fn proposal(&mut self) -> Proposal {
        self.proposals.pop().expect("a proposal")
    }

    /// Makes a change that was approved, unless the file is another one now.
    pub(super) fn write(&mut self, write: &Write) -> Written {
        let path = write.path.path().as_str();
        if self.files.get(path) != write.before.as_ref() {
            return Written::Outdated;
        }
        match &write.after {
            Some(after) => self.files.insert(path.to_owned(), after.clone()),
            None => self.files.remove(path),
        };
        self.writes.push(write.clone());
        Written::Done
    }

    /// Moves a file as a disk does, and then updates links, unless something has changed.
    pub(super) fn move_file(&mut self, file: &Move) -> Written {
        let (from, to) = (file.path.path().as_str(), file.to.path().as_str());
        if self.files.get(from) != Some(&file.before) || self.files.contains_key(to) {
            return Written::Outdated;
        }
        self.files.remove(from);
        self.files.insert(to.to_owned(), file.before.clone());
        self.moves.push(file.clone());
        for link in &file.links {
            self.write(link);
        }
        Written::Done
    }

    /// The text of the file at `path`, which is UTF-8.
    pub fn text_at(&self, path: &str) -> Option<&str> {
        self.content(path).map(|bytes| str::from_utf8(bytes).expect("the file of a test is UTF-8"))
    }

    /// The content of the file at `path`.
    pub fn content(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }
}
