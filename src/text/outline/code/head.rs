//! Decides what a statement defines in a language with braces: by its keywords, by what it assigns, or by its form.

use super::Language;
use super::line_head::created;
use super::rules::{MODIFIERS, NAMELESS, Rules, Scope, has};
use super::scanner::{TEXT, is_word};

/// A statement, or its part before a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head<'a> {
    pub rules: Rules,
    /// Its code with one space for all white space, and [`TEXT`] for strings.
    pub code: &'a [u8],
    /// The enclosing scope.
    pub scope: Scope,
    /// The name of the enclosing type.
    pub type_name: &'a [u8],
    /// Whether it ends inside brackets.
    pub in_brackets: bool,
    /// Whether it has more than one line.
    pub has_lines: bool,
}

/// A definition in a statement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Definition {
    /// The range to show.
    pub from: usize,
    pub to: usize,
    pub scope: Scope,
    /// The range of its name.
    pub name: (usize, usize),
}

impl<'a> Head<'a> {
    pub fn rest(&self, at: usize) -> &'a [u8] {
        self.code.get(at..).unwrap_or_default()
    }

    pub fn is(&self, at: usize, byte: u8) -> bool {
        self.code.get(at) == Some(&byte)
    }

    /// The word at `at`, or nothing.
    pub fn word(&self, at: usize) -> &'a [u8] {
        let rest = self.rest(at);
        &rest[..rest.iter().take_while(|&&byte| is_word(byte)).count()]
    }

    /// The word that ends at `end`, or nothing.
    pub fn word_before(&self, end: usize) -> &'a [u8] {
        let code = &self.code[..end];
        &code[end - code.iter().rev().take_while(|&&byte| is_word(byte)).count()..]
    }

    /// The index after the space at `at`, if there is one.
    pub fn unspaced(&self, at: usize) -> usize {
        at + usize::from(self.is(at, b' '))
    }

    /// The index of what comes after the word at `at`.
    pub fn behind_word(&self, at: usize) -> usize {
        self.unspaced(at + self.word(at).len())
    }

    /// The index after the bracket that closes the one at `at`. The end if it is unclosed.
    pub fn behind_brackets(&self, at: usize) -> usize {
        let mut depth = 0_u32;
        for (index, &byte) in self.code.iter().enumerate().skip(at) {
            depth += u32::from(matches!(byte, b'(' | b'[' | b'{'));
            if matches!(byte, b')' | b']' | b'}') {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return index + 1;
                }
            }
        }
        self.code.len()
    }

    /// The index after the `>` that closes the `<` at `at`.
    pub fn behind_angles(&self, at: usize) -> usize {
        let mut depth = 0_u32;
        let end = self.find(at, |at| {
            let is_arrow = at > 0 && matches!(self.code[at - 1], b'=' | b'-');
            depth += u32::from(self.is(at, b'<'));
            depth -= u32::from(self.is(at, b'>') && !is_arrow);
            depth == 0
        });
        end.map_or(self.code.len(), |at| at + 1)
    }

    /// The first index from `at` on, outside of brackets, for which `holds`.
    pub fn find(&self, mut at: usize, mut holds: impl FnMut(usize) -> bool) -> Option<usize> {
        while at < self.code.len() {
            if holds(at) {
                return Some(at);
            }
            at = if matches!(self.code[at], b'(' | b'[' | b'{') {
                self.behind_brackets(at)
            } else {
                at + self.word(at).len().max(1)
            };
        }
        None
    }

    /// Whether there is an assignment at `at`: `=`, or `<-` in R.
    pub fn is_assignment(&self, at: usize) -> bool {
        let is_other = |byte: Option<&u8>| matches!(byte, Some(b'=' | b'!' | b'<' | b'>'));
        let is_equal = self.is(at, b'=')
            && !is_other(self.code.get(at + 1))
            && !is_other(at.checked_sub(1).and_then(|at| self.code.get(at)));
        is_equal || self.rules.language == Language::R && self.rest(at).starts_with(b"<-")
    }

    /// The definition in this statement, if any. `has_body` tells whether a brace follows.
    pub fn definition(&self, has_body: bool) -> Option<Definition> {
        use Language::{CSharp, Cpp, Css, Dart, Java, JavaScript, Kotlin, R, Scss};
        let whole = Definition { from: 0, to: self.code.len(), scope: Scope::Type, name: (0, 0) };
        let language = self.rules.language;
        if matches!(language, Css | Scss) {
            let is_shown = has_body && !self.in_brackets && !self.code.is_empty() && !self.is(0, b'&');
            return is_shown.then_some(whole);
        }
        if language == Language::Sql {
            return created(self.code).map(|to| Definition { to, ..whole });
        }
        let from = self.behind_attributes();
        let by_keyword = self.by_keyword(from, has_body);
        // `export const f = () => …` is a function, not a constant.
        let is_value = by_keyword.is_some_and(|found| found.scope == Scope::Value) && self.word(from) != b"type";
        let is_assigned = matches!(language, JavaScript | R) && (is_value || by_keyword.is_none());
        let assigned = if is_assigned { self.assigned(from) } else { None };
        let mut found = assigned.or(by_keyword).or_else(|| match language {
            JavaScript => self.method(from, has_body),
            Cpp | CSharp | Java | Dart => self.by_shape(from, has_body),
            _ => None,
        })?;
        // A value with a block, and an expression that is a body, are not shown.
        let is_cut = found.scope == Scope::Value && (has_body || self.has_lines)
            || found.scope == Scope::Function && matches!(language, Kotlin | Dart | CSharp);
        let is_sign = |at: usize| self.is(at, b'=') && !self.is(at + 1, b'=') && !self.is(at.max(1) - 1, b'=');
        if is_cut
            && let Some(sign) = self.find(found.from, is_sign)
            && self.word_before(sign) != b"operator"
        {
            found.to = found.to.min(sign);
        }
        Some(found)
    }

    /// The index after attributes, and after labels such as `public:`.
    fn behind_attributes(&self) -> usize {
        let language = self.rules.language;
        let mut at = 0;
        loop {
            let start = at;
            if self.is(at, b'@') && !self.word(at + 1).is_empty() && self.word(at + 1) != b"interface" {
                at += 1 + self.word(at + 1).len();
                while self.is(at, b'.') || self.is(at, b':') {
                    at += 1 + self.word(at + 1).len();
                }
                at = if self.is(self.unspaced(at), b'(') { self.behind_brackets(self.unspaced(at)) } else { at };
            } else if self.is(at, b'#') && (self.is(at + 1, b'[') || self.is(at + 1, b'!')) {
                at = self.behind_brackets(at + 1);
            } else if self.is(at, b'[') && matches!(language, Language::CSharp | Language::Cpp) {
                at = self.behind_brackets(at);
            } else if language == Language::Cpp && !self.word(at).is_empty() {
                let colon = self.behind_word(at);
                at = if self.is(colon, b':') && !self.is(colon + 1, b':') { colon + 1 } else { at };
            }
            at = self.unspaced(at);
            if at == start || at >= self.code.len() {
                return at.min(self.code.len());
            }
        }
    }

    /// Whether the statement has nothing but attributes so far.
    pub fn is_attribute(&self) -> bool {
        !self.in_brackets && !self.code.is_empty() && self.behind_attributes() == self.code.len()
    }

    pub fn behind_templates(&self, mut at: usize) -> usize {
        while self.rules.language == Language::Cpp
            && self.word(at) == b"template"
            && self.is(self.behind_word(at), b'<')
        {
            at = self.unspaced(self.behind_angles(self.behind_word(at)));
        }
        at
    }

    fn by_keyword(&self, from: usize, has_body: bool) -> Option<Definition> {
        let is_script = self.rules.language == Language::JavaScript;
        let mut at = self.behind_templates(from);
        let (mut found, mut is_exported) = (None, false);
        loop {
            let annotation = self.is(at, b'@') && self.word(at + 1) == b"interface";
            at += usize::from(annotation);
            let (word, mut next) = (self.word(at), self.behind_word(at));
            let is_named = !self.word(next).is_empty() || next == self.code.len() && has_body && word != b"type";
            if let Some(scope) = self.rules.keyword(word)
                && (is_named || self.is_unnamed(word, next))
            {
                found = Some((at, scope));
            } else if is_exported && has("const let var", word) && self.word(next) != b"enum" {
                found = Some((at, Scope::Value));
            } else if has(MODIFIERS, word) {
                is_exported |= is_script && has("export declare", word);
                next = if self.is(next, b'(') { self.unspaced(self.behind_brackets(next)) } else { next };
            } else {
                // The text of `extern "C"`.
                let is_linkage = word.first() == Some(&TEXT) && at > from && found.is_none();
                if !is_linkage {
                    break;
                }
            }
            at = next;
        }
        let (at, scope) = found?;
        let word = self.word(at);
        let in_space = self.scope == Scope::Space;
        let is_allowed = match (self.rules.language, scope) {
            // Without a body, this is a declaration, or a type before the name of a function or variable.
            (Language::Cpp, Scope::Type) => {
                (has_body || self.is_named_behind())
                    && self.find(at, |at| matches!(self.code[at], b'(' | b'=')).is_none()
            }
            (Language::Cpp, _) => has_body || word == b"concept",
            (Language::Rust, Scope::Value) => in_space || self.scope == Scope::Type,
            (Language::JavaScript, Scope::Value) => in_space || word == b"type" && self.scope != Scope::Object,
            (_, Scope::Value) => in_space || word == b"typealias",
            // `fn(u8)` is a type.
            (Language::Rust, Scope::Function) => !self.is(self.behind_word(at), b'('),
            _ => true,
        };
        let name = self.behind_word(at);
        let name = (name, name + self.word(name).len());
        is_allowed.then_some(Definition { from, to: self.code.len(), scope, name })
    }

    /// Whether a keyword needs no name before what is at `next`: `init(`, `impl<T>`, Go's `const (`.
    fn is_unnamed(&self, word: &[u8], next: usize) -> bool {
        self.rules.language == Language::Go && self.is(next, b'(') && word != b"func"
            || self.rules.language == Language::Cpp && self.is(next, b'{')
            || has(NAMELESS, word) && !self.is(next, b'.') && !self.is(next, b'=')
    }

    /// Whether the name comes after the block, as in a `typedef` of C.
    pub fn is_named_behind(&self) -> bool {
        self.rules.language == Language::Cpp && self.word(0) == b"typedef"
    }

    /// Whether what comes after a block belongs to the definition: a name or a type.
    pub fn is_shown_behind(&self, definition: &Definition) -> bool {
        self.is_named_behind() || self.rules.language == Language::JavaScript && definition.scope == Scope::Function
    }
}
