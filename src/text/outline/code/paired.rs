//! Outlines of Ruby, Lua and shell scripts: a definition ends with the `end` or `}` at the indentation of its first
//! line.
//!
//! Counting `end`s would require the grammars of these languages (`x if y`, `case` patterns, quotes inside quotes).
//! Indentation gives the same result, and errors stay local.

use super::lexer::is_word;
use super::{Language, MAX_DEPTH, Outline};
use crate::text::outline::entries::{Collector, Id, label};
use crate::text::outline::{lines, total_lines};

/// The definitions of `text`.
pub(super) fn outline(language: Language, text: &[u8]) -> Outline {
    let mut collector = Collector::new();
    let mut open: Vec<(usize, Id)> = Vec::new();
    let mut skipped: Option<Vec<u8>> = None;
    let mut last = 1;
    for (number, line) in lines(text) {
        let indent = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let rest = line[indent..].trim_ascii_end();
        if let Some(end) = &skipped {
            if rest.starts_with(end) || *end == b"]]" && rest.windows(2).any(|pair| pair == b"]]") {
                skipped = None;
            }
            continue;
        }
        if rest.is_empty() || rest.starts_with(b"#") {
            continue;
        }
        if language == Language::Ruby && rest == b"__END__" {
            break;
        }
        if let Some(shown) = definition(language, rest) {
            close(&mut collector, &mut open, indent, last);
            if open.len() < MAX_DEPTH {
                let level = u8::try_from(open.len() + 1).unwrap_or(u8::MAX);
                let id = collector.open(number, level, label(shown, level));
                if !ends_on_line(language, rest) {
                    open.push((indent, id));
                }
            }
        } else if is_end(language, rest) && open.last().is_some_and(|&(column, _)| column == indent) {
            close(&mut collector, &mut open, indent, number);
        }
        last = number;
        skipped = skips(language, indent, rest);
    }
    close(&mut collector, &mut open, 0, last);
    collector.finish(total_lines(text))
}

/// Closes the entries with this indentation or more.
fn close(collector: &mut Collector, open: &mut Vec<(usize, Id)>, indent: usize, last: u32) {
    while let Some((_, id)) = open.pop_if(|&mut (column, _)| column >= indent) {
        collector.close(id, last);
    }
}

/// If a multi-line comment or here document begins on this line, the text that ends it.
fn skips(language: Language, indent: usize, rest: &[u8]) -> Option<Vec<u8>> {
    if language == Language::Lua {
        let open = rest.windows(2).position(|pair| pair == b"[[")?;
        return (!rest[open..].windows(2).any(|pair| pair == b"]]")).then(|| b"]]".to_vec());
    }
    if language == Language::Ruby && indent == 0 && rest == b"=begin" {
        return Some(b"=end".to_vec());
    }
    let at = rest.windows(2).position(|pair| pair == b"<<")?;
    let behind = &rest[at + 2..];
    // Here strings (`<<<`), and `list << Name` in Ruby, are not here documents. In Ruby, the space tells them apart.
    let behind = behind.strip_prefix(b"-").or(behind.strip_prefix(b"~")).unwrap_or(behind);
    let behind = if language == Language::Shell { behind.trim_ascii_start() } else { behind };
    let behind =
        behind.iter().position(|byte| !matches!(byte, b'\'' | b'"' | b'\\')).map_or(behind, |at| &behind[at..]);
    let name = &behind[..behind.iter().take_while(|&&byte| is_word(byte)).count()];
    name.first().is_some_and(|byte| byte.is_ascii_uppercase() || *byte == b'_').then(|| name.to_vec())
}

fn is_end(language: Language, rest: &[u8]) -> bool {
    if language == Language::Shell {
        return rest.starts_with(b"}") || rest.starts_with(b")");
    }
    rest.strip_prefix(b"end").is_some_and(|behind| !behind.first().copied().is_some_and(is_word))
}

fn ends_on_line(language: Language, rest: &[u8]) -> bool {
    match language {
        Language::Shell => rest.ends_with(b"}") && !rest.ends_with(b"{}"),
        Language::Ruby if rest.starts_with(b"def ") && is_endless(rest) => true,
        _ => rest.ends_with(b"end") && rest.len() > 3 && !is_word(rest[rest.len() - 4]) || rest.ends_with(b"end,"),
    }
}

/// Whether it is a Ruby method without an `end`: `def name(…) = value`.
fn is_endless(rest: &[u8]) -> bool {
    let close = rest.iter().position(|&byte| byte == b')').map(|at| &rest[at + 1..]);
    let name = rest[4..].iter().take_while(|&&byte| is_word(byte) || byte == b'.').count();
    let behind = close.unwrap_or(&rest[4 + name..]).trim_ascii_start();
    behind.starts_with(b"= ")
}

/// The label of a line that begins a definition.
fn definition(language: Language, rest: &[u8]) -> Option<&[u8]> {
    match language {
        Language::Ruby => {
            // `private def name`
            let behind = rest.split(|&byte| byte == b' ').position(|word| word == b"def").filter(|&at| at < 2);
            let is_type = rest.starts_with(b"class ") || rest.starts_with(b"module ");
            let is_constant = rest[0].is_ascii_uppercase()
                && rest.windows(3).any(|three| three == b" = ")
                && rest.iter().take_while(|&&byte| is_word(byte)).all(|byte| !byte.is_ascii_lowercase());
            let is_value = rest.ends_with(b"Struct.new") || is_constant;
            (behind.is_some() || is_type || is_value && !is_constant).then_some(rest)
        }
        Language::Lua => {
            let local = rest.strip_prefix(b"local ").unwrap_or(rest);
            let is_named = local.strip_prefix(b"function ").is_some_and(|name| name.contains(&b'('));
            let is_value = rest.windows(11).any(|part| part == b"= function(" || part == b"= function ");
            let path = rest.strip_prefix(b"local ").unwrap_or(rest);
            let len = path
                .iter()
                .take_while(|&&byte| is_word(byte) || matches!(byte, b'.' | b':' | b'[' | b']' | b'"'))
                .count();
            let is_assigned = is_value && len > 0 && path[len..].trim_ascii_start().starts_with(b"= function");
            (is_named || is_assigned).then_some(rest)
        }
        _ => shell_function(rest),
    }
}

/// The label of a shell function: `name() {`, `function name {`, or `name()` with the brace on the next line.
fn shell_function(rest: &[u8]) -> Option<&[u8]> {
    let named = rest.strip_prefix(b"function ").map(<[u8]>::trim_ascii_start);
    let start = named.unwrap_or(rest);
    let is_name = |&&byte: &&u8| is_word(byte) && byte != b'$' || matches!(byte, b'-' | b'.' | b':' | b'+' | b'@');
    let len = start.iter().take_while(is_name).count();
    let behind = start[len..].trim_ascii_start();
    let called = behind.strip_prefix(b"(").map(<[u8]>::trim_ascii_start).and_then(|behind| behind.strip_prefix(b")"));
    let behind = called.or(named.map(|_| behind))?.trim_ascii_start();
    let has_body = behind.is_empty() || matches!(behind[0], b'{' | b'(' | b'#');
    let shown = &rest[..rest.len() - behind.len()];
    (len > 0 && has_body).then_some(shown)
}
