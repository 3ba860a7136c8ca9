//! Text that may be meant for a model behind the reader's back: invisible characters, changed order, long comments, and
//! phrases that speak to a model. It is told beside the lines, which stay as they are.

mod hidden;
mod phrases;
mod suspicion;

use self::hidden::hidden;
use self::phrases::phrases;
pub use self::suspicion::Suspicion;
pub(crate) use self::suspicion::{lines, remark};

/// The suspicious lines of `text`, whose lines are numbered from `first` on: in order, each once for a reason.
pub(crate) fn suspicious(text: &[u8], first: u32) -> Vec<(u32, Suspicion)> {
    let mut places: Vec<(usize, Suspicion)> = Vec::new();
    phrases(text, |at| places.push((at, Suspicion::Speaks)));
    hidden(text, |at, suspicion| places.push((at, suspicion)));
    lectern_base::sort::sort_by_key(&mut places, |place| *place);
    let (mut line, mut counted) = (first, 0);
    let mut lines: Vec<(u32, Suspicion)> = Vec::new();
    for (at, suspicion) in places {
        line += text[counted..at].iter().map(|&byte| u32::from(byte == b'\n')).sum::<u32>();
        counted = at;
        if !lines.iter().rev().take_while(|(before, _)| *before == line).any(|(_, before)| *before == suspicion) {
            lines.push((line, suspicion));
        }
    }
    lines
}

#[cfg(test)]
mod tests;
