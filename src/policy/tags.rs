//! Tags that close a note: how they are compared, and where they stand in a note's text by the app's rules.
//!
//! What is code is not looked into, but only where it is code in every reading. Mathematics and comments are looked into:
//! where the app's own rules are in doubt, a note is closed.

use super::RuleError;
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
            if key.is_empty() || tag.contains(Self::are_apart_by) || is_number(&key) || tag.chars().count() > MAX_CHARS
            {
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

    /// Whether `c` ends a tag in a text of tags.
    pub fn are_apart_by(c: char) -> bool {
        ends_tag(c) && !is_ignorable(c)
    }

    /// Whether one of these stands in `body`, a note's text behind its front matter, in lines that end in `\n` or `\r\n`.
    pub fn are_in(&self, body: &[u8]) -> bool {
        let mut code = Code::default();
        let found = body.split(|&byte| byte == b'\n').any(|line| {
            let is_code = code.take(line);
            let has = self.are_in_line(line, is_code || code.hides_spans(line));
            // What stands behind a fence counts if nothing closes the fence.
            code.held |= is_code && has;
            has && !is_code
        });
        found || code.held
    }

    fn are_in_line(&self, line: &[u8], hide_spans: bool) -> bool {
        let mut span = None;
        let mut at = 0;
        while let Some(&byte) = line.get(at) {
            if byte == b'`' && hide_spans {
                let run = ticks(&line[at..]);
                at += run;
                span = match span {
                    Some(open) if open == run => None,
                    None => Some(run),
                    other => other,
                };
                continue;
            }
            at += 1;
            if byte != b'#' || span.is_some() || !may_precede_tag(&line[..at - 1]) {
                continue;
            }
            let end = line[at..].iter().position(|&byte| byte.is_ascii() && ends_tag(char::from(byte)));
            let tag = &line[at..end.map_or(line.len(), |end| at + end)];
            at += tag.len();
            if self.has(&String::from_utf8_lossy(tag)) {
                return true;
            }
        }
        false
    }
}

/// Where fenced code stands, line by line, in two readings: fences at the start of a line only, and fences behind the
/// marks of quotes and lists too. A line is code where both say so: whichever is wrong, no text is taken for code.
#[derive(Default)]
struct Code {
    plain: Option<(u8, usize)>,
    nested: Option<(u8, usize)>,
    /// A tag stands in the code that is open.
    held: bool,
    /// The paragraph has a backtick without its other half, which may be on a later line.
    stray: bool,
}

impl Code {
    /// Whether the next line is code, its fences included.
    fn take(&mut self, line: &[u8]) -> bool {
        let was = self.plain.is_some() && self.nested.is_some();
        let fence = fence(line);
        let margin = if self.plain.is_some() { 3 } else { 0 };
        turn(&mut self.plain, fence.filter(|fence| fence.indent <= margin));
        turn(&mut self.nested, fence);
        let is = self.plain.is_some() && self.nested.is_some();
        self.held &= self.plain.is_some();
        self.stray &= !is && !line.trim_ascii().is_empty();
        was || is
    }

    /// Whether backticks in `line` certainly hide what stands between them.
    fn hides_spans(&mut self, line: &[u8]) -> bool {
        let mut open = None;
        let mut at = 0;
        while let Some(next) = line[at..].iter().position(|&byte| byte == b'`') {
            at += next;
            let run = ticks(&line[at..]);
            if at > 0 && line[at - 1] == b'\\' {
                self.stray = true;
            }
            open = match open {
                None => Some(run),
                Some(first) if first == run => None,
                other => other,
            };
            at += run;
        }
        self.stray |= open.is_some();
        !self.stray
    }
}

/// A line that may open or close code.
#[derive(Clone, Copy)]
struct Fence {
    mark: u8,
    len: usize,
    /// Nothing follows, so it may close.
    bare: bool,
    /// Blanks before it, or 4 and more where a mark of a quote or a list stands before it.
    indent: usize,
}

fn fence(line: &[u8]) -> Option<Fence> {
    let start = line
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t' | b'>' | b'-' | b'*' | b'+' | b'0'..=b'9' | b'.' | b')'))?;
    let (before, rest) = line.split_at(start);
    let mark = *rest.first().filter(|mark| matches!(mark, b'`' | b'~'))?;
    let len = rest.iter().take_while(|&&byte| byte == mark).count();
    let info = rest[len..].trim_ascii();
    // A word behind backticks that holds more of them is code in a line.
    if len < 3 || (mark == b'`' && info.contains(&b'`')) {
        return None;
    }
    let indent = if before.iter().all(|&byte| byte == b' ') { before.len() } else { usize::MAX };
    Some(Fence { mark, len, bare: info.is_empty(), indent })
}

/// Opens or closes code at a fence.
fn turn(open: &mut Option<(u8, usize)>, fence: Option<Fence>) {
    match (*open, fence) {
        (None, Some(fence)) => *open = Some((fence.mark, fence.len)),
        (Some((mark, len)), Some(fence)) if fence.mark == mark && fence.len >= len && fence.bare => *open = None,
        _ => {}
    }
}

/// How many backticks `text` starts with.
fn ticks(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| byte == b'`').count()
}

/// Whether a `#` behind `before` may begin a tag: at the start, behind white space, and behind the marks of a table, a
/// quote, emphasis or a bracket, but for that of a link's target.
fn may_precede_tag(before: &[u8]) -> bool {
    let Some(&last) = before.last() else { return true };
    if last.is_ascii() {
        return match last {
            b'(' => !before.ends_with(b"]("),
            b'*' | b'_' | b'~' | b'=' | b'>' | b'|' => true,
            _ => last.is_ascii_whitespace() || last == 0x0b,
        };
    }
    // No character is longer than four bytes.
    let tail = String::from_utf8_lossy(&before[before.len().saturating_sub(4)..]);
    tail.chars().next_back().is_some_and(|c| c.is_whitespace() || is_ignorable(c))
}

/// Whether `c` cannot stand in a tag, by the app's own list.
fn ends_tag(c: char) -> bool {
    c.is_whitespace()
        || "'!\"#$%&()*+,.:;<=>?@^`{|}~[]\\".contains(c)
        || matches!(c, '\u{2000}'..='\u{206f}' | '\u{2e00}'..='\u{2e7f}')
}

fn is_number(tag: &str) -> bool {
    tag.chars().all(|c| c.is_ascii_digit())
}

/// The beginning of `text` that can be a tag, as it is compared: without invisible characters.
fn tag_key(text: &str) -> String {
    let visible = text.chars().filter(|&c| !is_ignorable(c)).take_while(|&c| !ends_tag(c)).take(COMPARED_CHARS);
    fold_case(&visible.collect::<String>())
}
