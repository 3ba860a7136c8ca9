//! Links between the files of a vault: which file a link opens, what a change does to links, and how they are
//! written once a file has moved. No I/O,
//! and nothing here knows about tools.

mod anchors;
mod changed_links;
mod file_names;
mod file_move;
mod vault_files;
mod written_link;

pub(crate) use anchors::Anchors;
pub(crate) use changed_links::{ChangedLinks, NoteLinks, is_external};
pub(crate) use file_move::{FileMove, MovedLinks};
pub(crate) use file_names::FileNames;
pub(crate) use vault_files::VaultFiles;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
