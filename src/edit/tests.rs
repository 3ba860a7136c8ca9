//! Properties of edits, over random texts with every line ending and encoding.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test")]

use lectern_base::encoding::{WideEncoding, encode};
use proptest::prelude::*;

use super::apply_edits::{Edited, apply_edits};
use super::comparison::hunks;
use super::find_text::{Searched, starts, with_newlines};
use super::hunks::Hunk;
use super::*;

/// Lines of few words, so that they repeat, with every ending; the last may have none.
fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("a"),
        Just("bell"),
        Just(" "),
        Just("  "),
        Just("ä"),
        Just("a\u{308}"),
        Just("“x”"),
        Just("鐘"),
        Just("\t"),
        Just("…"),
        Just("\u{a0}"),
        Just("1: "),
        Just("- [ ] "),
        Just("👩‍🚀"),
        Just("\rx"),
        Just(""),
    ];
    let line = (prop::collection::vec(word, 0..4), prop_oneof![Just("\n"), Just("\r\n")]);
    (prop::collection::vec(line, 0..8), any::<bool>()).prop_map(|(lines, ends)| {
        let mut text: String = lines.iter().map(|(words, ending)| words.concat() + ending).collect();
        if !ends {
            text.truncate(text.trim_end_matches(['\r', '\n']).len());
        }
        text
    })
}

/// Two places in `text`, on character boundaries and not inside `\r\n`.
fn slice(text: &str, a: prop::sample::Index, b: prop::sample::Index) -> std::ops::Range<usize> {
    let is_inside = |at: usize| text[..at].ends_with('\r') && text[at..].starts_with('\n');
    let places: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at) && !is_inside(at)).collect();
    let (a, b) = (*a.get(&places), *b.get(&places));
    a.min(b)..a.max(b)
}

fn edit(old: &str, new: &str) -> Edit {
    Edit { old: old.to_owned(), new: new.to_owned(), ..Edit::default() }
}

proptest! {
    #[test]
    fn encodings_come_back(text in text(), wide in 0..5_usize, mark: bool) {
        use WideEncoding::{Utf16Be, Utf16Le, Utf32Be, Utf32Le};
        let bytes = match [Utf16Le, Utf16Be, Utf32Le, Utf32Be].get(wide) {
            Some(&wide) => encode(wide, true, &text),
            None if mark => ["\u{feff}", &text].concat().into_bytes(),
            None => text.clone().into_bytes(),
        };
        if let Ok(editable) = EditableText::decode(bytes.clone()) {
            prop_assert_eq!(editable.encode(&editable.text), Ok(bytes));
        } else {
            // Only what is not detected as UTF-16 or UTF-32.
            prop_assert!(wide < 4);
        }
    }

    #[test]
    fn invalid_bytes_are_refused_or_come_back(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        if let Ok(editable) = EditableText::decode(bytes.clone()) {
            prop_assert_eq!(editable.encode(&editable.text), Ok(bytes));
        }
    }

    #[test]
    fn accepted_hunks_and_no_others_are_applied(before in text(), after in text(), accepted in any::<u64>()) {
        let hunks = hunks(&before, &after);
        let apply = |is_accepted: &dyn Fn(usize) -> bool| with_these(&before, &after, &hunks, is_accepted).0;
        prop_assert_eq!(apply(&|_| true), after.as_str());
        prop_assert_eq!(apply(&|_| false), before.as_str());
        let is_accepted = |index: usize| accepted >> (index % 64) & 1 == 1;
        prop_assert_eq!(apply(&is_accepted), by_lines(&before, &after, &hunks, is_accepted));
        // What is left of the hunks leads to the text that is left.
        let (text, left, _) = with_these(&before, &after, &hunks, is_accepted);
        prop_assert_eq!(with_these(&before, &text, &left, |_| true).0, text.as_str());
        prop_assert_eq!(by_lines(&before, &text, &left, |_| true), text);
    }

    #[test]
    fn places_are_found_as_the_standard_library_finds_them(
        text in "[ab]{0,60}ä?[ab]{0,6}", wanted in "[ab]{1,6}", a: prop::sample::Index, b: prop::sample::Index,
    ) {
        for wanted in [&wanted, &text[slice(&text, a, b)]] {
            let expected: Vec<_> = text.match_indices(wanted).map(|(at, _)| at).collect();
            prop_assert!(wanted.is_empty() || starts(&text, wanted) == expected);
        }
    }

    #[test]
    fn diffs_make_the_new_text(before in text(), after in text()) {
        let diff = unified_diff("a.md", Some(&before), Some(&after), &hunks(&before, &after));
        prop_assert_eq!(patched(&before, &diff), after);
    }

    #[test]
    fn what_is_in_a_text_is_found_whatever_its_endings(
        text in text(), a: prop::sample::Index, b: prop::sample::Index, crlf: bool,
    ) {
        let span = slice(&text, a, b);
        let plain = with_newlines(&text[span.clone()]).into_owned();
        // `\r` before `\n` is part of a line ending.
        if plain.is_empty() || plain.contains("\r\n") || plain.ends_with('\r') {
            return Ok(());
        }
        let old = if crlf { plain.replace('\n', "\r\n") } else { plain };
        let found = Searched::new(&text).find(&old);
        prop_assert!(found.iter().all(|found| with_newlines(&text[found.clone()]) == with_newlines(&old)));
        prop_assert!(found.iter().any(|found| found.start <= span.start));
    }

    #[test]
    fn outside_an_edit_every_byte_stays(
        text in text(), new in text(), a: prop::sample::Index, b: prop::sample::Index,
    ) {
        let span = slice(&text, a, b);
        let old = &text[span.clone()];
        let Ok(edited) = apply_edits(&text, &[edit(old, &new)]) else { return Ok(()) };
        if let [replacement] = &edited.replacements[..] {
            prop_assert_eq!(&replacement.span, &span);
            let result = replaced(&text, &edited.replacements);
            prop_assert!(result.starts_with(&text[..span.start]) && result.ends_with(&text[span.end..]));
            // The replacement is what was given, but for the line endings.
            prop_assert_eq!(replacement.new.replace('\r', ""), new.replace('\r', ""));
            let endings = |text: &str| (text.contains("\r\n"), text.replace("\r\n", "").contains('\n'));
            let (old, new) = (endings(old), endings(&replacement.new));
            prop_assert!(old == (false, false) || ((!new.0 || old.0) && (!new.1 || old.1)));
        }
    }

    #[test]
    fn lines_that_stay_keep_their_endings(text in text(), line in text()) {
        // One more line at the end of a text with both endings.
        if !text.contains("\r\n") || !text.replace("\r\n", "").contains('\n') {
            return Ok(());
        }
        let new = with_newlines(&text).into_owned() + &with_newlines(&line);
        let made = with_endings_of(&text, "\n", &new);
        prop_assert_eq!(made.replace('\r', ""), new.replace('\r', ""));
        let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
        prop_assert!(made.starts_with(whole), "{:?} of {:?}", made, text);
    }

    #[test]
    fn the_nearest_passage_is_in_the_text(text in text(), old in text(), new in text(), near in 0..9_u32) {
        if let Some(nearest) = NearestPassage::find(&text, &old, &new, Some(near)) {
            prop_assert!(text.contains(&nearest.text));
            prop_assert!(nearest.lines.0 <= nearest.lines.1);
        }
    }
}

/// `before` with the accepted hunks of those that lead to `after`.
pub(super) fn with_these(
    before: &str,
    after: &str,
    hunks: &[Hunk],
    is_accepted: impl Fn(usize) -> bool,
) -> (String, Vec<Hunk>, Vec<Replacement>) {
    with_accepted(before, hunks, |index| is_accepted(index).then(|| &after[hunks[index].after_span.clone()]))
}

/// `before` with the accepted hunks, made line by line.
pub(super) fn by_lines(before: &str, after: &str, hunks: &[Hunk], is_accepted: impl Fn(usize) -> bool) -> String {
    let [mut lines, new] = [before, after].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    for (_, hunk) in hunks.iter().enumerate().rev().filter(|&(index, _)| is_accepted(index)) {
        let new = new[hunk.after.start as usize..hunk.after.end as usize].iter().copied();
        lines.splice(hunk.before.start as usize..hunk.before.end as usize, new);
    }
    lines.concat()
}

/// Applies a unified diff strictly: every context and removed line has to be there.
fn patched(before: &str, diff: &str) -> String {
    let mut old = before.split_inclusive('\n');
    let mut result = String::new();
    let mut at = 0;
    let mut lines = diff.split_inclusive('\n').skip_while(|line| !line.starts_with("@@")).peekable();
    while let Some(line) = lines.next() {
        if let Some(head) = line.strip_prefix("@@ -") {
            let start: usize = head.split([',', ' ']).next().unwrap().parse().unwrap();
            let is_empty = head.split(' ').next().unwrap().ends_with(",0");
            while at < start - usize::from(!is_empty) {
                result += old.next().unwrap();
                at += 1;
            }
            continue;
        }
        let (sign, text) = line.split_at(1);
        let is_last = lines.next_if(|next| next.starts_with('\\')).is_some();
        let text = if is_last { text.strip_suffix('\n').unwrap() } else { text };
        if sign != "+" {
            assert_eq!(old.next().unwrap(), text);
            at += 1;
        }
        if sign != "-" {
            result += text;
        }
    }
    result + &old.collect::<String>()
}

/// What models do to a passage when they quote it, and whether the nearest passage is then the one they meant.
#[test]
fn misquoted_passages_are_found() {
    let note = "---\ntags: [bell]\n---\n# The bell\n\nThe clapper – it’s “new” – weighs 45\u{a0}kg.\nIt was cast in \
                Café Glöckner in 1911…\n\n- rope: 12 m\n- wheel: oak\n- bearings: bronze\n\nCall the founder about the crack.\n";
    let find = |old: &str, new: &str| NearestPassage::find(note, old, new, None).expect(old);
    let quotes = find("it's \"new\" - weighs 45 kg", "it's \"old\" - weighs 45 kg");
    assert_eq!(quotes.text, "it’s “new” – weighs 45\u{a0}kg");
    assert_eq!(quotes.new, "it’s “old” – weighs 45\u{a0}kg");
    assert_eq!(quotes.lines, (6, 6));
    assert_eq!(quotes.differences[0], "U+2019 here, U+0027 in your text");
    let decomposed = find("Cafe\u{301} Glo\u{308}ckner in 1911...", "Cafe\u{301} Glo\u{308}ckner in 1912...");
    assert_eq!(decomposed.new, "Café Glöckner in 1912…");
    let missing = find("- rope: 12 m\n- bearings: bronze", "- rope: 14 m\n- bearings: bronze");
    assert_eq!(missing.text, "- rope: 12 m\n- wheel: oak\n- bearings: bronze");
    assert_eq!(missing.new, "- rope: 14 m\n- wheel: oak\n- bearings: bronze");
    let typo = find("Call the foundry about the crack.", "Called the foundry about the crack.");
    assert_eq!((typo.text.as_str(), typo.lines.0), ("Call the founder about the crack.", 13));
    let blanks = find("- rope: 12 m  \n- wheel: oak ", "- rope: 12 m\n- wheel: ash");
    assert_eq!(blanks.text, "- rope: 12 m\n- wheel: oak");
    assert_eq!(blanks.new, "- rope: 12 m\n- wheel: ash");
    assert_eq!(NearestPassage::find(note, "nothing of this is there", "x", None), None);
}

#[test]
fn edits_that_cannot_be_applied_say_why() {
    let fault = |text: &str, edits: &[Edit]| apply_edits(text, edits).unwrap_err().reason;
    let twice = EditFaultReason::Ambiguous(Places { count: 2, lines: vec![1], more: 0 });
    assert_eq!(fault("a a", &[edit("a", "b")]), twice);
    assert_eq!(fault("aaa", &[edit("aa", "b")]), twice);
    assert_eq!(fault("abc", &[edit("ab", "x"), edit("bc", "y")]), EditFaultReason::Overlap(0));
    assert_eq!(fault("a", &[edit("", "y")]), EditFaultReason::Empty);
    assert_eq!(fault("a", &[edit("a", "a")]), EditFaultReason::Same);
    let numbered = EditFaultReason::Numbered("one\ntwo".to_owned(), "one\n2".to_owned());
    assert_eq!(fault("one\ntwo\n", &[edit("7: one\n8: two", "7: one\n8: 2")]), numbered);
    let omission = EditFaultReason::Omission("// rest unchanged".to_owned());
    assert_eq!(fault("one\ntwo\n", &[edit("one\ntwo", "1\n// rest unchanged")]), omission);
    // An ellipsis that replaces nothing is text.
    assert!(apply_edits("one\n", &[edit("one", "one\n…")]).is_ok());
}

#[test]
fn an_edit_that_is_done_changes_nothing() {
    let edited = apply_edits("- a\n- b\n", &[edit("- a", "- a\n- b")]).unwrap();
    assert_eq!(edited, Edited { replacements: Vec::new(), done: vec![0] });
    assert_eq!(apply_edits("new", &[edit("old", "new")]).unwrap().done, [0]);
}

#[test]
fn near_line_chooses_and_all_takes_every_one() {
    let text = "x\r\ny\nx\r\n";
    let near = Edit { near_line: Some(3), ..edit("x", "z") };
    let result = |edit| replaced(text, &apply_edits(text, &[edit]).unwrap().replacements);
    assert_eq!(result(near), "x\r\ny\nz\r\n");
    assert_eq!(result(Edit { all: true, ..edit("x\n", "z\n") }), "z\r\ny\nz\r\n");
    let between = Edit { near_line: Some(2), ..edit("x", "z") };
    assert!(matches!(apply_edits(text, &[between]).unwrap_err().reason, EditFaultReason::Ambiguous(_)));
}

#[test]
fn of_many_places_the_nearest_lines_are_listed() {
    let text = "a a\n".repeat(1000);
    let places = |near_line| match apply_edits(&text, &[Edit { near_line, ..edit("a", "b") }]).unwrap_err().reason {
        EditFaultReason::Ambiguous(places) => places,
        other => panic!("{other:?}"),
    };
    let first = places(None);
    assert_eq!((first.count, first.more), (2000, 980));
    assert_eq!(first.lines, (1..=20).collect::<Vec<_>>());
    assert_eq!(places(Some(500)).lines[..5], [500, 499, 501, 498, 502]);
    assert_eq!(places(Some(2)).lines[..5], [2, 1, 3, 4, 5]);
    assert_eq!(places(Some(u32::MAX)).lines[..2], [1000, 999]);
    // What would be larger than is allowed is not made.
    let large = EditSearch::default().step(&text, &[Edit { all: true, ..edit("a", &"b".repeat(1000)) }], 1_000_000);
    assert_eq!(large.unwrap_err().reason, EditFaultReason::TooLarge);
}
