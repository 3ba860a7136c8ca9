//! Word boundaries that an automaton over bytes can decide, to tell whether a line matches at all.
//!
//! `\b` asks for the characters on both sides, but the fast automaton sees bytes. Mostly the pattern itself determines
//! one side: `\bfoo` needs the start of the line or a non-word character before it, which can be part of the match as
//! long as its start is not needed. Otherwise the boundary is dropped, and lines that seem to match are checked.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look, Repetition};

/// A pattern without Unicode word boundaries.
pub(super) struct Loose {
    /// It matches every line that the original matches.
    pub hir: Hir,
    /// Whether it matches no other line.
    pub is_exact: bool,
}

/// What is on one side of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Anything: the pattern ends here.
    Open,
    Word,
    NotWord,
    Unknown,
}

/// The line-wise `hir` without Unicode word boundaries.
pub(super) fn loosen(hir: &Hir) -> Loose {
    let Some(words) = words() else { return Loose { hir: hir.clone(), is_exact: false } };
    let mut loosening = Loosening { words, is_exact: true };
    let hir = loosening.loosen(hir, Side::Open, Side::Open);
    Loose { hir, is_exact: loosening.is_exact }
}

/// The engine's `\w`.
fn words() -> Option<ClassUnicode> {
    match regex_syntax::parse(r"\w").ok()?.into_kind() {
        HirKind::Class(Class::Unicode(class)) => Some(class),
        _ => None,
    }
}

struct Loosening {
    words: ClassUnicode,
    is_exact: bool,
}

impl Loosening {
    fn loosen(&mut self, hir: &Hir, before: Side, after: Side) -> Hir {
        if !hir.properties().look_set().contains_word_unicode() {
            return hir.clone();
        }
        match hir.kind() {
            HirKind::Look(look) => self.loosen_look(*look, before, after),
            // A part that matches at most once has the same neighbours.
            HirKind::Repetition(repetition) => {
                let sides = if repetition.max == Some(1) { (before, after) } else { (Side::Unknown, Side::Unknown) };
                let sub = Box::new(self.loosen(&repetition.sub, sides.0, sides.1));
                Hir::repetition(Repetition { sub, ..*repetition })
            }
            HirKind::Concat(parts) => {
                let sides: Vec<_> = (0..parts.len())
                    .map(|at| {
                        (
                            self.side(&mut parts[..at].iter().rev(), before, false),
                            self.side(&mut parts[at + 1..].iter(), after, true),
                        )
                    })
                    .collect();
                Hir::concat(parts.iter().zip(sides).map(|(part, sides)| self.loosen(part, sides.0, sides.1)).collect())
            }
            HirKind::Alternation(ways) => {
                Hir::alternation(ways.iter().map(|way| self.loosen(way, before, after)).collect())
            }
            HirKind::Capture(_) | HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) => hir.clone(),
        }
    }

    fn loosen_look(&mut self, look: Look, before: Side, after: Side) -> Hir {
        use Side::{NotWord, Open, Word};
        match (look, before, after) {
            (Look::WordUnicode | Look::WordStartUnicode, NotWord, Word)
            | (Look::WordUnicode | Look::WordEndUnicode, Word, NotWord)
            | (Look::WordUnicodeNegate, Word, Word)
            | (Look::WordUnicodeNegate, NotWord, NotWord) => Hir::empty(),
            (Look::WordUnicode | Look::WordStartUnicode, Open, Word) => {
                Hir::alternation(vec![Hir::look(Look::StartCRLF), self.not_word()])
            }
            (Look::WordUnicode | Look::WordEndUnicode, Word, Open) => {
                Hir::alternation(vec![Hir::look(Look::EndCRLF), self.not_word()])
            }
            (look, ..) if !is_of_unicode(look) => Hir::look(look),
            _ => {
                self.is_exact = false;
                Hir::empty()
            }
        }
    }

    /// Non-word characters except line breaks.
    fn not_word(&self) -> Hir {
        let mut class = self.words.clone();
        class.union(&ClassUnicode::new(['\r', '\n'].map(|end| ClassUnicodeRange::new(end, end))));
        class.negate();
        Hir::class(Class::Unicode(class))
    }

    /// What comes first in `parts`, which `end` follows.
    fn side(&self, parts: &mut dyn Iterator<Item = &Hir>, end: Side, forwards: bool) -> Side {
        let mut met = None;
        for part in parts {
            let side = match part.kind() {
                HirKind::Look(Look::StartCRLF) if !forwards => Side::NotWord,
                HirKind::Look(Look::EndCRLF) if forwards => Side::NotWord,
                // Two adjacent boundaries cannot both consume the neighbouring character.
                _ if part.properties().maximum_len() == Some(0) => return Side::Unknown,
                _ => self.outermost(part, forwards),
            };
            if met.is_some_and(|met| met != side) {
                return Side::Unknown;
            }
            met = Some(side);
            let is_end = matches!(part.kind(), HirKind::Look(_));
            if is_end || part.properties().minimum_len().is_some_and(|min| min > 0) {
                return side;
            }
        }
        met.map_or(end, |met| if met == end { met } else { Side::Unknown })
    }

    /// The first or last character of a non-empty match of `hir`.
    fn outermost(&self, hir: &Hir, forwards: bool) -> Side {
        match hir.kind() {
            HirKind::Literal(literal) => {
                let Ok(text) = str::from_utf8(&literal.0) else { return Side::Unknown };
                let outer = if forwards { text.chars().next() } else { text.chars().next_back() };
                outer.map_or(Side::Unknown, |c| self.side_of(&ClassUnicode::new([ClassUnicodeRange::new(c, c)])))
            }
            HirKind::Class(Class::Unicode(class)) => self.side_of(class),
            HirKind::Class(Class::Bytes(class)) => {
                class.to_unicode_class().map_or(Side::Unknown, |class| self.side_of(&class))
            }
            HirKind::Repetition(repetition) => self.outermost(&repetition.sub, forwards),
            HirKind::Capture(group) => self.outermost(&group.sub, forwards),
            HirKind::Concat(parts) if forwards => self.side(&mut parts.iter(), Side::Unknown, true),
            HirKind::Concat(parts) => self.side(&mut parts.iter().rev(), Side::Unknown, false),
            HirKind::Alternation(ways) => {
                let mut sides = ways.iter().map(|way| self.outermost(way, forwards));
                let first = sides.next().unwrap_or(Side::Unknown);
                if sides.all(|side| side == first) { first } else { Side::Unknown }
            }
            HirKind::Empty | HirKind::Look(_) => Side::Unknown,
        }
    }

    fn side_of(&self, class: &ClassUnicode) -> Side {
        let mut common = class.clone();
        common.intersect(&self.words);
        if common.ranges().is_empty() {
            Side::NotWord
        } else if common == *class {
            Side::Word
        } else {
            Side::Unknown
        }
    }
}

fn is_of_unicode(look: Look) -> bool {
    matches!(
        look,
        Look::WordUnicode
            | Look::WordUnicodeNegate
            | Look::WordStartUnicode
            | Look::WordEndUnicode
            | Look::WordStartHalfUnicode
            | Look::WordEndHalfUnicode
    )
}
