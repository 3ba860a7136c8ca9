//! Changes to the text of a note: what an edit replaces, how a change looks as a diff, and what it must not do. No I/O,
//! and nothing here knows about paths or tools.

mod active_changes;
mod additions;
mod apply_edits;
mod checks;
mod comparison;
mod editable_text;
mod edited_hunk;
mod find_text;
mod folded_text;
mod hunks;
mod line_endings;
mod loss;
mod merge;
mod nearest_passage;
mod omission;
mod property_edits;
mod property_types;
mod unified_diff;
mod unreadable;
mod version;
mod word_split;

pub(crate) use active_changes::{ReadAs, added_active_parts};
pub(crate) use additions::{Side, with_added};
pub(crate) use apply_edits::{Edit, EditFault, EditFaultReason, EditSearch, MAX_LISTED, Places};
pub(crate) use checks::warnings;
pub(crate) use comparison::{Comparison, hunks};
pub(crate) use editable_text::{EditableText, NotEditable, NotEncodable};
pub(crate) use edited_hunk::edited_lines;
pub(crate) use hunks::{Hunk, Replacement, replaced, with_accepted};
pub(crate) use line_endings::with_endings_of;
pub(crate) use loss::{Loss, LossCount};
pub(crate) use nearest_passage::NearestPassage;
pub(crate) use omission::{omission, without_reply_numbers};
pub(crate) use property_edits::{PropertyChanges, PropertyFault, change_properties};
pub(crate) use unified_diff::{moved_diff, unified_diff};
pub(crate) use unreadable::{TextKind, unreadable};
pub(crate) use version::version;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod comparison_tests;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod property_edits_tests;
