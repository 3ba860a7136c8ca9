//! The bytes that every matching line contains, which find lines faster than any automaton.

use regex_syntax::hir::{Class, Hir, HirKind};

use super::byte_search::find_either;

/// Maximum bytes to compare around each occurrence of the rarest byte. More take time, and rule out no more lines.
const MAX_BYTES: usize = 16;

/// ASCII by frequency in notes, most frequent first. Only the order of magnitude matters: a wrong place costs time, but
/// no hit.
const COMMON: &[u8] = b" etaoinsrhldcumfpgwyb,.vk-/E'TASI\n()[]:CNORLDPMHBUFGW0*1\"2_YV#=3jxqz";

/// Bytes, each in either case.
#[derive(Debug)]
pub(super) struct Literal {
    bytes: Vec<[u8; 2]>,
    /// The index of the rarest byte, which is searched for.
    rarest: usize,
}

impl Literal {
    /// The most selective literal of those that every match of `hir` contains.
    pub(super) fn of(hir: &Hir) -> Option<Self> {
        let mut runs = vec![Vec::new()];
        gather(hir, &mut runs);
        let best = runs.into_iter().filter(|run| !run.is_empty()).min_by_key(|run| {
            let rarest = run.iter().map(|pair| commonness(*pair)).min().unwrap_or_default();
            // Two more bytes are worth as much as a byte that is rarer by ten places.
            usize::from(rarest).saturating_sub(5 * run.len().min(MAX_BYTES))
        })?;
        // The rarest byte stays within what is compared.
        let rarest = (0..best.len()).min_by_key(|&at| commonness(best[at]))?;
        let start = (rarest + 1).saturating_sub(MAX_BYTES);
        let end = (start + MAX_BYTES).min(best.len());
        Some(Self { bytes: best[start..end].to_vec(), rarest: rarest - start })
    }

    /// Where the literal first occurs in `text`.
    pub(super) fn find(&self, text: &[u8]) -> Option<usize> {
        let from_rarest = text.get(self.rarest..)?;
        find_either(from_rarest, self.bytes[self.rarest], |at| {
            let there = text[at..].iter().take(self.bytes.len());
            there.len() == self.bytes.len() && there.zip(&self.bytes).all(|(byte, pair)| pair.contains(byte))
        })
    }
}

/// Adds the bytes of every match of `hir` to `runs`, of which the last is still open.
fn gather(hir: &Hir, runs: &mut Vec<Vec<[u8; 2]>>) {
    match hir.kind() {
        HirKind::Literal(literal) => extend(runs, literal.0.iter().map(|&byte| [byte, byte])),
        HirKind::Class(class) => match either_case(class) {
            Some(pair) => extend(runs, [pair].into_iter()),
            None => runs.push(Vec::new()),
        },
        // Matches no text, so the run continues.
        HirKind::Look(_) | HirKind::Empty => {}
        HirKind::Capture(group) => gather(&group.sub, runs),
        HirKind::Concat(parts) => parts.iter().for_each(|part| gather(part, runs)),
        HirKind::Repetition(repetition) => {
            if repetition.min > 0 {
                gather(&repetition.sub, runs);
            }
            runs.push(Vec::new());
        }
        HirKind::Alternation(_) => runs.push(Vec::new()),
    }
}

fn extend(runs: &mut [Vec<[u8; 2]>], bytes: impl Iterator<Item = [u8; 2]>) {
    if let Some(run) = runs.last_mut() {
        run.extend(bytes);
    }
}

/// A class that is one ASCII letter in either case. `[KkK]` is not: the Kelvin sign has three bytes.
fn either_case(class: &Class) -> Option<[u8; 2]> {
    let Class::Unicode(class) = class else { return None };
    let [upper, lower] = class.ranges() else { return None };
    let is_letter = upper.start() == upper.end() && lower.start() == lower.end() && upper.start().is_ascii_uppercase();
    if !is_letter || upper.start().to_ascii_lowercase() != lower.start() {
        return None;
    }
    Some([u8::try_from(upper.start()).ok()?, u8::try_from(lower.start()).ok()?])
}

/// How common `pair` is in notes; the lower, the rarer.
fn commonness(pair: [u8; 2]) -> u8 {
    pair.iter().map(|byte| one_commonness(*byte)).max().unwrap_or_default()
}

fn one_commonness(byte: u8) -> u8 {
    // The first byte of a character is nearly the same for all characters of a script. The last byte differs most.
    match byte {
        0xc0.. => 80,
        0x80.. => 45,
        _ => COMMON.iter().rev().position(|&common| common == byte).and_then(|at| u8::try_from(at).ok()).unwrap_or(0),
    }
}
