//! Images, embeds and links of Markdown whose addresses load something, run a script or make a program act.

use std::collections::HashMap;

use super::address::{is_action, is_loaded, is_script, scheme};
use super::found::{Effect, Found, begins, next_of, part_end, table};
use crate::note::links::resource::destination as link_destination;

/// A `[` or `![` that may begin a link or an image.
struct Bracket {
    start: usize,
    is_image: bool,
}

/// What is known of the brackets so far.
#[derive(Default)]
struct Brackets {
    open: Vec<Bracket>,
    /// Where a `![` began in this paragraph that has no address yet: another parser may take the brackets behind it for
    /// text.
    image: Option<usize>,
    /// Images that name a reference, by its key.
    images: Vec<(String, usize, usize)>,
    /// The addresses of references, by their keys.
    addresses: HashMap<String, Vec<u8>>,
}

/// Finds the active parts of the text `live`.
pub(super) fn find(live: &[u8], found: &mut Found<'_>) {
    const SIGNS: [bool; 256] = table(b"\\![]\n<oO");
    let mut brackets = Brackets::default();
    let mut at = 0;
    while let Some(next) = next_of(live, at, &SIGNS) {
        at = next;
        let len = match live[at..] {
            // HTML knows no escapes.
            [b'\\', ..] if begins(live, at, "\\href") || begins(live, at, "\\includegraphics") => tex(live, at, found),
            [b'\\', escaped, ..] if escaped.is_ascii_punctuation() && escaped != b'<' => 2,
            [b'!', b'[', b'[', ..] => part_end(live, at, |byte| byte == b']' || byte == b'\n') - at,
            [b'!', b'[', ..] => brackets.open(at, true),
            [b'[', ..] => brackets.open(at, false),
            [b']', ..] => brackets.close(live, at, found),
            [b'\n', ..] => brackets.end_line(live, at),
            [b'<', next, ..] if next.is_ascii_alphabetic() => {
                let end = part_end(live, at + 1, |byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'<'));
                link(live, at + 1, end, found);
                1
            }
            [b'o' | b'O', ..] if begins(live, at, "obsidian://") => {
                let is_end = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'<' | b'>' | b')');
                let end = part_end(live, at, is_end);
                found.add(Effect::Opens, at, end);
                end - at
            }
            _ => 1,
        };
        at += len;
    }
    for (key, start, end) in &brackets.images {
        if brackets.addresses.get(key).is_some_and(|address| is_loaded(address)) {
            found.add(Effect::Loads, *start, *end);
        }
    }
}

impl Brackets {
    fn open(&mut self, start: usize, is_image: bool) -> usize {
        if is_image {
            self.image = Some(start);
        }
        self.open.push(Bracket { start, is_image });
        1 + usize::from(is_image)
    }

    /// Handles the `]` at `at`. Returns how many bytes were read.
    fn close(&mut self, live: &[u8], at: usize, found: &mut Found<'_>) -> usize {
        let bracket = self.open.pop();
        let is_own = bracket.as_ref().is_some_and(|bracket| bracket.is_image);
        let image = self.image.filter(|_| !is_own).or(bracket.as_ref().filter(|_| is_own).map(|bracket| bracket.start));
        let next = live.get(at + 1).copied();
        if let Some(start) = image {
            self.image(live, (start, at), next, found);
            if is_own && matches!(next, Some(b'(' | b'[')) {
                self.image = None;
            }
        }
        let Some(Bracket { start, is_image: false }) = bracket else { return 1 };
        if let Some(sign @ (b'(' | b':')) = next {
            let (address, _) = address_in(live, at + 2);
            link(live, address.start, address.end, found);
            if let (b':', Some(label)) = (sign, key(&live[start + 1..at])) {
                self.addresses.entry(label).or_insert_with(|| live[address].to_vec());
            }
        }
        1
    }

    /// Takes an image whose text is in the bytes `start` to `end`, with its brackets: `![text](address)`,
    /// `![text][name]`, `![name][]` or `![name]`.
    fn image(&mut self, live: &[u8], (start, end): (usize, usize), next: Option<u8>, found: &mut Found<'_>) {
        if next == Some(b'(') {
            let (address, after) = address_in(live, end + 2);
            if is_loaded(&live[address]) {
                found.add(Effect::Loads, start, after);
            }
            return;
        }
        let behind = part_end(live, end + 1, |byte| byte == b']');
        let named = if next == Some(b'[') { key(&live[end + 2..behind]) } else { None };
        let (name, after) = match named {
            Some(name) => (Some(name), behind),
            None => (key(&live[start + 2..end]), end),
        };
        self.images.extend(name.map(|name| (name, start, after + 1)));
    }

    /// No link goes on behind a blank line.
    fn end_line(&mut self, live: &[u8], at: usize) -> usize {
        let below = live[at + 1..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'>'));
        if below == Some(&b'\n') {
            self.open.clear();
            self.image = None;
        }
        1
    }
}

/// The address behind the bracket or colon before `start`, and where it ends.
fn address_in(live: &[u8], start: usize) -> (std::ops::Range<usize>, usize) {
    let is_end = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b')' | b'>');
    link_destination(live, start).unwrap_or_else(|| {
        let space = live[start..].iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b'<').count();
        let end = part_end(live, start + space, is_end);
        (start + space..end, end)
    })
}

/// Finds what a click on a link to the address from `start` to `end` does.
fn link(live: &[u8], start: usize, end: usize, found: &mut Found<'_>) {
    match scheme(&live[start..end]) {
        Some(scheme) if is_script(&scheme) => found.add(Effect::Runs, start, end),
        Some(scheme) if is_action(&scheme) => found.add(Effect::Opens, start, end),
        _ => {}
    }
}

/// Finds what a command of TeX links to or loads. Returns how many bytes were read.
fn tex(live: &[u8], at: usize, found: &mut Found<'_>) -> usize {
    let open = part_end(live, at, |byte| byte == b'{');
    let end = part_end(live, open, |byte| matches!(byte, b'}' | b'\\' | b'\n'));
    let address = (open + 1).min(end);
    if begins(live, at, "\\href") {
        link(live, address, end, found);
    } else if is_loaded(&live[address..end]) {
        found.add(Effect::Loads, at, end);
    }
    2
}

/// The label of a link reference as parsers compare it, or `None` if it is not valid.
fn key(label: &[u8]) -> Option<String> {
    const MAX_LABEL: usize = 999;
    if label.len() > MAX_LABEL {
        return None;
    }
    let label = String::from_utf8_lossy(label).to_lowercase();
    Some(label.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|label| !label.is_empty())
}
