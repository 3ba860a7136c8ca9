//! Finds text that every match of a pattern contains, so that the index can rule notes out.

use regex_syntax::hir::{Class, ClassUnicodeRange, Hir, HirKind};

use crate::unicode::fold_case;

/// Minimum bytes of a literal. Shorter ones rule out few notes.
const MIN_BYTES: usize = 3;

/// Maximum characters of a literal. Longer ones rule out no more notes.
const MAX_CHARS: usize = 32;

/// Maximum literals in total. An alternation that needs more is ignored.
const MAX_LITERALS: usize = 64;

/// Maximum characters of a class that consists of the cases of one letter: `[KkK]`, `[Θθϑϴ]`.
const MAX_CASES: usize = 4;

/// What a text must contain. It is compared with the case-folded text whether or not the pattern is case-sensitive, so
/// it never rules out a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// Nothing.
    Any,
    /// This case-folded text of at least three bytes.
    Literal(String),
    /// All of these, at least two.
    All(Vec<Need>),
    /// One of these, at least two.
    One(Vec<Need>),
}

/// What every text with a match of `hir` contains.
#[must_use]
pub fn need_of(hir: &Hir) -> Need {
    let mut room = MAX_LITERALS;
    need_within(hir, &mut room)
}

fn need_within(hir: &Hir, room: &mut usize) -> Need {
    let HirKind::Alternation(ways) = hir.kind() else {
        let mut gathering = Gathering { run: String::new(), needs: Vec::new() };
        gathering.add(hir, room);
        gathering.end_run(room);
        gathering.needs.dedup();
        return one_or(gathering.needs, Need::All);
    };
    let mut needs = Vec::new();
    for way in ways {
        match need_within(way, room) {
            Need::Any => return Need::Any,
            Need::One(several) => needs.extend(several),
            need => needs.push(need),
        }
    }
    needs.dedup();
    one_or(needs, Need::One)
}

fn one_or(mut needs: Vec<Need>, several: fn(Vec<Need>) -> Need) -> Need {
    match needs.len() {
        0 | 1 => needs.pop().unwrap_or(Need::Any),
        _ => several(needs),
    }
}

/// Collects the needs of consecutive parts.
struct Gathering {
    /// Adjacent characters of every match, in some case.
    run: String,
    needs: Vec<Need>,
}

impl Gathering {
    fn add(&mut self, hir: &Hir, room: &mut usize) {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => match str::from_utf8(&literal.0) {
                Ok(text) => self.run.push_str(text),
                Err(_) => self.end_run(room),
            },
            HirKind::Class(class) => match one_letter(class) {
                Some(letter) => self.run.push(letter),
                None => self.end_run(room),
            },
            HirKind::Capture(group) => self.add(&group.sub, room),
            HirKind::Concat(parts) => parts.iter().for_each(|part| self.add(part, room)),
            HirKind::Repetition(repetition) => {
                if repetition.min > 0 {
                    self.add(&repetition.sub, room);
                }
                self.end_run(room);
            }
            HirKind::Alternation(_) => {
                self.end_run(room);
                self.needs.extend(Some(need_within(hir, room)).filter(|need| *need != Need::Any));
            }
        }
    }

    /// Ends the run where unknown text may follow.
    fn end_run(&mut self, room: &mut usize) {
        let run = std::mem::take(&mut self.run);
        let end = run.char_indices().nth(MAX_CHARS).map_or(run.len(), |(end, _)| end);
        let folded = fold_case(&run[..end]);
        let sure = sure_part(&folded);
        if sure.len() >= MIN_BYTES && *room > 0 {
            *room -= 1;
            self.needs.push(Need::Literal(sure.to_owned()));
        }
    }
}

/// The letter, if all characters of the class are cases of one.
fn one_letter(class: &Class) -> Option<char> {
    let Class::Unicode(class) = class else { return None };
    let count = class.ranges().iter().map(ClassUnicodeRange::len).try_fold(0_usize, usize::checked_add)?;
    if count == 0 || count > MAX_CASES {
        return None;
    }
    let mut letters = class.ranges().iter().flat_map(|range| range.start()..=range.end());
    let first = letters.next()?;
    let folded = fold_case(first.encode_utf8(&mut [0; 4]));
    letters.all(|letter| fold_case(letter.encode_utf8(&mut [0; 4])) == folded).then_some(first)
}

/// The part of `folded` that does not depend on adjacent characters. Folding composes: before an accent the last letter
/// of `cafe` changes, and a leading accent joins the letter before it.
fn sure_part(folded: &str) -> &str {
    let mut starts = folded.char_indices().filter(|&(_, c)| is_start(c));
    let Some((start, first)) = starts.next() else { return "" };
    let (last, c) = starts.next_back().unwrap_or((start, first));
    // Characters after the last start may join it, so it is dropped with them.
    let end = if is_lone(c) { last + c.len_utf8() } else { last };
    &folded[start..end]
}

/// Whether `c` never joins the character before it, for common scripts; `false` if unknown. Without `ι`, which folding
/// also makes from an accent.
fn is_start(c: char) -> bool {
    matches!(c,
        '\0'..='\u{7f}' | '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{3b8}' | '\u{3ba}'..='\u{482}' | '\u{48a}'..='\u{52f}' | '\u{5d0}'..='\u{5ea}'
        | '\u{620}'..='\u{64a}' | '\u{904}'..='\u{939}' | '\u{e01}'..='\u{e30}' | '\u{e32}' | '\u{e33}'
        | '\u{e40}'..='\u{e46}' | '\u{1100}'..='\u{1112}' | '\u{1e00}'..='\u{1eff}' | '\u{2010}'..='\u{2027}'
        | '\u{3000}'..='\u{3029}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fe}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// Whether, in addition, nothing after `c` ever joins it.
fn is_lone(c: char) -> bool {
    match c {
        '\0'..='\u{7f}' => !c.is_ascii_alphabetic() && !matches!(c, '<' | '=' | '>'),
        '\u{5d0}'..='\u{5ea}'
        | '\u{e01}'..='\u{e46}'
        | '\u{30fc}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' => true,
        _ => false,
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use proptest::prelude::*;

    use super::Need;
    use crate::search::pattern::tests::{patterns, texts};
    use crate::search::pattern::{KeepLimits, Pattern, Searching};
    use crate::unicode::fold_case;

    fn need(pattern: &str) -> Need {
        Pattern::parse(pattern, false).unwrap().need().clone()
    }

    fn literal(text: &str) -> Need {
        Need::Literal(text.to_owned())
    }

    #[test]
    fn what_every_match_holds_is_told() {
        // The last letter may have an accent in a decomposed text, and then be another letter.
        assert_eq!(need("Budget"), literal("budge"));
        assert_eq!(need(r"\bfoobar\w+"), literal("fooba"));
        assert_eq!(
            need(r"(Budget|invoices?) 2025"),
            Need::All(vec![Need::One(vec![literal("budge"), literal("invoic")]), literal(" 2025"),])
        );
        assert_eq!(need("budget.*meeting"), Need::All(vec![literal("budge"), literal("meetin")]));
        assert_eq!(need("Größe"), literal("gröss"));
        assert_eq!(need("会議録"), literal("会議録"));
        assert_eq!(need("ノート"), literal("ノー"));
        assert_eq!(need("(?:todo){2}"), literal("tod"));
    }

    #[test]
    fn what_tells_nothing_is_not_told() {
        for pattern in ["ab", r"\d{4}-\d{2}", "budget|.", "(budget)?x", "[a-z]+", "e\u{301}\u{301}\u{301}"] {
            assert_eq!(need(pattern), Need::Any, "{pattern}");
        }
        let many: Vec<_> = (0..100).map(|at| format!("{at}words")).collect();
        assert_eq!(need(&many.join("|")), Need::Any);
    }

    fn is_met(need: &Need, folded: &str) -> bool {
        match need {
            Need::Any => true,
            Need::Literal(literal) => folded.contains(literal.as_str()),
            Need::All(needs) => needs.iter().all(|need| is_met(need, folded)),
            Need::One(needs) => needs.iter().any(|need| is_met(need, folded)),
        }
    }

    proptest! {
        #[test]
        fn a_text_that_matches_holds_what_is_needed(pattern in patterns(), text in texts(), case_sensitive: bool) {
            if let Ok(mut pattern) = Pattern::parse(&pattern, case_sensitive) {
                let mut searching = Searching::new(KeepLimits { hits: 0, with_ranges: 0 });
                searching.search_more(&mut pattern, text.as_bytes(), usize::MAX);
                if searching.found().lines > 0 {
                    prop_assert!(is_met(pattern.need(), &fold_case(&text)), "{:?}", pattern.need());
                }
            }
        }

        #[test]
        fn a_literal_of_any_letters_is_found_whatever_stands_beside_it(
            before in any::<Option<char>>(), text in "\\w{1,8}", after in "\\PC{0,2}|[\u{300}-\u{345}\u{1161}-\u{1175}\u{11a8}-\u{11c2}\u{3099}\u{309a}]{1,2}",
        ) {
            let hir = regex_syntax::hir::Hir::literal(text.as_bytes());
            let whole = format!("{}{text}{after}", before.map(String::from).unwrap_or_default());
            prop_assert!(is_met(&super::need_of(&hir), &fold_case(&whole)));
        }
    }
}
