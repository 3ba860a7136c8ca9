//! Restricts a regular expression to a line: no part of it matches `\r` or `\n`, `^` and `$` are always the ends of the
//! line, and capture groups are dropped.

use regex_syntax::hir::{
    Class, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look, Repetition,
};

use super::pattern_error::PatternError;

/// The line-wise form of `hir`. Recursion is as deep as the parser lets a pattern nest.
pub(super) fn line_wise(hir: &Hir) -> Result<Hir, PatternError> {
    Ok(match hir.kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Literal(literal) if literal.0.iter().any(|byte| matches!(byte, b'\r' | b'\n')) => {
            return Err(PatternError::LineBreak);
        }
        HirKind::Literal(literal) => Hir::literal(literal.0.clone()),
        HirKind::Class(Class::Unicode(class)) => {
            let mut class = class.clone();
            let breaks = ['\r', '\n'].map(|end| ClassUnicodeRange::new(end, end));
            class.difference(&ClassUnicode::new(breaks));
            Hir::class(Class::Unicode(class))
        }
        HirKind::Class(Class::Bytes(class)) => {
            let mut class = class.clone();
            let breaks = [b'\r', b'\n'].map(|end| ClassBytesRange::new(end, end));
            class.difference(&ClassBytes::new(breaks));
            Hir::class(Class::Bytes(class))
        }
        HirKind::Look(look) => Hir::look(match look {
            Look::Start | Look::StartLF => Look::StartCRLF,
            Look::End | Look::EndLF => Look::EndCRLF,
            other => *other,
        }),
        HirKind::Repetition(repetition) => {
            Hir::repetition(Repetition { sub: Box::new(line_wise(&repetition.sub)?), ..*repetition })
        }
        HirKind::Capture(group) => line_wise(&group.sub)?,
        HirKind::Concat(parts) => Hir::concat(parts.iter().map(line_wise).collect::<Result<_, _>>()?),
        HirKind::Alternation(ways) => Hir::alternation(ways.iter().map(line_wise).collect::<Result<_, _>>()?),
    })
}
