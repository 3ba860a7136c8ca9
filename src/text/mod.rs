//! Turns the bytes of a file into pages of numbered lines, token estimates and outlines.
//!
//! UTF-8 is checked in the first 8,000 bytes of a file, and in all that is shown.

mod amount;
mod line_index;
mod host_text;
mod span;
mod tokens;
mod indexed_text;
mod page;
pub(crate) mod suspicious;
pub(crate) mod outline;

pub use amount::{Amount, Limit};
pub use host_text::Shown;
pub(crate) use host_text::{own, rows, stacked};
pub use indexed_text::Text;
pub use lectern_base::decode::NotText;
pub use line_index::{Eol, LineIndex};
pub use page::{Cut, Excerpt, Numbering, Page};
pub use span::{LineRange, Span, SpanError};
pub use tokens::estimate_tokens;
pub(crate) use tokens::{fitting, millitokens};
