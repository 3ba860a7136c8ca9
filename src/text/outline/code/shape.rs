//! Detects functions without a keyword, as in C and its relatives: a type, a name, brackets.

use super::Language;
use super::head::{Definition, Head};
use super::lexer::TokenKind;
use super::words::{Scope, is_statement};

impl Head<'_> {
    /// A function, method, constructor or property.
    pub fn by_shape(&self, from: usize, has_body: bool) -> Option<Definition> {
        let is_open = matches!(self.scope, Scope::Space | Scope::Type);
        let mut start = from;
        while self.word(start) == b"template" && self.is(start + 1, b'<') {
            start = self.behind_angles(start + 1);
        }
        let first = self.word(start);
        // A destructor, or a type with its full path.
        let may_begin = !first.is_empty() && !is_statement(first) || self.is(start, b'~') || self.is(start, b':');
        // In Java and Dart, the type parameters of a generic method come first.
        if !is_open || !(may_begin || self.is(start, b'<')) {
            return None;
        }
        let whole = Definition { from, to: self.tokens.len(), scope: Scope::Function, name: (0, 0) };
        let Some((open, name)) = self.parameters(start) else {
            return self.is_property(start, has_body).then_some(whole);
        };
        let is_operator = self.find(start, |at| self.word(at) == b"operator").is_some_and(|at| at < open);
        if !is_operator && self.find(start, |at| at < open && self.is(at, b'=')).is_some() {
            return None;
        }
        let is_own = self.word(name) == self.type_name && !self.type_name.is_empty();
        let is_path = name > start && (self.is(name - 1, b':') || self.is(name - 1, b'~') || self.is(name - 1, b'.'));
        let is_alone = name == start;
        let is_function = if has_body {
            // A name alone may be a macro that begins a function, such as a test.
            !is_alone || is_own || self.language == Language::Cpp && self.scope == Scope::Space && !self.in_brackets
        } else {
            is_own
                || !is_alone && !is_path
                || self.is(name.saturating_sub(1), b'~')
                || self.language == Language::Dart && is_path && self.word(start) == self.type_name
        };
        is_function.then_some(whole)
    }

    /// The indexes of the bracket that opens the parameters, and of the name before it.
    fn parameters(&self, start: usize) -> Option<(usize, usize)> {
        let is_name = |at: usize| {
            at > start && {
                let word = self.word(at - 1);
                let is_generic = self.is(at - 1, b'>') && self.language != Language::Cpp;
                let is_operator = at > start + 1 && self.tokens[at - 1].kind != TokenKind::Word && {
                    let from = at.saturating_sub(4).max(start);
                    (from..at).any(|at| self.word(at) == b"operator")
                };
                is_operator || is_generic || !word.is_empty() && !NO_NAMES.iter().any(|no| no.as_bytes() == word)
            }
        };
        let open = self.find(start, |at| self.is(at, b'(') && is_name(at))?;
        let mut name = open - 1;
        // Behind the types of a generic method.
        let mut depth = 0_u32;
        while self.language != Language::Cpp && name > start && (self.is(name, b'>') || depth > 0) {
            depth += u32::from(self.is(name, b'>'));
            depth -= u32::from(self.is(name, b'<') && depth > 0);
            name -= 1;
        }
        Some((open, name))
    }

    /// Whether it is a property in C# or a getter in Dart.
    fn is_property(&self, start: usize, has_body: bool) -> bool {
        let sign = self.find(start, |at| self.is(at, b'='));
        let is_arrow = sign.is_some_and(|at| self.is_pair(at, *b"=>"));
        let has_type = sign.unwrap_or(self.tokens.len()) >= start + 2;
        match self.language {
            Language::CSharp => self.scope == Scope::Type && has_type && (is_arrow || has_body && sign.is_none()),
            Language::Dart => {
                let has_word = self.find(start, |at| self.word(at) == b"get").is_some();
                has_word && (is_arrow || has_body && sign.is_none())
            }
            _ => false,
        }
    }
}

/// Words before brackets that are not function names.
const NO_NAMES: &[&str] = &[
    "alignas",
    "decltype",
    "__attribute__",
    "__declspec",
    "noexcept",
    "throw",
    "requires",
    "Function",
    "explicit",
    "asm",
];
