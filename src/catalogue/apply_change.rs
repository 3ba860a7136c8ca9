//! Applies the changes that the host reports to the catalogue.

use std::rc::Weak;

use super::{Catalogue, KnownNote, Standing};
use crate::catalogue::change::Change;
use crate::catalogue::documents::named_document;
use crate::catalogue::unread::FileState;
use crate::path::VaultPath;
use crate::policy::{PathKind, Policy};

impl Catalogue {
    /// Applies a change. Paths that are not vault paths are ignored.
    pub fn change(&mut self, policy: &Policy, change: Change) {
        let parsed = |path: &str| VaultPath::parse(path).ok();
        match change {
            Change::Unknown => self.list_anew(),
            Change::Unwatched => {
                self.watched = Some(false);
                self.list_anew();
            }
            Change::Written(file) => {
                let Some(path) = parsed(&file.path) else { return };
                self.tell(&path);
                if self.is_searched(&path, file.size) && policy.check_as(&path, PathKind::File).is_ok() {
                    let ctime = file.created();
                    self.found(&path, FileState { size: file.size, mtime: file.mtime, ctime });
                } else {
                    self.forget(&path);
                }
            }
            Change::Gone(path) => {
                let Some(path) = parsed(&path) else { return };
                self.tell(&path);
                self.forget(&path);
            }
            Change::FolderGone(path) => {
                let Some(folder) = parsed(&path) else { return };
                for path in self.below(&folder) {
                    self.tell(&path);
                    self.forget(&path);
                }
            }
            Change::Moved { from, to } => {
                let (Some(from), Some(to)) = (parsed(&from), parsed(&to)) else { return };
                self.moved(policy, &from, &to);
            }
        }
    }

    fn moved(&mut self, policy: &Policy, from: &VaultPath, to: &VaultPath) {
        // Only the Unicode form changed.
        if from == to {
            return;
        }
        self.tell(from);
        self.tell(to);
        if policy.check_as(to, PathKind::File).is_err() {
            self.forget(from);
            return self.forget(to);
        }
        if !from.is_note() || !to.is_note() {
            // If it is read differently now, the host reports it separately.
            let is_as_before = !from.is_note() && named_document(from) == named_document(to);
            if is_as_before && self.documents.get(from).is_some() {
                return self.documents.moved(from, to, &mut self.index);
            }
            return self.forget(from);
        }
        // The host reports an unknown note separately, perhaps earlier, with its folder.
        let is_known = self.index.find(from.as_str()).is_some()
            || self.unread.state(from).is_some()
            || self.notes.get(from).is_some_and(|note| note.standing == Some(Standing::Closed));
        if !is_known {
            return self.forget(from);
        }
        self.forget(to);
        self.texts.remove(from);
        self.index.rename(from.as_str(), to.as_str());
        if let Some(KnownNote { state, standing }) = self.notes.remove(from) {
            let standing = standing
                .filter(|standing| *standing == Standing::Closed || from.segments().last() == to.segments().last());
            self.notes.insert(to.clone(), KnownNote { state, standing });
        }
        if let Some(state) = self.unread.remove(from) {
            self.unread.insert(to.clone(), state);
        }
    }

    /// All known notes below `folder`.
    fn below(&self, folder: &VaultPath) -> Vec<VaultPath> {
        let is_below =
            |path: &&VaultPath| path.as_str().strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'));
        self.paths().filter(is_below).cloned().collect()
    }

    /// Requires a new listing, even if one is in progress.
    pub(crate) fn list_anew(&mut self) {
        self.is_listed = false;
        self.listing = Weak::new();
    }
}
