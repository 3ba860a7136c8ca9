//! Finding: texts taken apart into words, and an index of which notes hold which. It knows nothing of tools, hosts or
//! replies: all of it is data and functions over text.

pub mod index;
pub mod need;
pub mod pattern;
pub mod words;
pub mod query;
pub mod line_match;
