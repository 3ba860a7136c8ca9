//! Tags that close a note: how they are compared.
//!
//! A tag counts unless it is code in every reading, and also in formulas and comments: where the app's own rules are in
//! doubt, a note is closed.

use super::RuleError;
use crate::note::tags::{TagsInLine, ends_tag};
use crate::note::{Cautious, Certain};
use crate::unicode::{fold_case, is_ignorable};

/// How much of a tag is compared, in characters: a hundred times what people write.
const COMPARED_CHARS: usize = 2000;

/// The longest tag to close by, in characters. Even in letters that take three to be written it is compared in full.
const MAX_CHARS: usize = 500;

/// Tags as they are compared: no `#`, one case, NFC.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tags(Vec<String>);

impl Tags {
    /// Takes tags with or without `#`.
    pub fn parse<S: AsRef<str>>(given: &[S]) -> Result<Self, RuleError> {
        let tag = |given: &S| {
            let given = given.as_ref();
            let tag = given.trim().trim_start_matches('#').trim_end_matches('/');
            let key = tag_key(tag);
            if key.is_empty() || tag.contains(ends_tag) || is_number(&key) || tag.chars().count() > MAX_CHARS {
                return Err(RuleError::Tag(given.to_owned()));
            }
            Ok(key)
        };
        given.iter().map(tag).collect::<Result<_, _>>().map(Self)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `tag`, as it stands behind a `#`, is one of these or nested in one.
    pub fn has(&self, tag: &str) -> bool {
        let key = tag_key(tag);
        let nested = |rest: &str| rest.is_empty() || rest.starts_with('/');
        self.0.iter().any(|closed| key.strip_prefix(closed.as_str()).is_some_and(nested))
    }

    /// Whether one of these is in `body`, a note's text behind its front matter, in lines that end in `\n` or `\r\n`.
    pub fn are_in(&self, body: &[u8]) -> bool {
        let mut reader = Cautious::default();
        // A tag is in code that is still open: it counts if nothing closes the code.
        let mut is_held = false;
        let mut end = 0;
        while end < body.len() {
            let start = end;
            let len = body[start..].iter().position(|&byte| byte == b'\n');
            end = len.map_or(body.len(), |len| start + len + 1);
            let kind = reader.line(body, start..end);
            is_held &= reader.is_open();
            let mut tags = TagsInLine::new(body, start..end, None, kind != Certain::Text);
            if tags.any(|tag| self.has(&String::from_utf8_lossy(&body[tag]))) {
                if kind != Certain::Code {
                    return true;
                }
                is_held = true;
            }
        }
        is_held
    }
}

fn is_number(tag: &str) -> bool {
    tag.chars().all(|c| c.is_ascii_digit())
}

/// The beginning of `text` that can be a tag, as it is compared: without invisible characters.
fn tag_key(text: &str) -> String {
    let visible = text.chars().filter(|&c| !is_ignorable(c)).take_while(|&c| !ends_tag(c)).take(COMPARED_CHARS);
    fold_case(&visible.collect::<String>())
}
