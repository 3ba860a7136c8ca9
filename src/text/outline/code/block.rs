//! Determines what a brace opens: the body of a definition, a literal, or another block.

use super::Language;
use super::head::{Definition, Head};
use super::lexer::TokenKind;
use super::words::Scope;

/// The block that follows a head.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub scope: Scope,
    /// Whether the head continues after the block.
    pub resumes: bool,
}

impl Head<'_> {
    /// The block that the brace after the head opens.
    pub fn block(&self, definition: Option<&Definition>) -> Block {
        let before = self.tokens.last().map(|token| token.kind);
        let arrow = self.tokens.len() > 1 && self.is_pair(self.tokens.len() - 2, *b"=>");
        let is_value = matches!(before, Some(TokenKind::Punct(b'=' | b'(' | b',' | b'[' | b'?' | b'&' | b'|')));
        let last = self.tokens.len().checked_sub(1).map_or(&b""[..], |last| self.word(last));
        if self.language == Language::JavaScript {
            let is_case = matches!(self.word(0), b"case" | b"default");
            let is_type = matches!(before, Some(TokenKind::Punct(b':' | b'<'))) && !is_case;
            let is_object = is_value
                || is_type
                || matches!(last, b"return" | b"extends" | b"export" | b"import" | b"type" | b"yield" | b"of" | b"in");
            let is_default = last == b"default" && self.word(0) == b"export";
            if is_object || is_default {
                return Block { scope: Scope::Object, resumes: true };
            }
        }
        let is_literal =
            self.language == Language::Go && matches!(last, b"interface" | b"struct") || is_initialiser(self);
        match definition {
            Some(Definition { scope: Scope::Function, .. }) if is_literal => {
                Block { scope: Scope::Object, resumes: true }
            }
            Some(Definition { scope: Scope::Value, .. }) => {
                let scope = if is_value { Scope::Object } else { Scope::Function };
                Block { scope, resumes: self.language != Language::Swift || is_value }
            }
            None if self.has_class() => Block { scope: Scope::Type, resumes: false },
            Some(definition) => Block { scope: definition.scope, resumes: self.is_named_behind() },
            None if is_value && !arrow => Block { scope: Scope::Object, resumes: true },
            None if self.is_linkage() => Block { scope: Scope::Space, resumes: false },
            None => Block { scope: Scope::Block, resumes: false },
        }
    }

    /// Whether a class begins in an expression: `wrap(class A extends B`.
    fn has_class(&self) -> bool {
        // `class A extends b.C`.
        const CLASS_TOKENS: usize = 8;
        let from = self.tokens.len().saturating_sub(CLASS_TOKENS);
        let class = (from..self.tokens.len()).rev().find(|&at| self.word(at) == b"class");
        let is_part = |at: usize| !self.word(at).is_empty() || self.is(at, b'.');
        self.language == Language::JavaScript && class.is_some_and(|at| (at..self.tokens.len()).all(is_part))
    }

    /// `extern "C"`.
    fn is_linkage(&self) -> bool {
        self.language == Language::Cpp && self.tokens.len() == 2 && self.word(0) == b"extern"
            || self.word(0) == b"namespace"
            || self.language == Language::Rust && self.word(0) == b"extern"
            || self.language == Language::Rust && self.word(1) == b"extern"
    }
}

/// A member that a C++ constructor initializes with braces: `Foo() : member{1} {`.
fn is_initialiser(head: &Head<'_>) -> bool {
    let Some(last) = head.tokens.last() else { return false };
    let is_member = last.kind == TokenKind::Word
        && !matches!(head.word(head.tokens.len() - 1), b"const" | b"noexcept" | b"override" | b"final");
    let is_colon = |at: usize| at > 0 && head.is(at, b':') && !head.is(at + 1, b':') && !head.is(at - 1, b':');
    head.language == Language::Cpp && is_member && head.find(1, |at| is_colon(at) && head.is(at - 1, b')')).is_some()
}
