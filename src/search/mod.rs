//! Search: splits texts into words, and indexes which notes contain which. It knows nothing of tools, hosts or replies:
//! it is only data and functions over text.

pub mod index;
pub mod need;
pub mod pattern;
pub mod words;
pub mod query;
pub mod line_match;
