//! Search: splits texts into words, and indexes which notes contain which. Independent of tools, hosts and replies.

pub mod dates;
pub mod words;
pub mod need;
pub mod pattern;
pub mod index;
pub(crate) mod vectors;
pub(crate) mod telling_words;
pub(crate) mod question;
pub mod query;
pub mod line_match;
pub mod where_filter;
pub(crate) mod base_view;
