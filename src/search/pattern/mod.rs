//! Regular expressions over the lines of a note. All resources are limited, so every pattern takes time linear in the
//! text, and bounded memory. `Need` is what every matching note contains; [`Searching`] searches a note.
//!
//! Three engines share the work. If every match contains certain bytes, lines without them are skipped at memory speed.
//! A lazy DFA of at most 1 MB decides which of the other lines match. Simulating the NFA finds where in a line the
//! matches are, and decides what the DFA cannot: it is slow, but needed only for lines that are shown.

mod pattern_error;
mod line_wise;
mod literal;
mod byte_search;
mod word_edges;
mod compiled;
mod searching;

pub use self::compiled::Pattern;
pub use self::pattern_error::PatternError;
pub use self::searching::{KeepLimits, PatternHit, PatternMatches, Searching};

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod tests;
