//! Tables of what is shown, and properties: what is shown is what `read_file` shows.

use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

use super::{Extract, ExtractSize, HitLine, LINE_BYTES, NoteText, ShownLines};
use crate::search::line_match::{Collecting, Hit, Hits, Matching};
use crate::search::query::Query;
use crate::search::words::{base, each_word};
use crate::text::{Amount, Span, Text, millitokens};

const ALL: Amount = Amount { bytes: usize::MAX, lines: u32::MAX, millitokens: u64::MAX };

fn text(content: &str) -> Text {
    Text::new(content.as_bytes().to_vec()).expect("the content is text")
}

fn hits(query: &str, text: &Text) -> Hits {
    let mut matching = Matching::new(&Query::parse(query).expect("a query"), false, 50);
    let text = String::from_utf8_lossy(text.as_bytes());
    while !matching.read_more(&text, 4096) {}
    matching.finish().expect("the note is not out")
}

fn extract_of(text: &Text, hits: &Hits, lines: usize, context: u32, limit: Amount) -> Extract {
    let size = ExtractSize { lines, context, width: LINE_BYTES };
    Extract::new(&NoteText { path: "A.md", page: None, text }, hits, size, limit)
}

fn extract(note: &str, query: &str, lines: usize, around: u32) -> Extract {
    let text = text(note);
    extract_of(&text, &hits(query, &text), lines, around, ALL)
}

fn shown(note: &str, query: &str, lines: usize, around: u32) -> String {
    extract(note, query, lines, around).shown(ALL).text
}

/// Lines `1` to `count`, those in `marked` with the word.
fn lines(count: u32, marked: &[u32]) -> String {
    let line = |line: u32| if marked.contains(&line) { format!("word {line}\n") } else { format!("x{line}\n") };
    (1..=count).map(line).collect()
}

#[test]
fn lines_stand_in_order_with_what_is_around_them() {
    let around = lines(30, &[3, 6, 8, 20]);
    for (content, lines, context, expected) in [
        (around.as_str(), 9, 0, "3: word 3\n[...]\n6: word 6\n[...]\n8: word 8\n[...]\n20: word 20"),
        (&around, 2, 0, "3: word 3\n[...]\n6: word 6\n[2 more lines match: 8, 20]"),
        (&around, 2, 1, "2: x2\n3: word 3\n4: x4\n5: x5\n6: word 6\n7: x7\n[2 more lines match: 8, 20]"),
        (
            &around,
            2,
            2,
            "1: x1\n2: x2\n3: word 3\n4: x4\n5: x5\n6: word 6\n7: x7\n8: word 8\n[1 more line matches: 20]",
        ),
        (&around, 0, 3, "[4 lines match: 3, 6, 8, 20]"),
        ("a word", 5, 3, "1: a word"),
        ("x\r\nword\r\n\r\n", 5, 3, "1: x\n2: word\n3: "),
        ("", 5, 3, ""),
        ("x\ny\n", 5, 3, ""),
        ("\u{feff}word\n", 5, 0, "1: word"),
        ("\u{feff}\u{feff}word\n", 5, 0, "1: \u{feff}word"),
        (
            "日本語の文\nword 日本\nภาษาไทย\n한국어\nكتاب",
            1,
            9,
            "1: 日本語の文\n2: word 日本\n3: ภาษาไทย\n4: 한국어\n5: كتاب",
        ),
    ] {
        assert_eq!(shown(content, "word", lines, context), expected, "{lines} lines, {context} around, of {content:?}");
    }
}

#[test]
fn many_others_are_summed_up() {
    assert_eq!(shown(&"word\n".repeat(10), "word", 1, 0), "1: word\n[9 more lines match: 2-10]");
    let shown = shown(&"word\nx\n".repeat(100_000), "word", 1, 0);
    assert_eq!(shown, "1: word\n[99999 more lines match: 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, ...]");
}

#[test]
fn the_best_lines_are_shown() {
    let content = "plan\nthe budget\nplan of the budget\nplan\n";
    assert_eq!(shown(content, "budget plan", 1, 0), "3: plan of the budget\n[3 more lines match: 1-2, 4]");
}

#[test]
fn a_long_line_is_cut_around_its_hits_and_names_the_call_for_the_rest() {
    let before = "x".repeat(1000);
    let cut = |content: &str| shown(content, "word", 1, 0);
    let start = "x".repeat(395);
    assert_eq!(
        cut(&format!("word {before}")),
        format!(
            "1: word {start}\n[line 1 up to column 400; for the rest call read_file with path=\"A.md\", \
                 start_line=1, start_column=401, end_line=1]"
        )
    );
    assert_eq!(
        cut(&format!("\n{before} word")),
        format!(
            "2+: {start} word\n[line 2 from column 606; for all of it call read_file with path=\"A.md\", \
                 start_line=2, end_line=2]"
        )
    );
    let half = "x".repeat(197);
    assert_eq!(
        cut(&format!("{before} word {before}")),
        format!(
            "1+: {half} word {half}\n[line 1 columns 804-1203; for all of it call read_file with path=\"A.md\", \
                 start_line=1, end_line=1; for what follows start_column=1204, end_line=1]"
        )
    );
}

#[test]
fn programs_are_told_columns_of_the_line() {
    let found = |content: &str| extract(content, "word", 9, 0).shown(ALL).hits;
    assert_eq!(found("é word, Word"), [HitLine { line: 1, column: 1, spans: vec![(3, 6), (9, 12)] }]);
    let long = format!("\n{} word", "é".repeat(1000));
    // Of 400 bytes the last 5 are a space and the word, and 197 letters fill 394 of the others.
    assert_eq!(found(&long), [HitLine { line: 2, column: 804, spans: vec![(1002, 1005)] }]);
}

#[test]
fn where_room_is_short_fewer_lines_are_shown() {
    let extract = extract(&lines(30, &[3, 6, 8, 20]), "word", 4, 1);
    let within = |bytes: usize| extract.shown(Amount { bytes, ..ALL });
    assert_eq!(extract.demand().lines, 11);
    let of_three = "2: x2\n3: word 3\n4: x4\n5: x5\n6: word 6\n7: x7\n8: word 8\n9: x9\n[1 more line matches: 20]";
    assert_eq!((within(of_three.len()).text.as_str(), within(of_three.len()).left), (of_three, 1));
    assert_eq!(within(40).text, "3: word 3\n[3 more lines match: 6, 8, 20]");
    assert_eq!(within(39).text, "[4 lines match: 3, 6, 8, 20]");
    assert_eq!(within(20).text, "[4 lines match]");
    assert_eq!(within(10), ShownLines { left: 4, ..ShownLines::default() });
    let one_line = extract.shown(Amount { lines: 1, ..ALL });
    assert_eq!(one_line.text, "3: word 3\n[3 more lines match: 6, 8, 20]");
}

#[test]
fn lines_that_are_no_utf8_are_left_out() {
    let mut bytes = "y\n".repeat(5000).into_bytes();
    bytes.extend(b"word\xff\nx\nword\n");
    let text = Text::new(bytes).expect("its head is text");
    let shown = extract_of(&text, &hits("word", &text), 5, 2, ALL).shown(ALL);
    assert_eq!(shown.text, "5002: x\n5003: word\n[1 more line matches: 5001]");
}

#[test]
fn a_pattern_that_finds_the_empty_line_shows_it() {
    let mut hits = Collecting::new(5);
    hits.add(Hit { line: 2, score: 0.0, ranges: Vec::new() });
    let shown = extract_of(&text("a\n\nb"), &hits.finish(), 5, 0, ALL).shown(ALL);
    assert_eq!((shown.text.as_str(), shown.left), ("2: ", 0));
    assert_eq!(shown.hits, [HitLine { line: 2, column: 1, spans: Vec::new() }]);
}

const PIECES: [&str; 24] = [
    "word",
    "word ",
    " Word",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\n\n",
    " ",
    "a much longer run of plain words, one behind the other, ",
    "\u{d55c}\u{ae00}",
    "日本語",
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}",
    "\u{1f44d}\u{1f3fd}",
    "e\u{301}",
    "\u{915}\u{94d}\u{937}\u{93f}",
    "ภาษาไทย",
    "كتاب",
    "12: ",
    "1+: ",
    "[...]",
    "[5 more lines match: 1]",
    "\u{2028}",
    "\u{feff}",
];

fn any_text() -> impl Strategy<Value = String> {
    let piece = (prop::sample::select(&PIECES[..]), prop_oneof![9 => Just(1_usize), 1 => 1_usize..40]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.iter().map(|(piece, n)| piece.repeat(*n)).collect())
}

fn any_limit() -> impl Strategy<Value = Amount> {
    let unlimited = Just(None);
    (
        0..3000_usize,
        prop_oneof![unlimited, (0..20_u32).prop_map(Some)],
        prop_oneof![Just(None), (0..900_000_u64).prop_map(Some)],
    )
        .prop_map(|(bytes, lines, millitokens)| Amount {
            bytes,
            lines: lines.unwrap_or(u32::MAX),
            millitokens: millitokens.unwrap_or(u64::MAX),
        })
}

/// The number of each numbered line, whether it starts inside its line, and its text.
fn numbered(shown: &str) -> Vec<(u32, bool, &str)> {
    let parse = |line: &'_ str| {
        let (mark, _) = line.split_once(": ")?;
        let number = mark.strip_suffix('+').unwrap_or(mark);
        Some((number.parse::<u32>().ok()?, number != mark))
    };
    shown
        .split('\n')
        .filter_map(|line| parse(line).map(|(number, is_continued)| (number, is_continued, line)))
        .collect()
}

proptest! {
    #[test]
    fn what_is_shown_is_what_read_file_shows(content in any_text(), lines in 0_usize..9, context in 0_u32..4, limit in any_limit()) {
        let text = text(&content);
        let hits = hits("word 日本 ไทย", &text);
        let extract = extract_of(&text, &hits, lines, context, limit);
        let shown = extract.shown(limit);
        prop_assert!(limit.holds(shown.taken), "{:?}", shown);
        prop_assert_eq!(shown.taken.bytes, shown.text.len());
        if limit.limits_tokens() && !shown.text.is_empty() {
            prop_assert_eq!(shown.taken.millitokens, millitokens(&(shown.text.clone() + "\n")));
        }
        let lines_shown = numbered(&shown.text);
        prop_assert_eq!(shown.taken.lines as usize, lines_shown.len());
        let mut before = 0;
        for &(line, is_continued, part) in &lines_shown {
            prop_assert!(line > before);
            before = line;
            let column = shown.hits.iter().find(|hit| hit.line == line).map_or(1, |hit| hit.column);
            prop_assert_eq!(is_continued, column > 1);
            let page = text.page(Span { first: line, column, last: line }, usize::MAX / 4).expect("the content is text");
            prop_assert!(page.text.starts_with(part), "{:?} in {:?}", part, page.text);
            let is_whole = page.text == part && column == 1;
            let note = format!("[line {line} ");
            prop_assert_eq!(shown.text.split('\n').any(|other| other.starts_with(&note)), !is_whole);
            // Both ends are grapheme boundaries, except in very large graphemes.
            let whole = text.page(Span { first: line, column: 1, last: line }, usize::MAX / 4).expect("text").text;
            let whole = &whole[line.to_string().len() + 2..];
            let start = whole.char_indices().nth(column as usize - 1).map_or(whole.len(), |(at, _)| at);
            let end = start + part.len() - line.to_string().len() - 2 - usize::from(is_continued);
            prop_assert!(is_whole || start < end, "nothing is shown of {:?}", page.text);
            let ends: Vec<_> = whole.grapheme_indices(true).map(|(at, _)| at).chain([whole.len()]).collect();
            let is_small = whole.graphemes(true).all(|grapheme| grapheme.len() < 40);
            prop_assert!(!is_small || (ends.contains(&start) && ends.contains(&end)), "{start} {end} {:?}", whole);
        }
        let matching = lines_shown.iter().filter(|(line, ..)| hits.lines.iter().any(|(a, b)| (a..=b).contains(&line)));
        prop_assert_eq!(shown.left as usize + matching.count(), hits.count as usize);
    }

    #[test]
    fn all_room_shows_the_best_lines_with_their_context(content in any_text(), lines in 0_usize..9, context in 0_u32..4) {
        let text = text(&content);
        let hits = hits("word", &text);
        let extract = extract_of(&text, &hits, lines, context, ALL);
        let shown = extract.shown(ALL);
        prop_assert_eq!(shown.taken, extract.demand());
        let near = |line: u32| hits.best.iter().take(lines).any(|hit| hit.line.abs_diff(line) <= context);
        let expected: Vec<u32> = (1..=text.total_lines()).filter(|&line| near(line)).collect();
        let found: Vec<u32> = numbered(&shown.text).into_iter().map(|(line, ..)| line).collect();
        let gaps = expected.windows(2).filter(|pair| pair[0] + 1 != pair[1]).count();
        prop_assert_eq!(shown.text.split('\n').filter(|line| *line == "[...]").count(), gaps);
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn marked_columns_hold_the_words(content in any_text()) {
        let text = text(&content);
        let shown = extract_of(&text, &hits("word", &text), 50, 0, ALL).shown(ALL);
        for hit in shown.hits {
            prop_assert!(!hit.spans.is_empty());
            for (first, last) in hit.spans {
                let page = text.page(Span { first: hit.line, column: first, last: hit.line }, 1000).expect("text").text;
                let word = page.split_once(": ").expect("a numbered line").1;
                let marked: String = word.chars().take((last + 1 - first) as usize).collect();
                // A word may be cut at the end of what is shown.
                let mut is_word = "words".contains(&marked.to_lowercase());
                each_word(&marked, |word| is_word |= base(word.term) == base("word"));
                prop_assert!(is_word, "{:?}", marked);
            }
        }
    }
}
