//! Properties of reading for every text, limit and range: everything can be reached, limits hold, nothing is split or
//! forged.

use lectern::{Eol, FileShown, Reply, Session};
use proptest::prelude::*;
use serde_json::json;
use unicode_segmentation::UnicodeSegmentation;

use crate::support::{Vault, next_args, session_with, text};

/// What makes trouble for a reader of lines.
const PIECES: [&str; 28] = [
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r\n",
    "\r",
    "a",
    "word ",
    "a much longer run of plain words, one behind the other ",
    "\u{d55c}\u{ae00}",
    "\u{1112}\u{1161}\u{11ab}",
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}",
    "\u{1f1f0}\u{1f1f7}",
    "\u{1f1e6}",
    "\u{1f44d}\u{1f3fd}",
    "\u{2764}\u{fe0f}",
    "e\u{301}",
    "\u{301}",
    "\u{915}\u{94d}\u{937}\u{93f}",
    "\u{200d}",
    "\u{2028}",
    "\u{85}",
    "\u{feff}",
    "12: ",
    "1+: ",
    "[lines 1-2 of 3]",
    "[... truncated, showing lines 1-2 of 9; continue with start_line=3]",
    "[empty file]",
];

fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        9 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn any_limit() -> impl Strategy<Value = u32> {
    prop_oneof![1..20_u32, 1..200_u32, 1..4000_u32]
}

fn any_line() -> impl Strategy<Value = Option<i64>> {
    prop_oneof![
        1 => Just(None),
        4 => (-12_i64..=12).prop_map(|line| Some(if line == 0 { 1 } else { line })),
    ]
}

/// The lines of `content` without their ends, each with whether it ends in CRLF. The plain way.
fn model(content: &str) -> Vec<(&str, bool)> {
    let text = content.strip_prefix('\u{feff}').unwrap_or(content);
    let line = |line: &'_ str| -> (usize, bool) {
        match (line.strip_suffix("\r\n"), line.strip_suffix('\n')) {
            (Some(text), _) => (text.len(), true),
            (None, Some(text)) => (text.len(), false),
            (None, None) => (line.len(), false),
        }
    };
    text.split_inclusive('\n').map(|whole| (&whole[..line(whole).0], line(whole).1)).collect()
}

/// What a caller that obeys `next` gets, page by page.
fn pages(session: &mut Session, content: &str, args: &str) -> Vec<Reply> {
    let mut vault = Vault::of(&[("a.md", content)]);
    let mut replies = vec![vault.call(session, args)];
    while let Some(next) = replies.last().and_then(|reply| shown(reply)?.next.clone()) {
        assert!(replies.len() <= content.len() + 1, "it goes on without end");
        replies.push(vault.call(session, &next_args(&next)));
    }
    replies
}

fn shown(reply: &Reply) -> Option<&FileShown> {
    reply.structured_content.files.first()
}

/// The numbered lines of a reply, without the notices behind them; nothing of an error.
fn numbered(reply: &Reply) -> &str {
    let mut lines = if reply.is_error { "" } else { text(reply) };
    loop {
        lines = match lines.rsplit_once('\n') {
            Some((before, notice)) if notice.starts_with('[') => before,
            None if lines.starts_with('[') => "",
            _ => return lines,
        };
    }
}

/// Number, whether it goes on, and text of each line of a reply.
fn lines(reply: &Reply) -> Vec<(u32, bool, &str)> {
    let numbered = numbered(reply);
    let lines = if numbered.is_empty() { None } else { Some(numbered.split('\n')) };
    let parse = |line: &'_ str| -> (u32, bool, usize) {
        let (mark, text) = line.split_once(": ").expect("every line starts with its number");
        let number = mark.strip_suffix('+').unwrap_or(mark);
        assert!(number.bytes().all(|byte| byte.is_ascii_digit()), "{line:?}");
        (number.parse().expect("a number"), number != mark, text.len())
    };
    let lines = lines.into_iter().flatten();
    lines.map(|line| (parse(line).0, parse(line).1, &line[line.len() - parse(line).2..])).collect()
}

/// The file, put together from its pages by the numbers of the lines and the line endings that are told.
fn put_together(replies: &[Reply]) -> String {
    let mut whole: Vec<String> = Vec::new();
    for (_, goes_on, text) in replies.iter().flat_map(lines) {
        match whole.last_mut().filter(|_| goes_on) {
            Some(line) => line.push_str(text),
            None => whole.push(text.to_owned()),
        }
    }
    let files: Vec<_> = replies.iter().filter_map(shown).collect();
    let crlf: Vec<_> = files.iter().filter_map(|file| file.crlf_lines.as_ref()).flatten().collect();
    let last = whole.len();
    for (line, number) in whole.iter_mut().zip(1_u32..) {
        if number as usize == last && !files[0].final_newline {
            continue;
        }
        line.push_str(match files[0].eol {
            Some(Eol::Crlf) => "\r\n",
            Some(Eol::Mixed) if crlf.iter().any(|(first, last)| (*first..=*last).contains(&number)) => "\r\n",
            _ => "\n",
        });
    }
    whole.concat()
}

/// Bytes of the line that tells of suspicious text, for all kinds of it in a few lines.
const LONGEST_WARNING: usize = 200;

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

proptest! {
    #[test]
    fn the_pages_of_a_file_put_together_are_the_file(content in any_text(), limit in any_limit()) {
        let replies = pages(&mut session_with(&[], Some(limit)), &content, r#"{"path": "a.md"}"#);
        let expected = content.strip_prefix('\u{feff}').unwrap_or(&content);
        prop_assert_eq!(put_together(&replies), expected);
    }

    #[test]
    fn a_page_is_within_the_limit_unless_it_shows_one_letter(content in any_text(), limit in any_limit()) {
        for reply in pages(&mut session_with(&[], Some(limit)), &content, r#"{"path": "a.md"}"#) {
            let least = matches!(lines(&reply).as_slice(), [(_, _, text)] if text.chars().count() <= 1);
            let byte_len = numbered(&reply).len();
            prop_assert!(byte_len <= limit as usize || least, "{byte_len} bytes of {limit}: {:?}", text(&reply));
        }
    }

    #[test]
    fn every_line_starts_with_its_number(content in any_text(), limit in any_limit()) {
        let mut expected = Some((1, false));
        for reply in pages(&mut session_with(&[], Some(limit)), &content, r#"{"path": "a.md"}"#) {
            let file = shown(&reply).expect("a file is shown");
            for (number, goes_on, _) in lines(&reply) {
                prop_assert_eq!(Some((number, goes_on)), expected);
                expected = Some((number + 1, false));
            }
            prop_assert_eq!(lines(&reply).last().map_or(0, |line| line.0), file.end_line);
            prop_assert_eq!(file.truncated, file.next.is_some());
            expected = file.next.as_ref().map(|next| (next.start_line, next.start_column.is_some()));
        }
        prop_assert_eq!(expected, None);
    }

    #[test]
    fn a_grapheme_is_cut_only_if_it_is_larger_than_the_room(content in any_text(), limit in any_limit()) {
        let model = model(&content);
        for reply in pages(&mut session_with(&[], Some(limit)), &content, r#"{"path": "a.md"}"#) {
            let Some(next) = shown(&reply).and_then(|file| file.next.clone()) else { continue };
            let Some(column) = next.start_column else { continue };
            let line = model[next.start_line as usize - 1].0;
            let cut = line.char_indices().nth(column as usize - 1).expect("the line has this column").0;
            let torn = line.grapheme_indices(true).find(|(at, grapheme)| *at < cut && cut < at + grapheme.len());
            let parts = lines(&reply);
            let (_, _, part) = parts[parts.len() - 1];
            // The page may have made room for a warning of characters that it then did not reach.
            let warning = if content.chars().any(is_invisible) { LONGEST_WARNING } else { 0 };
            let room = (limit as usize).saturating_sub(numbered(&reply).len() - part.len() + warning);
            prop_assert!(torn.is_none_or(|(_, grapheme)| grapheme.len() > room), "{torn:?}, {room} bytes of room");
        }
    }

    #[test]
    fn a_range_shows_the_lines_that_were_meant(
        content in any_text(), limit in any_limit(), start in any_line(), end in any_line(),
    ) {
        let model = model(&content);
        let total = i64::try_from(model.len()).expect("few lines");
        let from_start = |line: i64| if line < 0 { total + 1 + line } else { line };
        let first = from_start(start.unwrap_or(1)).max(1);
        let last = from_start(end.unwrap_or(-1)).min(total);
        let args = json!({ "path": "a.md", "start_line": start, "end_line": end }).to_string();

        let replies = pages(&mut session_with(&[], Some(limit)), &content, &args);

        let mut given: Vec<String> = Vec::new();
        for (number, goes_on, text) in replies.iter().flat_map(lines) {
            match given.last_mut().filter(|_| goes_on) {
                Some(line) => line.push_str(text),
                None => given.push(format!("{number}: {text}")),
            }
        }
        let meant: Vec<_> = (1..).zip(&model).filter(|(number, _)| (first..=last).contains(number)).collect();
        let meant: Vec<_> = meant.into_iter().map(|(number, (text, _))| format!("{number}: {text}")).collect();
        prop_assert_eq!(&given, &meant);
        let empty = total == 0 && first == 1;
        prop_assert_eq!(replies[0].is_error, meant.is_empty() && !empty, "{:?}", text(&replies[0]));
    }
}
