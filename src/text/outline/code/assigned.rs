//! Detects functions and classes that are values (`const f = () => …`, `a.b = function`, `f <- function(x)`), and
//! JavaScript methods, which have no keyword.

use super::Language;
use super::head::{Definition, Head};
use super::lexer::TokenKind;
use super::words::{Scope, is_modifier, is_statement};

impl Head<'_> {
    /// The function or class that is assigned to a name or path, or is a member of an object.
    pub fn assigned(&self, from: usize, has_body: bool) -> Option<Definition> {
        let first = self.tokens.get(from)?;
        let is_path = matches!(first.kind, TokenKind::Word | TokenKind::Text | TokenKind::Punct(b'#' | b'['));
        let is_member = self.scope == Scope::Object && (self.is(from + 1, b':') || self.is(from, b'['));
        let first = self.word(from);
        if !is_path || is_statement(first) && !is_member && first != b"var" && first != b"this" {
            return None;
        }
        let mut at = from;
        loop {
            let sign = self.find(at + 1, |at| self.is_assignment(at) || is_member && self.is(at, b':'))?;
            let value = if self.is(sign + 1, b'-') { sign + 2 } else { sign + 1 };
            if let Some((scope, to)) = self.function(value) {
                let to = if has_body { to } else { to.max(value + 1) };
                return Some(Definition { from, to: to.min(self.tokens.len()), scope, name: (0, 0) });
            }
            at = sign + 1;
        }
    }

    /// Whether the token is an assignment: `=`, or `<-` in R.
    fn is_assignment(&self, at: usize) -> bool {
        let is_compared = at > 0
            && ["!=", "==", "<=", ">="].iter().any(|pair| {
                let pair = pair.as_bytes();
                self.is_pair(at - 1, [pair[0], pair[1]])
            });
        let is_equal = self.is(at, b'=') && !self.is_pair(at, *b"==") && !self.is_pair(at, *b"=>") && !is_compared;
        is_equal || self.language == Language::R && self.is_pair(at, *b"<-")
    }

    /// If a function or class begins at `at`, its scope and the end of the tokens to show.
    fn function(&self, mut at: usize) -> Option<(Scope, usize)> {
        if self.word(at) == b"async" && !self.is_pair(at + 1, *b"=>") {
            at += 1;
        }
        match self.word(at) {
            b"function" => {
                let open = self.find(at, |at| self.is(at, b'('))?;
                let to = if self.language == Language::R { self.behind_brackets(open) } else { self.tokens.len() };
                return Some((Scope::Function, to));
            }
            b"class" if self.language == Language::JavaScript && !self.is(at + 1, b'.') => {
                return Some((Scope::Type, self.tokens.len()));
            }
            _ => {}
        }
        if self.language == Language::R {
            return None;
        }
        if self.is(at, b'<') {
            at = self.behind_angles(at);
        }
        let behind = if self.is(at, b'(') {
            self.behind_brackets(at)
        } else if self.word(at).is_empty() {
            return None;
        } else {
            at + 1
        };
        let arrow = if self.is(behind, b':') { self.find(behind, |at| self.is_pair(at, *b"=>"))? } else { behind };
        self.is_pair(arrow, *b"=>").then_some((Scope::Function, arrow + 2))
    }

    /// A method of a class, an interface or an object.
    pub fn method(&self, from: usize, has_body: bool) -> Option<Definition> {
        if !matches!(self.scope, Scope::Type | Scope::Object) || self.in_brackets {
            return None;
        }
        let mut at = from;
        while is_modifier(self.word(at)) && !self.is(at + 1, b'(') && !self.is(at + 1, b'<') {
            at += 1;
        }
        at += usize::from(self.is(at, b'*')) + usize::from(self.is(at, b'#'));
        let name = self.tokens.get(at)?;
        at = match name.kind {
            TokenKind::Word if self.scope == Scope::Type || at > from || !is_statement(self.word(at)) || has_body => {
                at + 1
            }
            TokenKind::Text => at + 1,
            TokenKind::Punct(b'[') => self.behind_brackets(at),
            _ => return None,
        };
        at += usize::from(self.is(at, b'?'));
        if self.is(at, b'<') {
            at = self.behind_angles(at);
        }
        if !self.is(at, b'(') {
            return None;
        }
        let behind = self.behind_brackets(at);
        // In an object, `name(…)` without a body is a call.
        let is_declared = has_body || self.scope == Scope::Type || self.is(behind, b':');
        let ends = behind == self.tokens.len() || self.is(behind, b':');
        let name = (name.start, name.end);
        (is_declared && ends).then_some(Definition { from, to: self.tokens.len(), scope: Scope::Function, name })
    }
}
