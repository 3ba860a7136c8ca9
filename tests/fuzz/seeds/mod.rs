//! Small good files of every format, made here, and the words of each.

pub mod books;
pub mod code;
pub mod encodings;
pub mod json;
pub mod mail;
pub mod pictures;
pub mod rich_text;
pub mod rules;
pub mod sheets;
pub mod web;
pub mod word;
