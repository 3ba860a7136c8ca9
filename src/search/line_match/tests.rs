//! Tables in several scripts.

mod properties;

use std::ops::Range;

use super::{Hits, Matching};
use crate::search::index::Index;
use crate::search::query::Query;

/// A matching for the notes `texts`, which an index has ranked.
fn matching_in(query: &str, case: bool, keep: usize, texts: &[&str]) -> Matching {
    let query = Query::parse(query).expect("a query");
    let mut matching = Matching::new(&query, case, keep);
    matching.rank(&query, &index_of(texts).search(&query.words, &mut |_, _| true).words);
    matching
}

/// An index of notes without names.
fn index_of(texts: &[&str]) -> Index {
    let mut index = Index::default();
    for text in texts {
        let path = "/".repeat(index.len() + 1);
        let mut note = index.begin(&path, 0.0, 0.0);
        while !note.read_more(text, usize::MAX) {}
        index.put(note);
    }
    while index.settle(usize::MAX) {}
    index
}

/// A matching that has no forms of words.
fn matching(query: &str, case: bool, keep: usize) -> Matching {
    Matching::new(&Query::parse(query).expect("a query"), case, keep)
}

fn read(matching: &mut Matching, text: &str, slice: usize) -> Option<Hits> {
    let mut steps = 0;
    while !matching.read_more(text, slice) {
        steps += 1;
        assert!(steps <= text.len(), "it never ends");
    }
    matching.finish()
}

fn hits(query: &str, text: &str) -> Option<Hits> {
    read(&mut matching_in(query, false, 1000, &[text]), text, usize::MAX)
}

/// The lines that match, in order, with what is marked in them.
fn marked(hits: Option<Hits>, text: &str) -> Option<Vec<(u32, Vec<&str>)>> {
    let mut best = hits?.best;
    best.sort_by_key(|hit| hit.line);
    let lines: Vec<&str> = text.split('\n').collect();
    let marked = |line: u32, ranges: Vec<Range<usize>>| {
        let line = lines[line as usize - 1];
        ranges.into_iter().map(|span| &line[span]).collect()
    };
    Some(best.into_iter().map(|hit| (hit.line, marked(hit.line, hit.ranges))).collect())
}

type Lines<'a> = &'a [(u32, &'a [&'a str])];
type Expected<'a> = Option<Lines<'a>>;

fn check(query: &str, text: &str, case: bool, expected: Expected) {
    let found = marked(read(&mut matching_in(query, case, 1000, &[text]), text, usize::MAX), text);
    let expected = expected.map(|lines| lines.iter().map(|(line, marks)| (*line, marks.to_vec())).collect());
    assert_eq!(found, expected, "{query:?} in {text:?}");
}

#[test]
fn words_are_found_in_every_script() {
    let table: [(&str, &str, Lines); 31] = [
        ("budget", "The Budget.\n\nNo.\nbudgets", &[(1, &["Budget"]), (4, &["budgets"])]),
        ("budget plan", "a plan\nno\nPlan of the budget", &[(1, &["plan"]), (3, &["Plan", "budget"])]),
        ("uber", "Über uns\nuber\nUbermut", &[(1, &["Über"]), (2, &["uber"])]),
        ("über", "uber\nU\u{308}ber", &[(1, &["uber"]), (2, &["U\u{308}ber"])]),
        ("notes", "a note\r\nmeeting_notes.md\r\n", &[(1, &["note"]), (2, &["notes"])]),
        ("example", "an exam-\nple of", &[(1, &["exam-"]), (2, &["ple"])]),
        ("example", "an exam\u{ad}\r\n\tple of", &[(1, &["exam\u{ad}"]), (2, &["ple"])]),
        ("example ple", "an exam-\n  ple of", &[(2, &["ple"])]),
        ("straße", "Hauptstrasse\nSTRASSE", &[(1, &["Hauptstrasse"]), (2, &["STRASSE"])]),
        ("C++ §12", "C++17\nC D\n§ 12 of\n12", &[(1, &["C++"]), (3, &["§ 12"])]),
        ("@anna", "ask @Anna\nAnna", &[(1, &["@Anna"]), (2, &["Anna"])]),
        ("e-mail", "an email\nE-Mail", &[(1, &["email"]), (2, &["E-Mail"])]),
        ("18n", "the i18n\n18", &[(1, &["i18n"])]),
        ("heure", "l'heure est", &[(1, &["l'heure"])]),
        ("日本語", "これは日本語です。\n日本\n本\n英語", &[(1, &["日本語"]), (2, &["日本"])]),
        ("機械学習の方法", "機械の方\n学習は方法", &[(1, &["機械"]), (2, &["学習は方法"])]),
        ("水", "水曜日\n冷水\n日本", &[(1, &["水"]), (2, &["水"])]),
        ("ก", "กา มา\nขา", &[(1, &["ก"])]),
        ("ノート", "レポート\nノートを\nノー", &[(2, &["ノート"])]),
        ("ภาษาไทย", "ฉันพูดภาษาไทยได้\nภาพ", &[(1, &["ภาษาไทย"])]),
        ("한국어는", "한국어를 배운다\n영어는\n한국", &[(1, &["한국어"]), (3, &["한국"])]),
        ("노트", "새 노트에서\n노력", &[(1, &["노트"])]),
        ("كتاب", "هذا كتاب جديد\nقلم", &[(1, &["كتاب"])]),
        ("заметка", "Новая ЗАМЕТКА\nдом", &[(1, &["ЗАМЕТКА"])]),
        ("budget", "", &[]),
        ("budget", "\n\n\n", &[]),
        ("budget", "---\ntitle: Budget\n---\n", &[(2, &["Budget"])]),
        ("budget", "# Budget\r\n\tbudget\r\n", &[(1, &["Budget"]), (2, &["budget"])]),
        ("budget", "budget budget,budget", &[(1, &["budget", "budget", "budget"])]),
        ("budget", "\u{feff}budget", &[(1, &["budget"])]),
        ("ab", "ab\u{2028}ab\rab", &[(1, &["ab", "ab", "ab"])]),
    ];
    for (query, text, expected) in table {
        check(query, text, false, Some(expected));
    }
}

#[test]
fn phrases_may_continue_on_the_next_line_but_not_in_the_next_paragraph() {
    let table: [(&str, &str, Expected); 22] = [
        ("\"annual report\"", "The Annual Report.\nreport", Some(&[(1, &["Annual Report"])])),
        ("\"annual report\"", "annual, report", Some(&[(1, &["annual, report"])])),
        ("\"annual report\"", "the annual\nreport is", Some(&[(1, &["annual"]), (2, &["report"])])),
        ("\"annual report\"", "the annual\r\n  report", Some(&[(1, &["annual"]), (2, &["report"])])),
        ("\"annual report\"", "the annual\n\nreport", None),
        ("\"annual report\"", "> the annual\n>\n> report", None),
        ("\"annual report\"", "the annual\r\n \t\r\nreport", None),
        ("\"annual report\"", "annual reports", None),
        ("\"annual report\"", "annual big report", None),
        ("\"C++ code\"", "C code\nC++ code", Some(&[(2, &["C++ code"])])),
        ("\"a b c\"", "a b\nc a a b c", Some(&[(1, &["a b"]), (2, &["c", "a b c"])])),
        ("\"a a b\"", "a a a b", Some(&[(1, &["a a b"])])),
        ("\"uber\"", "Über", None),
        ("\"p q\" r", "r\np q", Some(&[(1, &["r"]), (2, &["p q"])])),
        ("\"p q\" r", "r\np\n\nq", Some(&[(1, &["r"]), (2, &["p"]), (4, &["q"])])),
        ("「日本語」 z", "z\n日本", None),
        ("\"日本語\"", "日本語", Some(&[(1, &["日本語"])])),
        ("\"日本語\"", "日本 本語", None),
        ("\"日本 東京\"", "日本、東京", Some(&[(1, &["日本、東京"])])),
        ("\"日本 本語\"", "日本語", None),
        ("\"ไทย\"", "ภาษาไทยได้", Some(&[(1, &["ไทย"])])),
        ("\"一 a\"", "第一 a", Some(&[(1, &["第一 a"])])),
    ];
    for (query, text, expected) in table {
        check(query, text, false, expected);
    }
}

#[test]
fn a_note_that_holds_what_it_must_not_is_out() {
    for (query, text, is_in) in [
        ("plan -draft", "plan\nDraft", false),
        ("plan -draft", "plan\ndrafts", true),
        ("plan -\"first draft\"", "plan, draft, first", true),
        ("plan -\"first draft\"", "plan first\ndraft", false),
        ("plan -日本語", "plan 日本と英語", true),
        ("plan -日本語", "plan は日本語だ", false),
        ("plan -uber", "plan Über", true),
        ("plan -plan", "plan", false),
        ("plan -C++", "plan C", true),
        ("plan -C++", "plan C++", false),
    ] {
        assert_eq!(hits(query, text).is_some(), is_in, "{query:?} in {text:?}");
    }
}

#[test]
fn with_case_a_word_matches_only_as_it_is_written() {
    let table: [(&str, &str, Expected); 9] = [
        ("US", "us\nUS\nthe U.S.", Some(&[(2, &["US"])])),
        ("Über", "uber\nÜber\nü\nÜBER", Some(&[(2, &["Über"])])),
        ("Über", "U\u{308}ber", Some(&[(1, &["U\u{308}ber"])])),
        ("the The", "THE the The", Some(&[(1, &["the", "The"])])),
        ("note", "notes Note", Some(&[])),
        ("C++ e-mail", "c++\nC++ email", Some(&[(2, &["C++"])])),
        ("\"The US\"", "the US. The us. The US", Some(&[(1, &["The US"])])),
        ("plan -US", "plan us", Some(&[(1, &["plan"])])),
        ("plan -US", "plan US", None),
    ];
    for (query, text, expected) in table {
        check(query, text, true, expected);
    }
}

#[test]
fn the_name_counts_for_phrases_and_for_what_must_not_be_there() {
    for (query, name, text, is_in) in [
        ("\"annual report\"", "Annual report 2025", "a plan", true),
        ("\"annual report\"", "Annual", "report plan", false),
        ("plan -draft", "Draft", "plan", false),
    ] {
        let mut matching = matching(query, false, 10);
        matching.name(name);
        assert_eq!(read(&mut matching, text, 4096).is_some(), is_in, "{query:?} in {name:?}");
    }
}

/// The numbers of the lines that match, best first.
fn order(matching: &mut Matching, text: &str) -> Vec<u32> {
    let hits = read(matching, text, usize::MAX).expect("the note is not out");
    hits.best.iter().map(|hit| hit.line).collect()
}

#[test]
fn the_best_lines_stand_first() {
    for (query, text, expected) in [
        ("annual budget", "budget\nthe budget is annual\nannual budget\nannual", &[3, 2, 1, 4][..]),
        ("budget", "a budget\n# Budget\nbudget", &[2, 1, 3]),
        ("uber", "Über\nuber", &[2, 1]),
        ("notes", "note\nnotes", &[2, 1]),
        ("日本語", "日本\n日本語", &[2, 1]),
        ("\"a b\" c", "c\na b", &[2, 1]),
        ("p q", "p p p p p p\np q", &[2, 1]),
    ] {
        assert_eq!(order(&mut matching_in(query, false, 10, &[text]), text), expected, "{query:?} in {text:?}");
    }
}

#[test]
fn the_last_word_may_be_the_beginning_of_another() {
    let text = "planning\nbudgetary\nabudget";
    for (query, expected) in
        [("plan budget", &[2, 1][..]), ("plan budg", &[1, 2]), ("budg plann", &[1]), ("zzz budg", &[2])]
    {
        let mut found = order(&mut matching_in(query, false, 10, &[text]), text);
        found.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "{query}");
    }
}

#[test]
fn words_count_by_their_worth() {
    let others = ["the plan of a budget", "a budget of the", "the budget"];
    let best = |query: &str, text: &str| {
        let texts: Vec<&str> = [text].into_iter().chain(others).collect();
        order(&mut matching_in(query, false, 10, &texts), text)
    };
    assert_eq!(best("the budget", "the the\nthe budget\nplan"), [2]);
    assert_eq!(best("the", "the the\nthe budget\nplan"), [1, 2]);
    assert_eq!(best("the budget plan", "the budget\nplan\nbudget"), [2, 1, 3]);
    let text = "the the\nthe budget\nplan";
    let found = read(&mut matching_in("the budget", false, 10, &[text]), text, 4096);
    assert_eq!(marked(found, text), Some(vec![(2, vec!["the", "budget"])]));
}

#[test]
fn a_preferred_phrase_excludes_nothing() {
    let phrases = |text: &str| hits("report \"annual plan\"", text).map(|hits| (hits.count, hits.phrases));
    assert_eq!(phrases("the annual plan"), Some((1, 1)));
    assert_eq!(phrases("annual report\nplan"), Some((2, 0)));
    let text = "plan annual\nannual plan";
    assert_eq!(order(&mut matching_in("report \"annual plan\"", false, 9, &[text]), text), [2, 1]);
}

#[test]
fn of_many_hits_the_best_are_kept_and_all_are_counted() {
    let mut text = "a word\n\n".repeat(100_000);
    text.push_str("word of words\n");
    let hits = read(&mut matching("word of", false, 3), &text, 10_000).expect("the note is not out");
    let best: Vec<_> = hits.best.iter().map(|hit| hit.line).collect();
    assert_eq!((best, hits.count), (vec![200_001, 1, 3], 100_001));
    assert_eq!((hits.lines.len(), hits.lines[0], hits.lines[4095]), (4096, (1, 1), (8191, 8191)));
}

#[test]
fn a_very_long_line_is_one_hit_of_bounded_size() {
    let text = format!("{}{}", "word ".repeat(300_000), "plan");
    let hits = read(&mut matching("word plan", false, 3), &text, 4096).expect("the note is not out");
    assert_eq!((hits.count, hits.lines.as_slice()), (1, &[(1, 1)][..]));
    let ranges = &hits.best[0].ranges;
    assert_eq!((ranges.len(), &ranges[0], &ranges[64]), (65, &(0..4), &(1_500_000..1_500_004)));
}

#[test]
fn long_words_and_long_runs_are_read_in_slices() {
    let run = "学習".repeat(1000);
    let text = format!("{}budget {run}機械{run} note", "x".repeat(5000));
    let hits = read(&mut matching("budget 機械 note", false, 3), &text, 1024).expect("the note is not out");
    let at = 5007 + run.len();
    assert_eq!(hits.best[0].ranges, [at..at + 6, at + 6 + run.len() + 1..at + 6 + run.len() + 5]);
}

#[test]
fn a_matching_reads_one_note_after_another() {
    let mut matching = matching("plan -draft", false, 3);
    assert_eq!(read(&mut matching, "plan draft", 4096), None);
    let found = read(&mut matching, "\nplan", 4096).expect("the note is not out");
    assert_eq!((found.count, found.best[0].line), (1, 2));
    assert_eq!(read(&mut matching, "", 4096), Some(Hits::default()));
}
