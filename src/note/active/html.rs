//! HTML that loads something or runs a script. Tags are not parsed: whether a quote or a `>` belongs to an attribute is a
//! question on which parsers disagree. After the first tag, everything that reads like an attribute is one.

use super::address::{Decoded, is_action, is_loaded, is_script, scheme};
use super::found::{Effect, Found, MAX_PART, begins, part_end};

/// Elements that show or run something of their own, or change what all other elements load.
const LOADING: &[&str] =
    &["iframe", "frame", "frameset", "object", "embed", "applet", "portal", "webview", "link", "base", "meta", "style"];

/// Elements that load what their `href` names.
const LOADING_HREF: &[&str] = &["image", "use", "feimage", "link", "base", "script", "animate", "set"];

/// Attributes whose address is loaded.
const LOADED: &[&str] = &[
    "src",
    "srcset",
    "imagesrcset",
    "poster",
    "background",
    "data",
    "action",
    "formaction",
    "lowsrc",
    "dynsrc",
    "ping",
    "manifest",
    "codebase",
    "archive",
    "classid",
    "xlink:href",
];

/// Bytes of the name of an attribute or an element at most.
const MAX_NAME: usize = 24;

/// Finds the active parts of the text `live`.
pub(super) fn find(live: &[u8], found: &mut Found<'_>) {
    let Some(first) = live.windows(2).position(|pair| pair[0] == b'<' && pair[1].is_ascii_alphabetic()) else { return };
    // The element that was begun last.
    let mut element = String::new();
    let mut ends = Ends::default();
    let mut at = first;
    while at < live.len() {
        let before = at.checked_sub(1).map(|before| live[before]);
        match live[at] {
            b'<' => {
                let name = name_at(live, at + 1);
                if !name.is_empty() {
                    tag(live, at, &name, found);
                    element = name;
                }
            }
            byte if byte.is_ascii_alphabetic() && before.is_none_or(|before| !is_name(before) && before != b'<') => {
                let name = name_at(live, at);
                attribute(live, at, (&name, &element), &mut ends, found);
                at += name.len().max(1) - 1;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Finds what the element `name` at `at` does by itself.
fn tag(live: &[u8], at: usize, name: &str, found: &mut Found<'_>) {
    if name == "script" {
        // To its end, or to the next one, so that time stays linear.
        let end = (at + 1..live.len())
            .find(|&end| live[end] == b'<' && (begins(live, end, "</script") || begins(live, end, "<script")));
        found.add(Effect::Runs, at, end.unwrap_or(live.len()));
    } else if LOADING.contains(&name) {
        found.add(Effect::Loads, at, part_end(live, at, |byte| byte == b'>'));
    }
}

/// Where the next quotes of both kinds are, and where text without quotes ends, as last looked up.
#[derive(Default)]
struct Ends([usize; 3]);

impl Ends {
    /// The end of the value that begins at `start`, whose kind is `kind`. Looks at no byte twice.
    fn of(&mut self, live: &[u8], start: usize, kind: usize, is_end: impl Fn(u8) -> bool) -> usize {
        if self.0[kind] < start || self.0[kind] == 0 {
            self.0[kind] = live[start..].iter().position(|&byte| is_end(byte)).map_or(live.len(), |len| start + len);
        }
        self.0[kind].min(start + MAX_PART)
    }
}

/// Finds what the attribute `name` at `at` does, if it is one of `element`.
fn attribute(live: &[u8], at: usize, (name, element): (&str, &str), ends: &mut Ends, found: &mut Found<'_>) {
    let space = |at: usize| at + live[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let equals = space(at + name.len());
    if live.get(equals) != Some(&b'=') {
        return;
    }
    let start = space(equals + 1);
    let (start, end) = match live.get(start) {
        Some(b'"') => (start + 1, ends.of(live, start + 1, 0, |byte| byte == b'"')),
        Some(b'\'') => (start + 1, ends.of(live, start + 1, 1, |byte| byte == b'\'')),
        _ => (start, ends.of(live, start, 2, |byte| byte.is_ascii_whitespace() || byte == b'>')),
    };
    let value = &live[start..end];
    let is_handler = name.len() > 4 && name.starts_with("on") && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let scheme = scheme(value).unwrap_or_default();
    if is_handler || name == "srcdoc" || is_script(&scheme) {
        found.add(Effect::Runs, at, end);
    } else if name == "href" && is_action(&scheme) {
        found.add(Effect::Opens, at, end);
    } else if loads(name, value, element) {
        found.add(Effect::Loads, at, end);
    }
}

/// Whether the attribute `name` of `element` loads its `value`.
fn loads(name: &str, value: &[u8], element: &str) -> bool {
    let has = |wanted: &[u8]| value.windows(wanted.len()).any(|part| part == wanted);
    if LOADED.contains(&name) || (name == "href" && LOADING_HREF.contains(&element)) {
        return is_loaded(value) || (name.ends_with("srcset") && has(b"//"));
    }
    // A style, or an attribute of SVG such as `fill`. A backslash may hide the letters of `url`.
    if name == "style" && has(b"\\") {
        return true;
    }
    let text = || Decoded(&String::from_utf8_lossy(value)).collect::<String>().to_lowercase();
    (has(b"(") || has(b"&")) && {
        let text = text();
        (text.contains("url(") || text.contains("image")) && (text.contains("//") || text.contains("\\\\"))
    }
}

/// The name that begins at `at`, in lower case.
fn name_at(live: &[u8], at: usize) -> String {
    let first = live.get(at).is_some_and(u8::is_ascii_alphabetic);
    let rest = &live[at.min(live.len())..];
    let len = if first { rest.iter().take(MAX_NAME).take_while(|&&byte| is_name(byte)).count() } else { 0 };
    String::from_utf8_lossy(&rest[..len]).to_ascii_lowercase()
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':' | b'_')
}
