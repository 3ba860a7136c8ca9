//! Compiles an expression, and finds the lines that it may match.

use std::ops::Range;

use regex_automata::hybrid::dfa::{self, DFA};
use regex_automata::nfa::thompson::pikevm::{self, PikeVM};
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_automata::{Input, MatchErrorKind};
use regex_syntax::ParserBuilder;
use regex_syntax::ast::ErrorKind;
use regex_syntax::hir::{ErrorKind as HirErrorKind, Hir};

use super::literal::Literal;
use super::pattern_error::{MAX_BYTES, PatternError};
use super::{byte_search, line_wise, word_edges};
use crate::search::need::{Need, need_of};

/// Maximum nesting of groups: the compiler recurses this deep, on a stack of 1 MB.
const MAX_DEPTH: u32 = 50;

/// The size of the NFA, which bounds the time of its simulation: enough for `\w{60}` and for 2,000 bytes of words.
pub(super) const NFA_BYTES: usize = 1 << 20;

/// The memory of the DFA before its cache is cleared.
pub(super) const DFA_BYTES: usize = 1 << 20;

/// Number of times that the DFA's cache is cleared before its progress is checked.
const DFA_CLEARS: usize = 3;

/// Minimum bytes searched per state of the DFA. With fewer, simulating the NFA is as fast.
const DFA_BYTES_PER_STATE: usize = 10;

/// Maximum steps of one NFA simulation, states times bytes: about 10 ms.
const SLOW_STEPS: usize = 2_000_000;

/// Minimum and maximum bytes of a line that the NFA simulation reads.
const SLOW_BYTES: [usize; 2] = [512, 16 * 1024];

/// Bytes of text that the DFA searches before its cost is measured. The minimum applies while it is being built,
/// because each byte may take as many steps as the NFA has states; the maximum once it is built.
const CHUNK: [usize; 2] = [1024, 32 * 1024];

/// Bytes that the DFA may grow by in a chunk, while it is being built.
const GROWTH: usize = 16 * 1024;

/// Maximum matches of a line.
pub(super) const MAX_RANGES: usize = 32;

/// A compiled regular expression, with the memory for searching: at most about 5 MB.
#[derive(Debug)]
pub struct Pattern {
    /// Decides whether a line may match.
    dfa: DFA,
    pub(super) dfa_cache: dfa::Cache,
    /// Whether the DFA's matches need no check.
    is_exact: bool,
    /// Finds where, and checks the DFA's matches.
    pub(super) nfa: PikeVM,
    pub(super) nfa_cache: pikevm::Cache,
    /// How much of a line the NFA simulation looks at.
    pub(super) slow_bytes: usize,
    /// How many times slower the simulation is than the DFA.
    pub(super) slowness: usize,
    /// How much text is searched at once.
    pub(super) chunk: usize,
    /// What every matching line contains.
    literal: Option<Literal>,
    need: Need,
}

/// A line that matches, or may match.
pub(super) struct Candidate {
    /// The line, without its `\n`.
    pub line: Range<usize>,
    /// Where the match ends, to within a few bytes.
    pub near: usize,
    pub is_sure: bool,
}

impl Pattern {
    /// Compiles `text`. The syntax is that of Rust's `regex`, which is JavaScript's without look-around and
    /// backreferences, with Unicode `\w`, `\d`, `\s` and `\b`. `^` and `$` are the ends of a line; nothing matches a
    /// line break or `\r`.
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

    /// What every matching text contains.
    #[must_use]
    pub fn need(&self) -> &Need {
        &self.need
    }

    /// How many bytes of states the DFA has built so far.
    pub(super) fn grown(&self) -> usize {
        self.dfa_cache.clear_count().saturating_mul(DFA_BYTES).saturating_add(self.dfa_cache.memory_usage())
    }

    /// Chooses the size of the next chunk, after one in which the DFA grew by `growth`.
    pub(super) fn adapt(&mut self, growth: usize) {
        self.chunk = if growth > GROWTH { CHUNK[0] } else { CHUNK[1].min(self.chunk * 2) };
    }

    /// The first line of `text[range]` that may match; the range starts at a line.
    pub(super) fn candidate(&mut self, text: &[u8], range: Range<usize>) -> Option<Candidate> {
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

    /// Whether `window` has a match.
    pub(super) fn matches(&mut self, text: &[u8], window: Range<usize>) -> bool {
        self.nfa.is_match(&mut self.nfa_cache, Input::new(text).range(window))
    }

    /// The first matches in `window`.
    pub(super) fn ranges(&mut self, text: &[u8], window: Range<usize>) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        let mut from = window.start;
        while ranges.len() < MAX_RANGES && from < window.end {
            let input = Input::new(text).range(from..window.end);
            let Some(found) = self.nfa.find(&mut self.nfa_cache, input) else { break };
            from = found.end();
            ranges.push(found.range());
        }
        ranges
    }
}

/// The first line of `text[range]` that the DFA matches, or gives up on.
fn search(dfa: &DFA, cache: &mut dfa::Cache, is_exact: bool, text: &[u8], range: Range<usize>) -> Option<Candidate> {
    let input = Input::new(text).range(range.clone()).earliest(true);
    match dfa.try_search_fwd(cache, &input) {
        Ok(found) => {
            let near = found?.offset();
            // A match has at least one byte, which is not a line break.
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

/// The line of `text[range]` with the byte `at`; a line break belongs to the line that it ends.
fn line_around(text: &[u8], range: Range<usize>, at: usize) -> Range<usize> {
    let at = at.clamp(range.start, range.end);
    let start =
        text[range.start..at].iter().rposition(|&byte| byte == b'\n').map_or(range.start, |up| range.start + up + 1);
    let end = byte_search::find_byte(&text[at..range.end], b'\n').map_or(range.end, |up| at + up);
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
        // Users count characters.
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
