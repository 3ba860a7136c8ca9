//! Properties of any text: read in any slices, and compared with a plain implementation.

use std::collections::BTreeSet;
use std::ops::Range;

use proptest::prelude::*;

use super::{Matching, hits, index_of, matching, matching_in, read};
use crate::search::query::Query;
use crate::search::words::{base, each_word_and_variant};

/// Words of a query and a text, and what is around them.
const PIECES: [&str; 48] = [
    "budget",
    "Budget",
    "budgets",
    "annual",
    "report",
    "Über",
    "uber",
    "日本語",
    "日本",
    "本",
    "ไทย",
    "ภาษาไทย",
    "한국어",
    "한국",
    "كتاب",
    " ",
    " ",
    "\n",
    "\r\n",
    "\n\n",
    ", ",
    "_",
    "'",
    "e\u{301}",
    "https://a.example/x?y=zzzzzzzzzzzzzzzzzzzzzzzz",
    "# ",
    "할 수 있다",
    "Wi-Fi",
    "1 250 000",
    "FileManager",
    "さくら",
    "會議記錄",
    "🎉",
    "the",
    "הספר",
    "budgetary",
    "-",
    "exam-\nple",
    "exam\u{ad}\r\n",
    "c++",
    "C#",
    ".net",
    "@anna",
    "\u{a7} 12",
    "12",
    "node.js",
    "e-mail",
    "i18n",
];

/// Words of which a note may have other forms.
const WORDS: [&str; 33] = [
    "example",
    "budget",
    "buget",
    "reporting",
    "annually",
    "über",
    "uber",
    "日本語",
    "本日",
    "ภาษาไทยได้",
    "한국어는",
    "할수있다",
    "كتابي",
    "サクラ",
    "🎉",
    "wifi",
    "1250000",
    "manager",
    "会议记录",
    "the",
    "ספר",
    "書",
    "bu",
    "c++",
    "c#",
    ".net",
    "@anna",
    "\u{a7}12",
    "node.js",
    "nodejs",
    "e-mail",
    "email",
    "18n",
];

fn any_text(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..most).prop_map(|pieces| pieces.concat())
}

fn any_query() -> impl Strategy<Value = String> {
    prop::sample::select(
        &[
            "budget",
            "\"annual report\"",
            "budget -report",
            "日本語",
            "\"日本語\" uber",
            "ภาษาไทย budget",
            "한국어 كتاب",
            "本",
            "budget annual report",
            "\"budget budget\"",
            "budgets \"日本\" -\"annual report\"",
            "e\u{301}",
            "\"c++ c#\" @anna",
            "\u{a7} 12 -.net",
        ][..],
    )
    .prop_map(str::to_owned)
}

/// The lines that contain one of some words, or one that begins or ends like one of six letters, by a plain implementation.
fn plainly(words: &[&str], text: &str) -> Vec<u32> {
    let bases: Vec<_> = words.iter().map(|word| base(word)).collect();
    let is_compound = |term: &str, word: &str| term.ends_with(word) && term.len() >= word.len() + 3;
    let begins = |term: &str| {
        !term.contains(char::is_numeric)
            && words.iter().any(|word| word.len() == 6 && (term.starts_with(word) || is_compound(term, word)))
    };
    let matches = |term: &str| bases.contains(&base(term)) || begins(term);
    let line_of = |at: usize| 1 + u32::try_from(text[..at].matches('\n').count()).expect("a short text");
    let (mut starts, mut lines) = (Vec::new(), BTreeSet::new());
    each_word_and_variant(text, |word| starts.extend(matches(word.term).then_some(word.start)));
    each_word_and_variant(text, |word| {
        if matches(word.term) {
            // Of a word that is broken, the lines before a part that matches itself are closed.
            let part = starts.iter().rfind(|&&start| word.start < start && start < word.end);
            lines.extend(line_of(*part.unwrap_or(&word.start))..=line_of(word.end));
        }
    });
    lines.into_iter().collect()
}

proptest! {
    #[test]
    fn slices_of_any_size_find_the_same(query in any_query(), text in any_text(600), slice in 1_usize..6000, case: bool) {
        let mut matching = matching_in(&query, case, 5, &[&text]);
        let whole = read(&mut matching, &text, usize::MAX);
        prop_assert_eq!(read(&mut matching, &text, slice), whole);
    }

    #[test]
    fn lines_are_found_that_the_plain_way_finds(text in any_text(80)) {
        // Words that no note has may be misspelt.
        let text = text + "\nbudget uber report";
        let hits = hits("budget uber report", &text).expect("the note is not out");
        let lines: Vec<u32> = hits.lines.iter().flat_map(|&(first, last)| first..=last).collect();
        prop_assert_eq!(hits.count as usize, lines.len());
        prop_assert_eq!(lines, plainly(&["budget", "uber", "report"], &text));
    }

    #[test]
    fn every_note_that_the_index_finds_has_a_line(
        texts in prop::collection::vec(any_text(40), 1..6),
        query in prop::collection::vec(prop::sample::select(&WORDS[..]), 1..4),
    ) {
        let query = Query::parse(&query.join(" ")).expect("a query");
        let index = index_of(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        let ranking = index.search(&query.words, &mut |_, _| true);
        let mut matching = Matching::new(&query, false, 5);
        matching.rank(&query, &ranking.words);
        for note in ranking.notes {
            let text = &texts[note.id.0 as usize];
            let hits = read(&mut matching, text, usize::MAX);
            prop_assert!(hits.is_some_and(|hits| hits.count > 0), "{:?} in {text:?}", query.words);
        }
    }

    #[test]
    fn spans_are_in_order_on_characters_and_inside_their_line(query in any_query(), text in any_text(80)) {
        let lines: Vec<&str> = text.split('\n').collect();
        for hit in hits(&query, &text).into_iter().flat_map(|hits| hits.best) {
            prop_assert!(hit.score > 0.0);
            prop_assert!(!hit.ranges.is_empty());
            let line = lines[hit.line as usize - 1];
            let mut before = None;
            for Range { start, end } in hit.ranges {
                prop_assert!(before.is_none_or(|before| before < start) && start < end);
                prop_assert!(line.get(start..end).is_some_and(|word| !word.contains(char::is_control)));
                before = Some(end);
            }
        }
    }

    #[test]
    fn any_characters_are_read(text in prop::collection::vec(any::<char>(), 0..2000), slice in 1_usize..3000) {
        let (mut matching, text) = (matching("a -zz \"b c\"", false, 5), String::from_iter(text));
        let whole = read(&mut matching, &text, usize::MAX);
        prop_assert_eq!(read(&mut matching, &text, slice).is_some(), whole.is_some());
    }
}
