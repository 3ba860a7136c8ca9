//! Finds the notes and canvases in which a move may change links.

use std::collections::HashSet;

use lectern_base::sort::sort_by;

use super::new_place::is_below;
use crate::catalogue::reading::ReadNote;
use crate::path::VaultPath;
use crate::policy::Granted;
use crate::tool::call::Host;
use crate::tool::notes::scan::NoteScan;
use crate::vault_links::{FileNames, VaultFiles};

/// What a scan has found.
pub(super) struct Scanned {
    /// The open files.
    pub files: VaultFiles,
    pub paths: Vec<VaultPath>,
    /// The notes that their content excludes.
    pub closed: HashSet<VaultPath>,
    /// The notes and canvases in which links may change, in order of their paths.
    pub linked: Vec<Granted>,
}

impl Scanned {
    /// Looks for links to `from` or `to`, and takes `from` itself.
    ///
    /// # Errors
    /// Why the host could not list.
    pub async fn read(host: &Host, mut scan: NoteScan, from: &VaultPath, to: &VaultPath) -> Result<Self, String> {
        let (names, mut closed, mut linked) = (FileNames::of(&[from, to]), HashSet::new(), Vec::new());
        scan.list(host, |_| true).await?;
        while let Some(notes) = scan.read(host).await {
            for ReadNote { note, text, .. } in notes {
                let path = note.granted.path();
                let Some(text) = text else {
                    closed.insert(path.clone());
                    continue;
                };
                if path == from || names.are_linked_in(path, &text.into_string()) {
                    linked.push(note.granted);
                }
            }
        }
        sort_by(&mut linked, |a: &Granted, b| a.path().cmp(b.path()));
        let paths: Vec<_> = scan.files().iter().filter(|path| !closed.contains(*path)).cloned().collect();
        let files = VaultFiles::new(paths.iter().cloned());
        Ok(Self { files, paths, closed, linked })
    }

    /// Whether a folder counts as one, for all that is known of its files: `None` if there are none. One in which all
    /// are excluded by their content counts as missing, as it does for a listing.
    pub fn has_folder(&self, folder: &VaultPath) -> Option<bool> {
        if self.paths.iter().any(|path| is_below(path, folder)) {
            return Some(true);
        }
        self.closed.iter().any(|path| is_below(path, folder)).then_some(false)
    }
}
