//! Parses JavaScript's regular expressions without the flags `u` and `v`, by ECMA-262 with annex B for browsers.
//! Captures and laziness are ignored, because they do not change whether there is a match.

use std::str::Chars;

use regex_syntax::hir::{Hir, Look, Repetition};

use super::unit_set::{UnitSet, unit_of};

/// Why an expression is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::policy) enum Refusal {
    /// JavaScript refuses it too.
    Syntax,
    /// It has look-around or back-references.
    Unbounded,
    /// It is too long, nested too deeply, or repeats too much.
    TooLarge,
}

/// Maximum nesting of groups: parsing and compiling recurse that deep, on a stack of 1 MB.
const MAX_DEPTH: u32 = 50;

/// Parses an expression given in code units.
pub(super) fn parse(text: &str) -> Result<Hir, Refusal> {
    let mut parser = Parser { rest: text.chars(), depth: 0 };
    let hir = parser.alternatives()?;
    // The only thing left can be an unmatched `)`.
    if parser.rest.next().is_none() { Ok(hir) } else { Err(Refusal::Syntax) }
}

struct Parser<'t> {
    rest: Chars<'t>,
    depth: u32,
}

/// A part of a character class.
enum Member {
    Unit(u16),
    Set(UnitSet),
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.rest.next();
        }
        is_next
    }

    /// Parses up to the end of the group or expression.
    fn alternatives(&mut self) -> Result<Hir, Refusal> {
        let mut alternatives = Vec::new();
        let mut terms = Vec::new();
        while let Some(next) = self.peek().filter(|&next| next != ')') {
            self.rest.next();
            if next == '|' {
                alternatives.push(Hir::concat(std::mem::take(&mut terms)));
            } else {
                terms.push(self.term(next)?);
            }
        }
        alternatives.push(Hir::concat(terms));
        Ok(Hir::alternation(alternatives))
    }

    /// Parses the term that starts with `first`, with its quantifier.
    fn term(&mut self, first: char) -> Result<Hir, Refusal> {
        let atom = match first {
            '^' => return Ok(Hir::look(Look::Start)),
            '$' => return Ok(Hir::look(Look::End)),
            '\\' if self.eat('b') => return Ok(Hir::look(Look::WordAscii)),
            '\\' if self.eat('B') => return Ok(Hir::look(Look::WordAsciiNegate)),
            '\\' => self.escape(false)?.into_hir(),
            '(' => self.group()?,
            '[' => self.class()?,
            '.' => UnitSet::in_line().into_hir(),
            '*' | '+' | '?' => return Err(Refusal::Syntax),
            '{' if self.counts().is_some() => return Err(Refusal::Syntax),
            _ => Member::Unit(unit_of(first)).into_hir(),
        };
        self.quantified(atom)
    }

    fn quantified(&mut self, atom: Hir) -> Result<Hir, Refusal> {
        let (min, max) = if self.eat('*') {
            (0, None)
        } else if self.eat('+') {
            (1, None)
        } else if self.eat('?') {
            (0, Some(1))
        } else {
            let before = self.rest.clone();
            let counts = if self.eat('{') { self.counts() } else { None };
            let Some(counts) = counts else {
                self.rest = before;
                return Ok(atom);
            };
            counts
        };
        self.eat('?');
        if max.is_some_and(|max| max < min) {
            return Err(Refusal::Syntax);
        }
        Ok(Hir::repetition(Repetition { min, max, greedy: true, sub: Box::new(atom) }))
    }

    /// Parses a quantifier after its `{`. Any other `{` is a literal character.
    fn counts(&mut self) -> Option<(u32, Option<u32>)> {
        let before = self.rest.clone();
        let min = self.number();
        let max = if self.eat(',') { self.number() } else { min };
        if min.is_none() || !self.eat('}') {
            self.rest = before;
            return None;
        }
        min.map(|min| (min, max))
    }

    fn number(&mut self) -> Option<u32> {
        let mut number: Option<u32> = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            self.rest.next();
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
        }
        number
    }

    /// Parses a group after its `(`.
    fn group(&mut self) -> Result<Hir, Refusal> {
        if self.eat('?') {
            match self.rest.next() {
                Some(':') => {}
                Some('=' | '!') => return Err(Refusal::Unbounded),
                Some('<') if matches!(self.peek(), Some('=' | '!')) => return Err(Refusal::Unbounded),
                Some('<') => self.name()?,
                _ => return Err(Refusal::Syntax),
            }
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Refusal::TooLarge);
        }
        let inside = self.alternatives()?;
        self.depth -= 1;
        if self.eat(')') { Ok(inside) } else { Err(Refusal::Syntax) }
    }

    /// Parses the name of a group, with its `>`.
    fn name(&mut self) -> Result<(), Refusal> {
        let mut is_first = true;
        loop {
            match self.rest.next() {
                Some('>') if !is_first => return Ok(()),
                Some(c) if c == '_' || c == '$' || c.is_alphabetic() || (c.is_alphanumeric() && !is_first) => {}
                _ => return Err(Refusal::Syntax),
            }
            is_first = false;
        }
    }

    /// Parses a class after its `[`.
    fn class(&mut self) -> Result<Hir, Refusal> {
        let is_negated = self.eat('^');
        let mut set = UnitSet::empty();
        while !self.eat(']') {
            let first = self.member()?;
            let before = self.rest.clone();
            if !self.eat('-') || self.peek() == Some(']') {
                self.rest = before;
                first.join(&mut set);
                continue;
            }
            match (first, self.member()?) {
                (Member::Unit(first), Member::Unit(last)) if first <= last => set.push(first, last),
                (Member::Unit(_), Member::Unit(_)) => return Err(Refusal::Syntax),
                (first, last) => {
                    for member in [first, Member::Unit(u16::from(b'-')), last] {
                        member.join(&mut set);
                    }
                }
            }
        }
        let set = set.without_case();
        Ok(if is_negated { set.negated() } else { set }.into_hir())
    }

    fn member(&mut self) -> Result<Member, Refusal> {
        match self.rest.next() {
            Some('\\') => self.escape(true),
            Some(c) => Ok(Member::Unit(unit_of(c))),
            None => Err(Refusal::Syntax),
        }
    }

    /// Parses an escape after its `\`, except `\b` outside a class.
    fn escape(&mut self, in_class: bool) -> Result<Member, Refusal> {
        let before = self.rest.clone();
        let c = self.rest.next().ok_or(Refusal::Syntax)?;
        if let Some(set) = UnitSet::named(c) {
            return Ok(Member::Set(set));
        }
        let unit = match c {
            'b' => 0x08,
            't' => 0x09,
            'n' => 0x0a,
            'v' => 0x0b,
            'f' => 0x0c,
            'r' => 0x0d,
            '0' if !self.peek().is_some_and(|c| c.is_ascii_digit()) => 0,
            // Without a group of that number, `\1` is an octal escape.
            '0'..='9' | 'k' => return Err(Refusal::Unbounded),
            'c' => match self.peek() {
                Some(c) if c.is_ascii_alphabetic() || (in_class && (c.is_ascii_digit() || c == '_')) => {
                    self.rest.next();
                    unit_of(c) % 32
                }
                _ => {
                    self.rest = before;
                    u16::from(b'\\')
                }
            },
            'x' => self.hex(2).unwrap_or(unit_of(c)),
            'u' => self.hex(4).unwrap_or(unit_of(c)),
            _ => unit_of(c),
        };
        Ok(Member::Unit(unit))
    }

    fn hex(&mut self, digits: usize) -> Option<u16> {
        let mut rest = self.rest.clone();
        let mut unit = 0;
        for _ in 0..digits {
            unit = unit * 16 + rest.next()?.to_digit(16)?;
        }
        self.rest = rest;
        u16::try_from(unit).ok()
    }
}

impl Member {
    fn join(self, set: &mut UnitSet) {
        match self {
            Self::Unit(unit) => set.push(unit, unit),
            Self::Set(other) => set.add(&other),
        }
    }

    fn into_hir(self) -> Hir {
        match self {
            Self::Unit(unit) => UnitSet::one(unit).without_case().into_hir(),
            Self::Set(set) => set.into_hir(),
        }
    }
}
