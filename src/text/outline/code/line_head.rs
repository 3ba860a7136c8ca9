//! Decides what a line defines in Python, Ruby, Lua and shell scripts, and what a statement of SQL creates.
//!
//! Counting the `end`s of Ruby and Lua would require their full grammar (`x if y`). The `end` or `}` at the indent of a
//! definition closes it instead.

use super::Language;
use super::rules::has;
use super::scanner::is_word;

fn first_word(code: &[u8]) -> &[u8] {
    &code[..code.iter().take_while(|&&byte| is_word(byte)).count()]
}

/// How much to show of the definition in a line, if it has one.
pub(super) fn definition(language: Language, code: &[u8], column: usize) -> Option<usize> {
    let word = first_word(code);
    let behind = code[word.len()..].trim_ascii_start();
    let is_definition = match language {
        Language::Python => {
            let (word, behind) = if word == b"async" { (first_word(behind), behind) } else { (word, code) };
            if has("def class", word) && behind.len() > word.len() {
                return Some(outside_brackets(code, b':').unwrap_or(code.len()));
            }
            let is_upper = word.iter().any(u8::is_ascii_uppercase) && !word.iter().any(u8::is_ascii_lowercase);
            let rest = code[word.len()..].trim_ascii_start();
            column == 0 && is_upper && matches!(rest, [b'=' | b':', next, ..] if *next != b'=')
        }
        Language::Ruby => {
            has("def class module", word) && !behind.is_empty() || first_word(behind) == b"def" && behind.len() > 3
        }
        Language::Lua => {
            let local = code.strip_prefix(b"local ").unwrap_or(code);
            let is_path = |byte: &&u8| is_word(**byte) || matches!(byte, b'.' | b':' | b'[' | b']' | b'"');
            let path = local.iter().take_while(is_path).count();
            let value = local[path..].trim_ascii_start().strip_prefix(b"= function").and_then(<[u8]>::first);
            local.strip_prefix(b"function ").is_some_and(|name| name.contains(&b'('))
                || path > 0 && matches!(value, Some(b'(' | b' '))
        }
        _ => return shell_function(code),
    };
    is_definition.then_some(code.len())
}

/// The first index of `wanted` outside of brackets.
fn outside_brackets(code: &[u8], wanted: u8) -> Option<usize> {
    let mut depth = 0_u32;
    code.iter().position(|&byte| {
        depth += u32::from(matches!(byte, b'(' | b'[' | b'{'));
        depth = depth.saturating_sub(u32::from(matches!(byte, b')' | b']' | b'}')));
        depth == 0 && byte == wanted
    })
}

/// How much to show of a shell function: `name() {`, `function name {`, or `name()` with the brace in the next line.
fn shell_function(code: &[u8]) -> Option<usize> {
    let named = code.strip_prefix(b"function ");
    let start = named.unwrap_or(code);
    let is_name = |byte: &&u8| is_word(**byte) && **byte != b'$' || matches!(byte, b'-' | b'.' | b':' | b'+' | b'@');
    let len = start.iter().take_while(is_name).count();
    let behind = start[len..].trim_ascii_start();
    let called = behind.strip_prefix(b"(").and_then(|behind| behind.trim_ascii_start().strip_prefix(b")"));
    let behind = called.or(named.map(|_| behind))?.trim_ascii_start();
    let has_body = behind.is_empty() || matches!(behind[0], b'{' | b'(' | b'#');
    (len > 0 && has_body).then_some(code.len() - behind.len())
}

/// Whether a line closes the definition at its indent.
pub(super) fn is_end(language: Language, code: &[u8]) -> bool {
    if language == Language::Shell { matches!(code[0], b'}' | b')') } else { first_word(code) == b"end" }
}

/// Whether a definition ends in its first line.
pub(super) fn ends_on_line(language: Language, code: &[u8]) -> bool {
    match language {
        Language::Python => !has("async class def", first_word(code)),
        Language::Shell => code.ends_with(b"}") && !code.ends_with(b"{}"),
        Language::Ruby if is_endless(code) => true,
        _ => [&b" end"[..], b";end", b")end", b" end,"].into_iter().any(|end| code.ends_with(end)),
    }
}

/// Whether a method of Ruby has no `end`: `def name(…) = value`.
fn is_endless(code: &[u8]) -> bool {
    let Some(name) = code.strip_prefix(b"def ") else { return false };
    let end = name.iter().position(|&byte| byte == b')').map_or(first_word(name).len(), |at| at + 1);
    name[end..].trim_ascii_start().starts_with(b"= ")
}

/// The open blocks in the body of a routine of SQL, where `;` does not end its definition.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Routine {
    pub depth: u32,
    /// Whether the word before was `end`. In `end if`, the `if` does not open a block.
    is_ending: bool,
}

impl Routine {
    /// Takes the next piece of a statement that starts with `code`.
    pub fn take(&mut self, code: &[u8], piece: &[u8]) {
        let is = |words: &str| has(words, &piece.to_ascii_lowercase());
        let is_control = self.is_ending && is("if loop while repeat for");
        let opens = is_create(code) && (is("begin") || is("case") && !self.is_ending);
        // The `end` of `end if` closed a block that was never counted, so the `if` adds it again.
        self.depth += u32::from(is_control || opens);
        self.is_ending = is("end");
        self.depth = self.depth.saturating_sub(u32::from(self.is_ending));
    }

    /// Whether a statement ends before a line that starts with `piece`.
    pub fn ends_before(&mut self, piece: &[u8]) -> bool {
        let is_alone = has("go delimiter /", &piece.to_ascii_lowercase());
        self.depth *= u32::from(!is_alone);
        is_alone || self.depth == 0 && is_create(piece)
    }
}

fn is_create(code: &[u8]) -> bool {
    first_word(code).eq_ignore_ascii_case(b"create")
}

/// How much to show of a `create` statement of SQL: up to its columns or body.
pub(super) fn created(code: &[u8]) -> Option<usize> {
    const KINDS: &str = "table view function procedure trigger index type schema sequence domain extension database \
        aggregate package event materialized";
    const BODIES: &str = "as begin is language using select";
    if !is_create(code) {
        return None;
    }
    let (mut at, mut kind, mut depth) = (0, None, 0_u32);
    while at < code.len() {
        let word = first_word(&code[at..]).to_ascii_lowercase();
        match kind {
            None if code[at] == b'(' => return None,
            None if has(KINDS, &word) => kind = Some(has("function procedure", &word)),
            Some(is_routine) if depth == 0 && has(BODIES, &word) || code[at] == b'(' && !is_routine => return Some(at),
            _ => {}
        }
        depth += u32::from(code[at] == b'(');
        depth = depth.saturating_sub(u32::from(code[at] == b')'));
        at += word.len().max(1);
    }
    kind.map(|_| code.len())
}
