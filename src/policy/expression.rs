//! Matches all regular expressions of "Excluded files" at once, in time linear in the path.
//!
//! JavaScript's engines backtrack: `(a+)+$` takes hours on a name of forty letters. Here a lazy DFA with bounded memory
//! is used. It has no look-around and no back-references, so expressions with them are refused. Everything else means
//! the same as in JavaScript with the flag `i`.

use std::sync::{Arc, Mutex, PoisonError};

use regex_automata::Input;
use regex_automata::hybrid::dfa::{self, DFA};
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_syntax::hir::Hir;

pub(super) use self::javascript::Refusal;
use self::unit_set::in_units;

mod javascript;
mod unit_set;

/// Maximum length of an expression.
const MAX_BYTES: usize = 2000;

/// Maximum size of the NFA of all expressions, which bounds the steps per byte of a path. Fits `.{1,255}`.
const NFA_BYTES: usize = 256 * 1024;

/// Maximum memory of the DFA before its cache is cleared.
const DFA_BYTES: usize = 1 << 20;

/// Compiled regular expressions.
#[derive(Debug, Clone)]
pub(super) struct Expressions(Arc<Engine>);

#[derive(Debug)]
struct Engine {
    dfa: DFA,
    cache: Mutex<dfa::Cache>,
}

impl Expressions {
    /// Compiles `texts`, which are written between slashes. The error names the first that is refused, by its index.
    pub fn parse<S: AsRef<str>>(texts: &[S]) -> Result<Self, (usize, Refusal)> {
        let parsed = texts.iter().map(AsRef::as_ref).map(|text| match text.len() {
            0..=MAX_BYTES => javascript::parse(&in_units(text)),
            _ => Err(Refusal::TooLarge),
        });
        let parsed: Vec<Hir> =
            parsed.enumerate().map(|(at, hir)| hir.map_err(|refusal| (at, refusal))).collect::<Result<_, _>>()?;
        Self::any_of(&parsed).map_err(|refusal| {
            // The first one that makes the total too large.
            let lengths: Vec<usize> = (1..=parsed.len()).collect();
            (lengths.partition_point(|&length| Self::any_of(&parsed[..length]).is_ok()), refusal)
        })
    }

    fn any_of(parsed: &[Hir]) -> Result<Self, Refusal> {
        let hir = Hir::alternation(parsed.to_vec());
        let config = thompson::Config::new().nfa_size_limit(Some(NFA_BYTES)).which_captures(WhichCaptures::None);
        let nfa = NFA::compiler().configure(config).build_from_hir(&hir).map_err(|_| Refusal::TooLarge)?;
        let config = dfa::Config::new().cache_capacity(DFA_BYTES);
        let dfa = DFA::builder().configure(config).build_from_nfa(nfa).map_err(|_| Refusal::TooLarge)?;
        let cache = Mutex::new(dfa.create_cache());
        Ok(Self(Arc::new(Engine { dfa, cache })))
    }

    /// Whether any of them matches anywhere in `text`.
    pub fn is_in(&self, text: &str) -> bool {
        let text = in_units(text);
        let mut cache = self.0.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let found = self.0.dfa.try_search_fwd(&mut cache, &Input::new(&*text).earliest(true));
        // The DFA never gives up here. If it did, that would count as a match.
        !matches!(found, Ok(None))
    }
}

#[cfg(test)]
mod tests {
    use super::{Expressions, Refusal};

    fn parsed(expression: &str) -> Result<Expressions, Refusal> {
        Expressions::parse(&[expression]).map_err(|(_, refusal)| refusal)
    }

    fn is_in(expression: &str, text: &str) -> bool {
        parsed(expression).expect(expression).is_in(text)
    }

    #[test]
    fn an_expression_means_what_it_means_to_javascript() {
        for (expression, inside, outside) in [
            ("^a/b$", &["a/b", "A/B"][..], &["a/bc", "xa/b"][..]),
            ("^a\\/b", &["a/b"], &["ab"]),
            ("a.c", &["abc", "a/c", "a\u{e9}c"], &["ac", "a\u{1f600}c"]),
            ("^a..c$", &["a\u{1f600}c"], &["a\u{1f600}\u{1f600}c"]),
            ("\\d\\d", &["12"], &["1", "\u{661}\u{662}"]),
            ("^\\w+$", &["az_09"], &["\u{e9}", "a-b", "\u{212a}", "\u{17f}"]),
            ("a\\sb", &["a b", "a\u{a0}b", "a\u{feff}b", "a\u{3000}b"], &["a\u{85}b", "a\u{200b}b"]),
            ("\\bplan\\b", &["my plan.md", "\u{e9}plan"], &["plans", "_plan"]),
            ("^[^]$", &["a", "\u{e9}"], &["\u{1f600}"]),
            ("a[]|b", &["b"], &["a"]),
            ("^\\u00e9\\x41\\u{2}$", &["\u{c9}auu"], &["\u{e9}a\u{2}"]),
            ("\\ud83d\\ude00", &["\u{1f600}"], &["\u{1f601}"]),
            ("[\u{1f600}]", &["\u{1f600}", "\u{1f601}"], &["a"]),
            ("\u{1f600}", &["\u{1f600}"], &["\u{1f601}"]),
            ("\\-\\_\\ \\p{L}", &["-_ p{l}"], &["-_ a"]),
            ("a{", &["a{"], &["a"]),
            ("a{,3}]}", &["a{,3}]}"], &["aaa]}"]),
            ("^(?:a|bc){2,3}?$", &["abc", "aaa"], &["a", "aaaa"]),
            ("(?<year>20\\d\\d)$", &["in 2019"], &["2019-01"]),
            ("^[a&&b]+$", &["&a", "b"], &["c"]),
            ("^[[:alpha:]]$", &[":]", "[]"], &["b", "b]"]),
            ("^[\\w-.]$", &["-", ".", "a"], &["/"]),
            ("^[a\\-c~~d-]$", &["a", "-", "c", "~"], &["b"]),
            ("^[\\b\\cA\\c_\\c]$", &["\u{1}", "\u{1f}", "\u{8}", "\\", "c"], &["_", "b"]),
            ("\\c1", &["\\c1"], &["c1"]),
            ("\\cj|\\0", &["\n", "\0"], &["j", "0"]),
            ("^[^k]$", &["\u{212a}", "l"], &["k", "K"]),
            ("\u{3c3}\u{df}", &["\u{3a3}\u{df}", "\u{3c2}\u{df}"], &["\u{3c3}ss", "\u{3c3}\u{1e9e}"]),
            ("^.{1,255}$", &["a"], &[""]),
            ("", &["", "a"], &[]),
        ] {
            for text in inside {
                assert!(is_in(expression, text), "{expression} {text:?}");
            }
            for text in outside {
                assert!(!is_in(expression, text), "{expression} {text:?}");
            }
        }
    }

    #[test]
    fn what_cannot_be_matched_in_bounded_time_is_refused() {
        let nested = format!("{}a{}", "(".repeat(60), ")".repeat(60));
        let long = "a".repeat(2001);
        for (refusal, expressions) in [
            (
                Refusal::Syntax,
                &[
                    "(", ")", "a)", "[", "[b-a]", "*", "a**", "^*", "\\b+", "{2}", "a{2}{3}", "a{3,2}", "\\", "(?",
                    "(?<", "(?<1>a)", "(?i:a)",
                ][..],
            ),
            (
                Refusal::Unbounded,
                &["a(?=b)", "^(?!Public)", "(?<=a)b", "(?<!a)b", "(a)\\1", "(?<n>a)\\k<n>", "\\8", "[\\1]", "\\01"],
            ),
            (
                Refusal::TooLarge,
                &["(\\w{1000}){1000}", "a{0,99999999999}", "(?:(?:a|){4294967295}){9}", &nested, &long],
            ),
        ] {
            for expression in expressions {
                assert_eq!(parsed(expression).map(drop), Err(refusal), "{expression}");
            }
        }
    }

    #[test]
    fn nested_repeats_take_linear_time() {
        for (expression, text) in [
            ("(a+)+$", format!("{}!", "a".repeat(60_000))),
            ("(a*)*b", "a".repeat(60_000)),
            ("(x+x+)+y", "x".repeat(60_000)),
            ("^(([a-z])+.)+[A-Z]([a-z])+$", "a/".repeat(30_000)),
            ("(?:){4294967295}$b", "a".repeat(60_000)),
            ("(a|b)*a(a|b){40}c", "ab".repeat(30_000)),
        ] {
            assert!(!is_in(expression, &text), "{expression}");
        }
        assert!(is_in("(a+)+$", &"a".repeat(60_000)));
    }

    #[test]
    fn expressions_share_one_bound() {
        let many: Vec<String> = (0..6_000).map(|number| format!("{number}.{{1,255}}")).collect();
        let refused = Expressions::parse(&many).map(drop);
        assert!(matches!(refused, Err((1..10, Refusal::TooLarge))), "{refused:?}");
        let few = Expressions::parse(&["^a$", "b{2}", "(c|d)e"]).expect("they are small");
        assert!(["a", "abba", "de"].iter().all(|text| few.is_in(text)));
        assert!(["ab", "c"].iter().all(|text| !few.is_in(text)));
    }
}
