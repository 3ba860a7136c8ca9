//! Links between the files of a vault: which file and which part of it a link opens, what a change does to links, and how
//! they are written once a file has moved. No I/O, and nothing here knows about tools.
//!
//! Links open what they open in the app (`Request::Links`), if that is an open file. Any other file that the app names
//! counts as not there, and the core finds what the link opens among the open files (`vault_links/vault_files.rs`), as
//! it does without an app. Checks of a change and of a move always do, since they are about the vault as it will be.

mod anchors;
mod canvas;
mod changed_links;
mod file_names;
mod file_move;
mod linked_part;
mod vault_files;
mod written_link;

pub(crate) use anchors::{Anchors, key as heading_key};
pub(crate) use canvas::{CanvasText, canvas_texts, is_canvas};
pub(crate) use changed_links::{ChangedLinks, LinkWarnings, NoteLinks, is_external};
pub(crate) use file_move::{FileMove, MovedLinks};
pub(crate) use file_names::FileNames;
pub(crate) use linked_part::{is_block, linked_part, named_parts};
pub(crate) use vault_files::VaultFiles;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
