//! Why YAML can't be read: the line, and how to mend it.

use std::collections::HashMap;

use lectern_base::front_matter::find;

use super::bracketed::Bracketed;
use super::indented::{LineRole, Reader, is_odd};
use super::keys::{colons, comment_start, key, without_break};
use super::pieces::Piece;

/// The first line of YAML that no parser reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct YamlFault {
    /// The line, 1-indexed in the file.
    pub line: u32,
    /// What is wrong: `line 2 has a colon in its value`.
    pub what: String,
    /// How to mend it: `write title: "Q3: Planning"`.
    pub fix: String,
}

impl YamlFault {
    fn new(line: u32, what: &str, fix: String) -> Self {
        Self { line, what: format!("line {line} {what}"), fix }
    }
}

/// Why the properties of `note`, without a byte order mark, can't be read. `None` if they can be, if there are none, or
/// if they use a part of YAML that is rare, such as anchors.
pub(crate) fn note_fault(note: &str) -> Option<YamlFault> {
    let front = find(note.as_bytes())?;
    let text = std::str::from_utf8(front.text).ok()?;
    if front.body.is_some() {
        return yaml_fault(text, 2);
    }
    // `---` alone may be a line between two parts of the text.
    key(text.lines().next()?.trim_end())?;
    let mut take = |_: Piece<'_>| {};
    let mut reader = Reader::new(&mut take);
    let are_properties =
        text.split('\n').take_while(|line| !line.trim().is_empty() && reader.take(without_break(line)).is_some());
    let last = u32::try_from(are_properties.count()).unwrap_or(u32::MAX).saturating_add(1);
    Some(YamlFault::new(1, "begins front matter that is never closed", format!("add a line --- below line {last}")))
}

/// The same for `yaml`, whose first line has the number `first`.
pub(crate) fn yaml_fault(yaml: &str, first: u32) -> Option<YamlFault> {
    if yaml.trim_start().starts_with('{') {
        return None;
    }
    let mut take = |_: Piece<'_>| {};
    let mut reader = Reader::new(&mut take);
    let mut names: HashMap<&str, u32> = HashMap::new();
    // Where the value begins that is being read.
    let mut start = first;
    for (number, line) in (first..).zip(yaml.split('\n').map(without_break)) {
        let was_complete = reader.is_complete();
        if was_complete {
            start = number;
        }
        if reader.take(line).is_none() {
            return match (was_complete, line.starts_with([' ', '\t'])) {
                (true, _) => odd_line(number, line),
                (false, true) => None,
                (false, false) => Some(unclosed(start)),
            };
        }
        if let LineRole::Property(name) = reader.last_line()
            && let Some(other) = names.insert(name, number)
        {
            let what = format!("has {name} again, which line {other} has");
            return Some(YamlFault::new(number, &what, "remove one of both lines".to_owned()));
        }
    }
    (!reader.is_complete()).then(|| unclosed(start))
}

fn unclosed(line: u32) -> YamlFault {
    YamlFault::new(
        line,
        "opens a quote or bracket that is never closed",
        "close it, or put the whole value in quotes".to_owned(),
    )
}

/// What is wrong with `line`, which is not understood where it is. `None` if it may be YAML that is rare.
fn odd_line(number: u32, line: &str) -> Option<YamlFault> {
    let fault = |what: &str, fix: String| Some(YamlFault::new(number, what, fix));
    if line.contains(is_odd) {
        return None;
    }
    let blanks = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
    if blanks.contains('\t') {
        return fault("is indented with a tab", "indent it with spaces".to_owned());
    }
    let mut text = line.trim_matches([' ', '\t']);
    let mut head = String::new();
    while let Some(item) = text.strip_prefix("- ") {
        head += "- ";
        text = item.trim_start_matches(' ');
    }
    if text.starts_with(['&', '*', '!', '?', '"', '\'', '\t', '<', '%', '|', '>', '[', '{']) || is_mark(text) {
        return None;
    }
    let (name, value) = match key(text) {
        Some((name, value)) => (Some(name), value.trim_matches([' ', '\t'])),
        None => (None, text),
    };
    let quoted = |value: &str| {
        let value = serde_json::Value::from(value[..comment_start(value).unwrap_or(value.len())].trim_end());
        format!("write {head}{}{value}", name.map(|name| format!("{name}: ")).unwrap_or_default())
    };
    match value.chars().next() {
        Some('&' | '*' | '!' | '|' | '>' | '\t') => None,
        Some(first @ ('@' | '`' | '%' | ',' | ']' | '}')) => {
            fault(&format!("has a value that begins with {first}"), quoted(value))
        }
        Some(first @ ('"' | '\'' | '[' | '{')) => {
            let mut read = Bracketed::new();
            let end = read.take(value)?;
            let is_over =
                read.is_closed() && !value[end..].trim_start().starts_with('#') && !value[end..].trim().is_empty();
            let what = if matches!(first, '"' | '\'') { "quote" } else { "bracket" };
            if is_over { fault(&format!("has text behind the closing {what}"), quoted(value)) } else { None }
        }
        Some('?' | '-' | ':') if value[1..].starts_with([' ', '\t']) || value.len() == 1 => None,
        _ if name.is_some() && colons(&value[..comment_start(value).unwrap_or(value.len())]).next().is_some() => {
            fault("has a colon in its value", quoted(value))
        }
        _ if name.is_some() || !head.is_empty() || text == "-" => {
            fault("does not fit the lines above it", "indent it as deep as the line that it belongs to".to_owned())
        }
        // A continued text with a comment is rare, but valid.
        _ if !blanks.is_empty() => None,
        _ => fault("is no property", "write it as name: value, or below the closing ---".to_owned()),
    }
}

/// Whether `text` begins or ends a document.
fn is_mark(text: &str) -> bool {
    ["---", "..."].iter().any(|mark| text.starts_with(mark))
}
