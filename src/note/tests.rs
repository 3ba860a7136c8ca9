//! The lines of notes: by hand, and against another reader of `CommonMark`.

use proptest::prelude::*;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use super::{LineKind, Scanner, lines};

/// What both readers say of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockKind {
    Heading(u8),
    Fenced,
    Indented,
    Html,
    Else,
}

fn line_starts(text: &str) -> Vec<usize> {
    text.split_inclusive('\n')
        .scan(0, |at, line| {
            *at += line.len();
            Some(*at - line.len())
        })
        .collect()
}

/// The lines as this reader has them. A heading counts on its first line.
fn ours(text: &str) -> Vec<BlockKind> {
    let mut scanner = Scanner::default();
    let mut kinds = Vec::new();
    for (start, line) in line_starts(text).into_iter().zip(text.split_inclusive('\n')) {
        kinds.push(BlockKind::Else);
        let at = kinds.len() - 1;
        match scanner.line(text.as_bytes(), start..start + line.len()) {
            LineKind::Heading { level, first, .. } => kinds[first as usize - 1] = BlockKind::Heading(level),
            LineKind::Code => kinds[at] = BlockKind::Fenced,
            LineKind::Html => kinds[at] = BlockKind::Html,
            _ => {}
        }
    }
    kinds
}

/// The lines as `pulldown-cmark` has them; `None` in quotes, where this reader looks for code only.
fn theirs(text: &str) -> Vec<Option<BlockKind>> {
    let starts = line_starts(text);
    let line_of = |at: usize| starts.partition_point(|&start| start <= at) - 1;
    let mut kinds = vec![Some(BlockKind::Else); starts.len()];
    let mut nested = 0;
    for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
        let is_empty = range.is_empty();
        let (first, last) = (line_of(range.start.min(text.len() - 1)), line_of(range.end.max(range.start + 1) - 1));
        match event {
            Event::Start(Tag::BlockQuote(_)) => kinds[first..=last].fill(None),
            Event::Start(Tag::List(_)) => nested += 1,
            Event::End(pulldown_cmark::TagEnd::List(_)) => nested -= 1,
            _ if kinds[first].is_none() || is_empty => {}
            Event::Start(Tag::Heading { level, .. }) if nested == 0 => {
                kinds[first] = Some(BlockKind::Heading(level as u8));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => kinds[first..=last].fill(Some(BlockKind::Fenced)),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => {
                kinds[first..=last].fill(Some(BlockKind::Indented));
            }
            Event::Start(Tag::HtmlBlock) => kinds[first..=last].fill(Some(BlockKind::Html)),
            _ => {}
        }
    }
    kinds
}

/// The first line about which the readers differ: its number, what this one says, and what the other does.
fn difference(text: &str) -> Option<(usize, BlockKind, BlockKind)> {
    if text.is_empty() {
        return None;
    }
    let both = ours(text).into_iter().zip(theirs(text)).zip(text.lines());
    (1..).zip(both).find_map(|(number, ((ours, theirs), line))| {
        let theirs = theirs?;
        let is_same = ours == theirs || (ours == BlockKind::Fenced && theirs == BlockKind::Indented);
        (!is_same && !line.trim().is_empty()).then_some((number, ours, theirs))
    })
}

#[test]
#[ignore = "looks through a folder: LECTERN_VAULT"]
#[expect(clippy::disallowed_types, clippy::disallowed_methods, reason = "reads files")]
fn the_readers_agree_about_a_vault() {
    fn within(dir: &std::path::Path, total: &mut usize) {
        for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                within(&path, total);
            } else if path.extension().is_some_and(|end| end == "md") {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
                let body = super::front_matter::split(text.as_bytes()).map_or(0, |(_, body)| body);
                *total += 1;
                if let Some(difference) = difference(&text[body..]) {
                    println!("{}: {difference:?}", path.display());
                }
            }
        }
    }
    let mut total = 0;
    within(std::path::Path::new(&std::env::var("LECTERN_VAULT").unwrap_or_default()), &mut total);
    println!("{total} notes");
}

#[test]
fn the_readers_agree_about_lists() {
    for text in ["- a\n  2) </div>\n", "- a\n  - ```\n    # b\n  ```\n# c\n", "1. a\n\n   ~~~\n   b\n   ~~~\n# c\n"] {
        assert_eq!(difference(text), None, "{text}");
    }
}

#[test]
fn lines_have_their_numbers_and_places() {
    let text = "---\na: b\n---\r\n# A\r\n\nx\n";
    let all: Vec<_> = lines(text.as_bytes()).map(|line| (line.number, line.start, line.text, line.kind)).collect();
    let heading = LineKind::Heading { level: 1, title: b"A", first: 4 };
    let expected: [(u32, usize, &[u8], LineKind<'_>); 6] = [
        (1, 0, b"---", LineKind::FrontMatter),
        (2, 4, b"a: b", LineKind::FrontMatter),
        (3, 9, b"---", LineKind::FrontMatter),
        (4, 14, b"# A", heading),
        (5, 19, b"", LineKind::Other),
        (6, 20, b"x", LineKind::Text),
    ];
    assert_eq!(all, expected);
}

const INDENT: &str = "( {0,5}|\t)";
const TEXT: &str = "(a|b c|#|##|=|==|---|```|````|~~~|``|</div>|<div>|<a>|<!-- x|-->|<pre>|</pre>| |a: b){0,3}";

/// Without lists, which this reader follows as far as code in them needs.
fn markdown() -> impl Strategy<Value = String> {
    let mark = prop_oneof![6 => Just(""), 1 => Just("# "), 1 => Just("## "), 1 => Just("```"), 1 => Just("~~~ ")];
    let line = (prop_oneof![3 => Just(String::new()), 1 => INDENT], mark, TEXT);
    proptest::collection::vec(line, 1..9).prop_map(|lines| {
        lines.iter().fold(String::new(), |all, (indent, mark, text)| all + indent + mark + text + "\n")
    })
}

proptest! {
    #[test]
    fn the_readers_agree_about_random_markdown(text in markdown()) {
        prop_assert_eq!(difference(&text), None, "{}", text);
    }
}
