//! Word boundaries that an automaton of bytes can decide, for the question whether a line matches at all.
//!
//! `\b` asks what the characters on both sides are, and the fast automaton sees bytes. Mostly the pattern itself knows
//! one side: before `\bfoo` there must be the line's start or a sign that is not of a word, and that is as good as a
//! part of the match as long as nobody asks where the match starts. Where the pattern does not know, the boundary is
//! left out, and lines that seem to match are looked at again.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look, Repetition};

/// A pattern without word boundaries of Unicode.
pub(super) struct Loose {
    /// It matches in every line in which the original does.
    pub hir: Hir,
    /// It matches in no other.
    pub is_exact: bool,
}

/// What stands on one side of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Whatever the text holds: the pattern ends here.
    Open,
    Word,
    NotWord,
    Unknown,
}

/// `hir`, which is line-wise, without word boundaries of Unicode.
pub(super) fn loosen(hir: &Hir) -> Loose {
    let Some(words) = words() else { return Loose { hir: hir.clone(), is_exact: false } };
    let mut loosening = Loosening { words, is_exact: true };
    let hir = loosening.loosen(hir, Side::Open, Side::Open);
    Loose { hir, is_exact: loosening.is_exact }
}

/// What `\w` stands for, as the engine has it.
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
            // What is matched once at most has the same neighbours.
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

    /// What is no word and no line break.
    fn not_word(&self) -> Hir {
        let mut class = self.words.clone();
        class.union(&ClassUnicode::new(['\r', '\n'].map(|end| ClassUnicodeRange::new(end, end))));
        class.negate();
        Hir::class(Class::Unicode(class))
    }

    /// What one meets first in `parts`, behind which `end` is.
    fn side(&self, parts: &mut dyn Iterator<Item = &Hir>, end: Side, forwards: bool) -> Side {
        let mut met = None;
        for part in parts {
            let side = match part.kind() {
                HirKind::Look(Look::StartCRLF) if !forwards => Side::NotWord,
                HirKind::Look(Look::EndCRLF) if forwards => Side::NotWord,
                // Two boundaries side by side may not both take what stands beside the pattern.
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

    /// What the first character of a match of `hir` is, or the last; of a match that is not empty.
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
