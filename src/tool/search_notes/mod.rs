//! `search_notes`: finds notes by words or by a regular expression, and shows their best lines.

mod cursor;
mod within;
mod seeker;
mod shown;
mod params;
mod choice;
mod reply;
mod call;

pub(super) use params::TOOL;
pub use shown::HitLine;
