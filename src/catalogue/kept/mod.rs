//! The index between starts: the host keeps its bytes, in pieces, and knows nothing of what is in them.
//!
//! Whatever is damaged, or was written by another version or under other rules, is forgotten, and the notes are read
//! instead. A restored note counts only if the size and time of its file are those that it was read with: the listing
//! compares them, as in a session.

mod header;

use std::rc::{Rc, Weak};

pub(crate) use header::{Header, seal, unsealed};

/// What a session knows of the stored index.
#[derive(Debug, Default)]
pub(crate) struct KeptState {
    pub stored: Stored,
    /// Marks the call that restores it, as long as that exists.
    restoring: Weak<Restoring>,
}

/// The state of the host's bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Stored {
    /// The host has not been asked.
    #[default]
    Unknown,
    /// There is none.
    Nothing,
    /// An index that can be restored.
    Waiting(Saved),
    /// This session's index, as it was at these [`changes`](crate::search::index::Index::changes).
    Saved(Saved, (u64, u64)),
    /// The host could not keep it.
    Failed,
}

/// An index that the host keeps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Saved {
    pub rules: u64,
    pub bytes: u32,
}

/// Marks a restoration in progress.
#[derive(Debug)]
pub(crate) struct Restoring;

impl KeptState {
    /// The state after everything read was dropped.
    pub fn dropped(&self) -> Self {
        Self { stored: self.stored, ..Self::default() }
    }

    /// Whether there may be something to restore.
    pub(crate) fn is_restorable(&self) -> bool {
        matches!(self.stored, Stored::Unknown | Stored::Waiting(_))
    }

    /// Starts to restore; `None` if another call does.
    pub(crate) fn restore(&mut self) -> Option<Rc<Restoring>> {
        if self.restoring.strong_count() > 0 {
            return None;
        }
        let marker = Rc::new(Restoring);
        self.restoring = Rc::downgrade(&marker);
        Some(marker)
    }

    /// The size of the stored index in bytes; 0 if there is none.
    pub fn bytes(&self) -> u32 {
        match self.stored {
            Stored::Waiting(saved) | Stored::Saved(saved, _) => saved.bytes,
            _ => 0,
        }
    }
}
