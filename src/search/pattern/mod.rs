//! A regular expression over the lines of a note: compiled with bounds on everything, so that no pattern can take time
//! that is not linear in the text, or memory without end. What a note must hold for a match is told by its [`Need`],
//! and how it is gone through, by [`Searching`].
//!
//! Three engines share the work. Where every match holds certain bytes, lines without them are passed over at the speed
//! of memory. Which of the other lines match is decided by a DFA that is built as it is used, in 1 MB at most. Where in
//! a line the matches stand, and what the DFA leaves open, is found by a simulation of the NFA: slow, but only over
//! lines that are shown.

use std::ops::Range;

use regex_automata::hybrid::dfa::{self, DFA};
use regex_automata::nfa::thompson::pikevm::{self, PikeVM};
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_automata::{Input, MatchErrorKind};
use regex_syntax::ParserBuilder;
use regex_syntax::ast::ErrorKind;
use regex_syntax::hir::{ErrorKind as HirErrorKind, Hir};

use self::literal::Literal;
use self::pattern_error::MAX_BYTES;
use super::need::{Need, need_of};

pub use self::pattern_error::PatternError;
pub use self::searching::{KeepLimits, PatternHit, PatternMatches, Searching};

mod pattern_error;
mod line_wise;
mod literal;
mod scan;
mod searching;
mod word_edges;

/// How deep groups may nest: the compiler recurses as deep, on a stack of 1 MB.
const MAX_DEPTH: u32 = 50;

/// How large the NFA may be, and so how slow its simulation. It is room for `\w{60}` and for all 2,000 bytes of words.
const NFA_BYTES: usize = 1 << 20;

/// How much memory the DFA may take before it is begun anew.
const DFA_BYTES: usize = 1 << 20;

/// How often the DFA is begun anew before it is asked whether that gets it on.
const DFA_CLEARS: usize = 3;

/// How many bytes a state of the DFA must have served, or simulating the NFA is no slower.
const DFA_BYTES_PER_STATE: usize = 10;

/// How many steps the simulation of the NFA may take at once, states times bytes: some 10 ms.
const SLOW_STEPS: usize = 2_000_000;

/// The bytes that the simulation of the NFA looks at in one line, at least and at most.
const SLOW_BYTES: [usize; 2] = [512, 16 * 1024];

/// How much of a text the DFA goes through between two looks at what that took: the least while it is being built, for
/// then each byte may take as many steps as the NFA has states, and the most once it stands.
const CHUNK: [usize; 2] = [1024, 32 * 1024];

/// How many bytes the DFA grows by in a chunk while it is being built.
const GROWTH: usize = 16 * 1024;

/// How many matches of one line are told.
const MAX_SPANS: usize = 32;

/// A regular expression, ready to be searched for, with the memory that searching takes: at most some 5 MB.
#[derive(Debug)]
pub struct Pattern {
    /// Decides whether a line may match.
    dfa: DFA,
    dfa_cache: dfa::Cache,
    /// Whether what the DFA says needs no second look.
    is_exact: bool,
    /// Says where, and has the last word.
    nfa: PikeVM,
    nfa_cache: pikevm::Cache,
    /// How much of a line the simulation of the NFA looks at.
    slow_bytes: usize,
    /// How much slower the simulation is than the DFA, by what a byte costs.
    slowness: usize,
    /// How much of a text is gone through at once.
    chunk: usize,
    /// What every matching line holds.
    literal: Option<Literal>,
    need: Need,
}

/// A line that matches, or may.
struct Candidate {
    /// The line, without its line break's `\n`.
    line: Range<usize>,
    /// Where in it the match ends, or a byte or so behind that.
    near: usize,
    is_sure: bool,
}

impl Pattern {
    /// Compiles `text`: the syntax of Rust's `regex`, which is JavaScript's without looking around and backreferences,
    /// with `\w`, `\d`, `\s` and `\b` those of Unicode. `^` and `$` are the ends of a line; a line break, `\r` too, is
    /// matched by nothing.
    ///
    /// # Errors
    /// [`PatternError`], which says what to write instead.
    pub fn parse(text: &str, case_sensitive: bool) -> Result<Self, PatternError> {
        let hir = line_wise::line_wise(&parse(text, case_sensitive)?)?;
        match hir.properties().minimum_len() {
            None => return Err(PatternError::MatchesNothing),
            Some(0) => return Err(PatternError::MatchesEmpty),
            Some(_) => {}
        }
        let (nfa, loose, is_exact) = if hir.properties().look_set().contains_word_unicode() {
            let loose = word_edges::loosen(&hir);
            (compile(&hir)?, compile(&loose.hir)?, loose.is_exact)
        } else {
            let nfa = compile(&hir)?;
            (nfa.clone(), nfa, true)
        };
        let states = nfa.states().len().max(1);
        let dfa = DFA::builder()
            .configure(
                dfa::Config::new()
                    .cache_capacity(DFA_BYTES)
                    .minimum_cache_clear_count(Some(DFA_CLEARS))
                    .minimum_bytes_per_state(Some(DFA_BYTES_PER_STATE)),
            )
            .build_from_nfa(loose)
            .map_err(|_| PatternError::TooLarge)?;
        let nfa = PikeVM::new_from_nfa(nfa).map_err(|_| PatternError::TooLarge)?;
        Ok(Self {
            dfa_cache: dfa.create_cache(),
            dfa,
            is_exact,
            nfa_cache: nfa.create_cache(),
            nfa,
            slowness: 32 + states / 4,
            chunk: CHUNK[0],
            slow_bytes: (SLOW_STEPS / states).clamp(SLOW_BYTES[0], SLOW_BYTES[1]),
            literal: Literal::of(&hir),
            need: need_of(&hir),
        })
    }

    /// What every text that matches holds.
    #[must_use]
    pub fn need(&self) -> &Need {
        &self.need
    }

    /// How many bytes of states the DFA was given up to now.
    fn grown(&self) -> usize {
        self.dfa_cache.clear_count().saturating_mul(DFA_BYTES).saturating_add(self.dfa_cache.memory_usage())
    }

    /// Chooses how much to go through next, after a chunk in which the DFA grew by `growth`.
    fn adapt(&mut self, growth: usize) {
        self.chunk = if growth > GROWTH { CHUNK[0] } else { CHUNK[1].min(self.chunk * 2) };
    }

    /// The first line of `text[range]`, which starts with a line, that may match.
    fn candidate(&mut self, text: &[u8], range: Range<usize>) -> Option<Candidate> {
        let mut from = range.start;
        let Some(literal) = &self.literal else { return self.candidate_by_dfa(text, range) };
        while let Some(at) = literal.find(&text[from..range.end]) {
            let line = line_around(text, from..range.end, from + at);
            let end = line.end;
            let found = search(&self.dfa, &mut self.dfa_cache, self.is_exact, text, line);
            if found.is_some() {
                return found;
            }
            from = range.end.min(end + 1);
        }
        None
    }

    fn candidate_by_dfa(&mut self, text: &[u8], range: Range<usize>) -> Option<Candidate> {
        search(&self.dfa, &mut self.dfa_cache, self.is_exact, text, range)
    }

    /// Whether there is a match in `window`.
    fn matches(&mut self, text: &[u8], window: Range<usize>) -> bool {
        self.nfa.is_match(&mut self.nfa_cache, Input::new(text).range(window))
    }

    /// The matches in `window`, the first ones.
    fn spans(&mut self, text: &[u8], window: Range<usize>) -> Vec<Range<usize>> {
        let mut spans = Vec::new();
        let mut from = window.start;
        while spans.len() < MAX_SPANS && from < window.end {
            let input = Input::new(text).range(from..window.end);
            let Some(found) = self.nfa.find(&mut self.nfa_cache, input) else { break };
            from = found.end();
            spans.push(found.range());
        }
        spans
    }
}

/// The first line of `text[range]` that the DFA finds to match, or gives up on.
fn search(dfa: &DFA, cache: &mut dfa::Cache, is_exact: bool, text: &[u8], range: Range<usize>) -> Option<Candidate> {
    let input = Input::new(text).range(range.clone()).earliest(true);
    match dfa.try_search_fwd(cache, &input) {
        Ok(found) => {
            let near = found?.offset();
            // A match has at least one byte, which is no line break.
            Some(Candidate { line: line_around(text, range, near.saturating_sub(1)), near, is_sure: is_exact })
        }
        Err(error) => {
            let near = match *error.kind() {
                MatchErrorKind::Quit { offset, .. } | MatchErrorKind::GaveUp { offset } => offset,
                _ => range.start,
            };
            Some(Candidate { line: line_around(text, range, near), near, is_sure: false })
        }
    }
}

/// The line of `text[range]` that the byte `at` belongs to; a line break belongs to the line that it ends.
fn line_around(text: &[u8], range: Range<usize>, at: usize) -> Range<usize> {
    let at = at.clamp(range.start, range.end);
    let start =
        text[range.start..at].iter().rposition(|&byte| byte == b'\n').map_or(range.start, |up| range.start + up + 1);
    let end = scan::find_byte(&text[at..range.end], b'\n').map_or(range.end, |up| at + up);
    start..end
}

fn parse(text: &str, case_sensitive: bool) -> Result<Hir, PatternError> {
    if text.is_empty() {
        return Err(PatternError::Empty);
    }
    if text.len() > MAX_BYTES {
        return Err(PatternError::TooLong(text.len()));
    }
    let mut parser = ParserBuilder::new();
    parser.nest_limit(MAX_DEPTH).multi_line(true).crlf(true).case_insensitive(!case_sensitive);
    parser.build().parse(text).map_err(|error| {
        // A character is what a person counts.
        let place = |offset: usize| text[..text.floor_char_boundary(offset)].chars().count() + 1;
        match error {
            regex_syntax::Error::Parse(error) => {
                let at = place(error.span().start.offset);
                match error.kind() {
                    ErrorKind::UnsupportedLookAround => PatternError::LookAround(at),
                    ErrorKind::UnsupportedBackreference => PatternError::Backreference(at),
                    kind => PatternError::Syntax { at, what: kind.to_string() },
                }
            }
            regex_syntax::Error::Translate(error) => {
                let at = place(error.span().start.offset);
                match error.kind() {
                    HirErrorKind::UnicodePropertyNotFound | HirErrorKind::UnicodePropertyValueNotFound => {
                        PatternError::Property(at)
                    }
                    kind => PatternError::Syntax { at, what: kind.to_string() },
                }
            }
            _ => PatternError::Syntax { at: 1, what: "it cannot be parsed".to_owned() },
        }
    })
}

fn compile(hir: &Hir) -> Result<NFA, PatternError> {
    let config =
        thompson::Config::new().utf8(false).nfa_size_limit(Some(NFA_BYTES)).which_captures(WhichCaptures::Implicit);
    NFA::compiler().configure(config).build_from_hir(hir).map_err(|_| PatternError::TooLarge)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod tests;
