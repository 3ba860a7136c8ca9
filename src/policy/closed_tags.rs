//! Compares the tags of a note with the tags that close it.
//!
//! Tags in formulas and comments count. Tags in code do not, if it is code in every reading (see `note/cautious.rs`).
//! Where Obsidian's rules are unclear, the note is closed.

use super::rules::RuleError;
use crate::note::tags::{PossibleTags, ends_tag, is_wide_hash, surely_ends_tag};
use crate::note::{Cautious, Certain};
use crate::unicode::{fold_case, is_ignorable};

/// Maximum length of the compared part of a tag, in characters: far more than people write.
const COMPARED_CHARS: usize = 2000;

/// Maximum characters of a tag that closes notes. Even if each expands to three, the whole tag is compared.
const MAX_CHARS: usize = 500;

/// Tags in their compared form: without `#`, case-folded, NFC.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tags(Vec<String>);

impl Tags {
    /// Parses tags, with or without `#`.
    pub fn parse<S: AsRef<str>>(given: &[S]) -> Result<Self, RuleError> {
        let tag = |given: &S| {
            let given = given.as_ref();
            let tag = given.trim().trim_start_matches(|c| c == '#' || is_wide_hash(c)).trim_end_matches('/');
            let key = tag_key(tag);
            if key.is_empty() || tag.contains(surely_ends_tag) || is_number(&key) || tag.chars().count() > MAX_CHARS {
                return Err(RuleError::Tag(given.to_owned()));
            }
            Ok(key)
        };
        given.iter().map(tag).collect::<Result<_, _>>().map(Self)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `tag`, without its `#`, is one of these tags or nested in one: `private/a` is nested in `private`. An
    /// invisible character may be ignored, or end the tag, as some do in Obsidian.
    pub fn has(&self, tag: &str) -> bool {
        let tag = tag.trim_start_matches(is_ignorable);
        let first = |ends: fn(char) -> bool| tag.split(ends).next().unwrap_or_default();
        self.has_key(tag)
            || (tag.contains(is_ignorable)
                && [first(ends_tag), first(is_ignorable)].iter().any(|tag| self.has_key(tag)))
    }

    fn has_key(&self, tag: &str) -> bool {
        let key = tag_key(tag);
        let key = key.trim_start_matches('/');
        // Where it ends emphasis, a `_` is no part of the tag: `_#private_`.
        let nested = |rest: &str| rest.starts_with('/') || rest.bytes().all(|byte| byte == b'_');
        self.0.iter().any(|closed| key.strip_prefix(closed.as_str()).is_some_and(nested))
    }

    /// Whether one of these tags is in `body`, the note without its front matter. Lines end in `\n` or `\r\n`.
    pub fn are_in(&self, body: &[u8]) -> bool {
        let mut reader = Cautious::default();
        // Whether a tag is in code that is still open. It counts if nothing closes the code.
        let mut is_held = false;
        let mut end = 0;
        while end < body.len() {
            let start = end;
            let len = body[start..].iter().position(|&byte| byte == b'\n');
            end = len.map_or(body.len(), |len| start + len + 1);
            let kind = reader.line(body, start..end);
            is_held &= reader.is_open();
            let mut tags = PossibleTags::new(body, start..end, kind != Certain::Text);
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

/// The tag at the start of `text`, in its compared form: without invisible characters.
fn tag_key(text: &str) -> String {
    let visible = text.chars().filter(|&c| !is_ignorable(c)).take_while(|&c| !surely_ends_tag(c)).take(COMPARED_CHARS);
    fold_case(&visible.collect::<String>())
}
