//! Definitions without a keyword: functions that are assigned as values (`const f = () => …`, `f <- function(x)`), methods
//! of JavaScript, and functions that are a type, a name and brackets, as in C.

use super::Language;
use super::head::{Definition, Head};
use super::rules::{MODIFIERS, NO_NAMES, STATEMENTS, Scope, has};
use super::scanner::is_word;

/// Maximum length of the name of an operator, such as `operator const char*`.
const OPERATOR_BYTES: usize = 40;

/// Maximum length of the type parameters of a method.
const GENERIC_BYTES: usize = 200;

/// Maximum number of signs after which an assigned function is found: `a = b = c = function () {`.
const MAX_SIGNS: usize = 8;

impl Head<'_> {
    /// A function or class that is named by an assignment or as a member of an object: `f = () =>`, `f <- function`.
    pub fn assigned(&self, from: usize) -> Option<Definition> {
        let first = self.word(from);
        let is_path = !first.is_empty() || self.is(from, b'#') || self.is(from, b'[');
        let is_member = self.scope == Scope::Object && (self.is(self.behind_word(from), b':') || self.is(from, b'['));
        if !is_path || has(STATEMENTS, first) && !is_member && first != b"var" && first != b"this" {
            return None;
        }
        let mut at = from;
        for _ in 0..MAX_SIGNS {
            at = self.find(at + 1, |at| self.is_assignment(at) || is_member && self.is(at, b':'))?;
            let value = self.unspaced(at + 1 + usize::from(self.is(at + 1, b'-')));
            if let Some((scope, to)) = self.function(value) {
                return Some(Definition { from, to: to.min(self.code.len()), scope, name: (0, 0) });
            }
        }
        None
    }

    /// If a function or class starts at `at`, its scope and the index after what is shown of it.
    fn function(&self, mut at: usize) -> Option<(Scope, usize)> {
        let is_arrow = |at: usize| self.rest(at).starts_with(b"=>");
        if self.word(at) == b"async" && !is_arrow(self.behind_word(at)) {
            at = self.behind_word(at);
        }
        match (self.rules.language, self.word(at)) {
            (Language::R, b"function") => return Some((Scope::Function, self.behind_brackets(self.behind_word(at)))),
            (Language::R, _) => return None,
            (_, b"function") => {
                self.find(at, |at| self.is(at, b'('))?;
                return Some((Scope::Function, self.code.len()));
            }
            (_, b"class") if !self.is(at + 5, b'.') => return Some((Scope::Type, self.code.len())),
            _ => {}
        }
        if self.is(at, b'<') {
            at = self.unspaced(self.behind_angles(at));
        }
        let behind = if self.is(at, b'(') { self.behind_brackets(at) } else { at + self.word(at).len() };
        let behind_type = if self.is(behind, b':') { self.find(behind, is_arrow)? } else { self.unspaced(behind) };
        (behind > at && is_arrow(behind_type)).then_some((Scope::Function, behind_type + 2))
    }

    /// A method of a class, an interface or an object of JavaScript.
    pub fn method(&self, from: usize, has_body: bool) -> Option<Definition> {
        if !matches!(self.scope, Scope::Type | Scope::Object) || self.in_brackets {
            return None;
        }
        let mut at = from;
        while has(MODIFIERS, self.word(at)) && !matches!(self.code.get(self.behind_word(at)), Some(b'(' | b'<')) {
            at = self.behind_word(at);
        }
        at += usize::from(self.is(at, b'*'));
        at += usize::from(self.is(at, b'#'));
        let word = self.word(at);
        let is_name = self.scope == Scope::Type || at > from || !has(STATEMENTS, word) || has_body;
        let name = (at, at + word.len());
        at = if self.is(at, b'[') { self.behind_brackets(at) } else { name.1 };
        if at == name.0 || !is_name {
            return None;
        }
        at += usize::from(self.is(at, b'?'));
        if self.is(at, b'<') {
            at = self.behind_angles(at);
        }
        at = self.unspaced(at);
        let behind = self.behind_brackets(at);
        let is_typed = self.is(behind, b':');
        // In an object, a method without a body is a call.
        let is_declared = has_body || self.scope == Scope::Type || is_typed;
        let is_whole = self.is(at, b'(') && (behind == self.code.len() || is_typed);
        let found = Definition { from, to: self.code.len(), scope: Scope::Function, name };
        (is_declared && is_whole).then_some(found)
    }

    /// A function, method or property without a keyword: a type, a name and brackets, as in C.
    pub fn by_shape(&self, from: usize, has_body: bool) -> Option<Definition> {
        let start = self.behind_templates(from);
        let first = self.word(start);
        // A destructor starts with `~`, a qualified type perhaps with `:`, a generic method with its type parameters.
        let is_generic = self.is(start, b'<') && (start == 0 || self.is(start - 1, b' '));
        let may_begin = !first.is_empty() && !has(STATEMENTS, first)
            || is_generic
            || matches!(self.code.get(start), Some(b'~' | b':'));
        if !matches!(self.scope, Scope::Space | Scope::Type) || !may_begin {
            return None;
        }
        let whole = Definition { from, to: self.code.len(), scope: Scope::Function, name: (0, 0) };
        let is_cpp = self.rules.language == Language::Cpp;
        let operator = self.find(start, |at| self.word(at) == b"operator");
        let is_named = |open: usize| {
            let (from, to) = self.name_before(open);
            let is_operator = from == to && operator.is_some_and(|at| at < open && open - at < OPERATOR_BYTES);
            is_operator || from < to && !has(NO_NAMES, &self.code[from..to])
        };
        let open = self.find(start, |at| self.is(at, b'(') && at > start && is_named(at));
        let sign = self.find(start, |at| self.is(at, b'='));
        let Some(open) = open else { return self.is_property(sign, has_body).then_some(whole) };
        if operator.is_none_or(|at| at > open) && sign.is_some_and(|at| at < open) {
            return None;
        }
        let name = self.name_before(open);
        let is_own = !self.type_name.is_empty() && &self.code[name.0..name.1] == self.type_name;
        let before = name.0.checked_sub(1).filter(|_| name.0 > start).map_or(b' ', |at| self.code[at]);
        let is_alone = name.0 == start;
        let is_function = if has_body {
            // A name without a type is a macro that starts a function.
            !is_alone || is_own || is_cpp && self.scope == Scope::Space && !self.in_brackets
        } else {
            let is_dart = self.rules.language == Language::Dart && first == self.type_name;
            is_own || !is_alone && !matches!(before, b':' | b'.') || before == b'.' && is_dart
        };
        is_function.then_some(whole)
    }

    /// The range of the name before the bracket at `open` and before its type parameters.
    fn name_before(&self, open: usize) -> (usize, usize) {
        let mut end = open - usize::from(self.is(open - 1, b' '));
        let mut depth = 0_u32;
        let first = if self.rules.language == Language::Cpp { end } else { open.saturating_sub(GENERIC_BYTES) };
        while end > first && (depth > 0 || self.is(end - 1, b'>')) {
            depth += u32::from(self.is(end - 1, b'>'));
            depth -= u32::from(self.is(end - 1, b'<'));
            end -= 1;
        }
        (end - self.word_before(end).len(), end)
    }

    /// Whether this is a property of C# or a getter of Dart.
    fn is_property(&self, sign: Option<usize>, has_body: bool) -> bool {
        let is_set = sign.is_some_and(|at| self.is(at + 1, b'>')) || has_body && sign.is_none();
        let head = self.code[..sign.unwrap_or(self.code.len())].trim_ascii();
        match self.rules.language {
            Language::CSharp => self.scope == Scope::Type && is_set && head.contains(&b' '),
            Language::Dart => is_set && self.find(0, |at| self.word(at) == b"get").is_some(),
            _ => false,
        }
    }

    /// What the brace after this statement opens, and whether the statement goes on after it.
    pub fn block(&self, definition: Option<&Definition>) -> (Scope, bool) {
        let language = self.rules.language;
        let (first, last, end) = (self.word(0), self.word_before(self.code.len()), self.code.last());
        let is_value = matches!(end, Some(b'=' | b'(' | b',' | b'[' | b'?' | b'&' | b'|'));
        let is_type = matches!(end, Some(b':' | b'<')) && !matches!(first, b"case" | b"default");
        let goes_on = has("return extends export import type yield of in", last);
        if language == Language::JavaScript
            && (is_value || is_type || goes_on || last == b"default" && first == b"export")
        {
            return (Scope::Object, true);
        }
        // A type such as `interface{}`, and a member that a constructor sets: `Foo() : member{1} {`.
        let is_part = match language {
            Language::Go => has("interface struct", last),
            Language::Cpp => {
                !last.is_empty()
                    && !has("const noexcept override final", last)
                    && self.code.windows(3).any(|three| three == b") :" || three.starts_with(b"):") && three != b")::")
            }
            _ => false,
        };
        match definition {
            Some(found) if is_part && found.scope == Scope::Function => (Scope::Object, true),
            Some(found) if found.scope == Scope::Value => {
                (if is_value { Scope::Object } else { Scope::Function }, language != Language::Swift || is_value)
            }
            None if language == Language::JavaScript && self.has_class() => (Scope::Type, false),
            Some(found) => (found.scope, self.is_named_behind()),
            None if is_value => (Scope::Object, true),
            None if first == b"namespace" || has("extern", first) || self.word(self.behind_word(0)) == b"extern" => {
                (Scope::Space, false)
            }
            None => (Scope::Block, false),
        }
    }

    /// Whether the statement ends with the start of a class expression: `wrap(class A extends B`.
    fn has_class(&self) -> bool {
        let from = self.code.iter().rposition(|&byte| !(is_word(byte) || matches!(byte, b' ' | b'.')));
        let end = &self.code[from.map_or(0, |at| at + 1)..];
        end.split(|&byte| byte == b' ').any(|word| word == b"class")
    }
}
