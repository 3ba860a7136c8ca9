//! Outlines of data files (YAML, TOML, INI, JSON): the top two levels of keys.

use super::entries::{Collector, Id, label};
use super::{Outline, line_breaks, lines, total_lines};

/// Closes the entries open at `column` or deeper.
fn close(collector: &mut Collector, open: &mut Vec<(usize, Id)>, column: usize, last: u32) {
    while let Some((_, id)) = open.pop_if(|&mut (at, _)| at >= column) {
        collector.close(id, last);
    }
}

/// The keys of YAML. List items that begin with a key count as keys.
pub(super) fn yaml(text: &[u8]) -> Outline {
    let mut collector = Collector::new();
    let mut open: Vec<(usize, Id)> = Vec::new();
    // The column of the key whose value is a block scalar (`|` or `>`).
    let mut block: Option<usize> = None;
    let mut last = 1;
    for (number, line) in lines(text) {
        let column = line.iter().take_while(|&&byte| byte == b' ').count();
        let rest = line[column..].trim_ascii_end();
        if rest.is_empty() {
            continue;
        }
        if block.is_some_and(|key| column > key) {
            last = number;
            continue;
        }
        block = None;
        if rest.starts_with(b"#") || rest.starts_with(b"%") {
            continue;
        }
        if column == 0 && (rest == b"---" || rest == b"...") {
            close(&mut collector, &mut open, 0, last);
            continue;
        }
        // The items of a list may be in the same column as its key.
        let place = 2 * column + usize::from(rest.starts_with(b"- "));
        close(&mut collector, &mut open, place, last);
        let shown = rest.strip_prefix(b"- ").unwrap_or(rest).trim_ascii_start();
        last = number;
        if ends_in_block(rest) {
            block = Some(column);
        }
        if open.len() < 2 && is_yaml_key(shown) {
            let level = if open.is_empty() { 1 } else { 2 };
            open.push((place, collector.open(number, level, label(rest, level))));
        }
    }
    close(&mut collector, &mut open, 0, last);
    collector.finish(total_lines(text))
}

fn is_yaml_key(rest: &[u8]) -> bool {
    let quoted = rest.first().filter(|quote| matches!(quote, b'"' | b'\''));
    let start = quoted.and_then(|quote| rest[1..].iter().position(|byte| byte == quote)).map_or(0, |at| at + 2);
    let begins =
        rest.first().is_some_and(|byte| !matches!(byte, b'{' | b'[' | b'&' | b'*' | b'!' | b'|' | b'>' | b'#'));
    let colon = rest[start.min(rest.len())..].iter().position(|&byte| byte == b':');
    let behind = colon.map(|at| rest.get(start + at + 1));
    begins && matches!(behind, Some(None | Some(b' ' | b'\t')))
}

/// Whether a line begins a block scalar: `key: |`, `- >-2`.
fn ends_in_block(rest: &[u8]) -> bool {
    let mark = rest.iter().rposition(|byte| !matches!(byte, b'+' | b'-' | b'0'..=b'9')).unwrap_or_default();
    matches!(rest[mark], b'|' | b'>') && mark > 0 && rest[mark - 1] == b' ' && rest.len() - mark <= 3
}

/// The tables of TOML and the sections of INI files, with their keys.
pub(super) fn toml(text: &[u8]) -> Outline {
    let mut collector = Collector::new();
    let mut open: Vec<(usize, Id)> = Vec::new();
    let mut value = Value::default();
    let mut last = 1;
    for (number, line) in lines(text) {
        let rest = line.trim_ascii();
        let is_inside = value.is_open();
        if !is_inside && (rest.is_empty() || matches!(rest[0], b'#' | b';')) {
            continue;
        }
        let is_table = rest.starts_with(b"[") && !is_inside;
        if is_inside {
            value.take(rest);
        } else if is_table {
            close(&mut collector, &mut open, 0, last);
            open.push((0, collector.open(number, 1, label(rest, 1))));
        } else if let Some(sign) = rest.iter().position(|&byte| byte == b'=') {
            close(&mut collector, &mut open, 1, last);
            let level = if open.is_empty() { 1 } else { 2 };
            open.push((1, collector.open(number, level, label(rest, level))));
            value.take(&rest[sign + 1..]);
        }
        last = number;
    }
    close(&mut collector, &mut open, 0, last);
    collector.finish(total_lines(text))
}

/// A TOML value that may span lines.
#[derive(Debug, Default)]
struct Value {
    brackets: u32,
    /// The quote that ends the multi-line string when repeated three times.
    quote: Option<u8>,
}

impl Value {
    fn is_open(&self) -> bool {
        self.brackets > 0 || self.quote.is_some()
    }

    fn take(&mut self, line: &[u8]) {
        let mut at = 0;
        // The quote that ends the current single-line string.
        let mut short: Option<u8> = None;
        while let Some(&byte) = line.get(at) {
            let is_triple = line[at..].len() >= 3 && line[at + 1] == byte && line[at + 2] == byte;
            match (self.quote, short) {
                (Some(b'"'), _) | (_, Some(b'"')) if byte == b'\\' => at += 1,
                (Some(quote), _) if quote == byte && is_triple => {
                    self.quote = None;
                    at += 2;
                }
                (None, Some(quote)) if quote == byte => short = None,
                (None, None) => match byte {
                    b'"' | b'\'' if is_triple => {
                        self.quote = Some(byte);
                        at += 2;
                    }
                    b'"' | b'\'' => short = Some(byte),
                    b'[' | b'{' => self.brackets += 1,
                    b']' | b'}' => self.brackets = self.brackets.saturating_sub(1),
                    b'#' => return,
                    _ => {}
                },
                _ => {}
            }
            at += 1;
        }
    }
}

/// The keys of JSON, with short values or the kinds of longer ones.
pub(super) fn json(text: &[u8]) -> Outline {
    let mut collector = Collector::new();
    let mut open: Vec<(usize, Id)> = Vec::new();
    let (mut at, mut line, mut depth) = (0, 1_u32, 0_usize);
    // Whether the next string may be a key: not after a colon.
    let mut may_be_key = true;
    // The line where the last value ends.
    let mut last = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\n' => line = line.saturating_add(1),
            b'{' | b'[' => {
                depth += 1;
                may_be_key = byte == b'{';
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                close(&mut collector, &mut open, depth + 1, last);
                may_be_key = false;
            }
            b',' => {
                close(&mut collector, &mut open, depth, last);
                may_be_key = true;
            }
            b':' => may_be_key = false,
            b'/' if text[at..].starts_with(b"//") => {
                at += text[at..].iter().position(|&byte| byte == b'\n').unwrap_or(text.len() - at);
                continue;
            }
            b'"' => {
                let end = string_end(text, at + 1);
                // Valid JSON has no line breaks in strings, but the file may be broken.
                let key = &text[at..end];
                if may_be_key && matches!(depth, 1 | 2) && is_json_key(text, end) && (depth == 1 || !open.is_empty()) {
                    close(&mut collector, &mut open, depth, line);
                    let level = if depth == 1 { 1 } else { 2 };
                    let shown = [key, b": ", value(text, end)].concat();
                    open.push((depth, collector.open(line, level, label(&shown, level))));
                }
                line = line.saturating_add(line_breaks(key));
                at = end;
                last = line;
                continue;
            }
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            last = line;
        }
        at += 1;
    }
    close(&mut collector, &mut open, 0, last);
    collector.finish(total_lines(text))
}

/// The offset after the `"` that closes the string whose text begins at `at`.
fn string_end(text: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = text.get(at) {
        at += if byte == b'\\' { 2 } else { 1 };
        if byte == b'"' {
            break;
        }
    }
    at.min(text.len())
}

/// Maximum bytes of white space around a colon. Limits how much is scanned twice.
const BLANK_BYTES: usize = 64;

fn behind_blanks(text: &[u8], at: usize) -> &[u8] {
    let rest = &text[at..];
    let blanks = rest.iter().take(BLANK_BYTES).take_while(|byte| byte.is_ascii_whitespace()).count();
    &rest[blanks..]
}

fn is_json_key(text: &[u8], end: usize) -> bool {
    behind_blanks(text, end).starts_with(b":")
}

/// What is shown for a value: a short value itself, otherwise its kind.
fn value(text: &[u8], end: usize) -> &[u8] {
    // Longer than any label.
    const VALUE_BYTES: usize = 500;
    let behind = behind_blanks(text, end);
    let value = behind_blanks(behind, behind.len().min(1));
    match value.first() {
        Some(b'{') => b"{}",
        Some(b'[') => b"[]",
        Some(b'"') => &value[..string_end(&value[..value.len().min(VALUE_BYTES)], 1)],
        _ => {
            &value[..value
                .iter()
                .take(VALUE_BYTES)
                .take_while(|byte| !matches!(byte, b',' | b'}' | b'\n' | b'\r'))
                .count()]
        }
    }
}
