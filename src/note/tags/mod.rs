//! Finds tags. Two questions, which differ in doubt: [`AppTags`] finds what Obsidian reads as a tag, so that a search is
//! exact. [`PossibleTags`] finds what any plausible reader takes for one, so that an excluded tag excludes the note.
//!
//! Every tag of the first is one of the second, unless it is certainly code (`tests/core/notes_agree.rs`).

mod app_tags;
mod possible_tags;
mod tag_ends;

pub(crate) use self::app_tags::AppTags;
pub(crate) use self::possible_tags::PossibleTags;
pub(crate) use self::tag_ends::{ends_tag, is_wide_hash, surely_ends_tag};
