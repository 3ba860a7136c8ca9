//! Finds tags. Two questions, which differ in doubt: [`AppTags`] finds what Obsidian reads as a tag, so that a search is
//! exact. [`PossibleTags`] finds what any plausible reader takes for one, so that an excluded tag excludes the note.
//!
//! Every tag of the first is one of the second, unless it is certainly code (`tests/core/notes_agree.rs`).
//!
//! A title is a heading of the outline, a tag that a search finds closes the note if it is a closed tag, and what is
//! certainly code is neither (`tests/core/notes_agree.rs`). The forms of tags, with what the app reads and what is
//! excluded, are in `tests/fixtures/tag-forms.json`; each tool is asked about all of them (`tests/core/tag_forms.rs`).

mod app_tags;
mod possible_tags;
mod tag_ends;

pub(crate) use self::app_tags::AppTags;
pub(crate) use self::possible_tags::PossibleTags;
pub(crate) use self::tag_ends::{ends_tag, is_wide_hash, surely_ends_tag};
