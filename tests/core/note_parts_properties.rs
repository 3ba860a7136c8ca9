//! What holds for the parts of every note, and how its Markdown links compare with those of another reader.

use std::ops::Range;

use lectern::note::{LinkStyle, NoteParts, PartsReader};
use proptest::prelude::*;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "[[", "]]", "[", "]", "![", "](", ")", "(", "<", ">", "|", "\\", "`", "``", "#", "^", "a", "b c", "\u{e9}", "%20",
    "%%", "$$", "<!--", "-->", "\n", "\n\n", "\r\n", "> ", "- ", "    ", "```\n", "|-|\n", "---\n", "\"", "'", "k: ",
    "# ", "===\n", "[[a]]", "[a](b)", "![[a#b|c]]", " ^id",
];

fn notes() -> impl Strategy<Value = String> {
    let body = prop::collection::vec(prop::sample::select(PIECES), 0..40);
    (any::<bool>(), body)
        .prop_map(|(has_front, body)| (if has_front { "---\n" } else { "" }).to_owned() + &body.concat())
}

/// Whether `spans` are in order, and each behind the one before it or inside it.
fn are_nested(spans: impl Iterator<Item = Range<usize>>) -> bool {
    let spans: Vec<_> = spans.collect();
    spans
        .windows(2)
        .all(|pair| pair[0].start <= pair[1].start && (pair[1].start >= pair[0].end || pair[1].end <= pair[0].end))
}

fn line_of(note: &str, at: usize) -> u32 {
    1 + u32::try_from(note[..at].matches('\n').count()).expect("few lines")
}

/// The paths of Markdown links, by `pulldown-cmark`.
fn theirs(note: &str) -> Vec<(Range<usize>, String)> {
    Parser::new_ext(note, Options::empty())
        .into_offset_iter()
        .filter_map(|(event, range)| match event {
            Event::Start(
                Tag::Link { link_type: LinkType::Inline, dest_url, .. }
                | Tag::Image { link_type: LinkType::Inline, dest_url, .. },
            ) if !dest_url.is_empty() => Some((range, dest_url.into_string())),
            _ => None,
        })
        .collect()
}

/// The paths of Markdown links, by Lectern's reader.
fn ours(note: &str) -> Vec<(Range<usize>, String)> {
    let links = NoteParts::read(note).links.into_iter().filter(|link| link.style == LinkStyle::Markdown);
    let path = |target: Range<usize>, fragment: Option<Range<usize>>| {
        let end = fragment.map_or(target.end, |fragment| fragment.end);
        let written = &note[target.start..end];
        ["\\[", "\\]", "\\`", "\\)"].iter().fold(written.to_owned(), |text, escape| text.replace(escape, &escape[1..]))
    };
    links.map(|link| (link.span.clone(), path(link.target, link.fragment))).collect()
}

proptest! {
    #[test]
    fn spans_are_in_order_and_in_the_note(note in notes()) {
        let parts = NoteParts::read(&note);
        prop_assert!(are_nested(parts.links.iter().map(|link| link.span.clone())), "{:?}", parts.links);
        for link in &parts.links {
            let within = [Some(&link.target), link.fragment.as_ref(), link.display.as_ref()];
            for span in within.into_iter().flatten() {
                prop_assert!(link.span.start <= span.start && span.end <= link.span.end && note.get(span.clone()).is_some());
            }
            prop_assert!(note.get(link.span.clone()).is_some());
            prop_assert_eq!(link.line, line_of(&note, link.span.start));
        }
        prop_assert!(are_nested(parts.headings.iter().map(|heading| heading.span.clone())));
        for heading in &parts.headings {
            prop_assert!(note.get(heading.title.clone()).is_some());
            prop_assert_eq!(heading.line, line_of(&note, heading.span.start));
        }
        for id in &parts.block_ids {
            prop_assert!(note[id.span.clone()].starts_with('^'));
            prop_assert_eq!(id.line, line_of(&note, id.span.start));
        }
    }

    #[test]
    fn steps_of_any_size_find_the_same(note in notes(), sizes in proptest::collection::vec(0..40_usize, 1..8)) {
        let mut reader = PartsReader::new(&note);
        let mut sizes = sizes.into_iter().cycle();

        while !reader.go_on(&note, sizes.next().unwrap_or_default() + 1) {}
        prop_assert_eq!(reader.finish(&note), NoteParts::read(&note));
    }

    #[test]
    fn the_text_of_a_link_is_the_same_link(note in notes()) {
        for link in NoteParts::read(&note).links {
            let text = &note[link.span.clone()];
            if ["\n", "%%", "$$"].iter().any(|mark| text.contains(mark)) {
                continue;
            }
            let by = |span: Range<usize>| span.start - link.span.start..span.end - link.span.start;
            let again = NoteParts::read(text).links;
            let again = again.first().expect("a link");
            prop_assert_eq!(&again.span, &(0..text.len()));
            prop_assert_eq!(&again.target, &by(link.target.clone()));
            prop_assert_eq!(&again.fragment, &link.fragment.clone().map(by));
            prop_assert_eq!((again.style, again.is_embed), (link.style, link.is_embed));
        }
    }

    #[test]
    fn lines_of_properties_follow_each_other(front in prop::collection::vec(prop::sample::select(FRONT), 0..12)) {
        let note = format!("---\n{}---\n", front.concat());
        let body = note.find("\n---\n").map_or(note.len(), |at| at + 1);
        let mut end = 4;
        for property in NoteParts::read(&note).properties {
            for line in note[end..property.span.start].lines() {
                prop_assert!(line.trim().is_empty() || line.trim_start().starts_with('#') || end == 4, "{note}");
            }
            prop_assert_eq!(property.line, line_of(&note, property.span.start));
            prop_assert!(note[property.span.clone()].ends_with('\n') && property.span.end <= body);
            end = property.span.end;
        }
    }

    #[test]
    fn markdown_links_are_those_of_another_reader(note in markdown()) {
        prop_assert_eq!(ours(&note), theirs(&note), "{}", note);
    }
}

#[rustfmt::skip]
const FRONT: &[&str] = &[
    "a: b\n", "b:\n", "  - c\n", "- d\n", "# e\n", "\n", "f: |\n", "  # g\n", "h: [i,\n", "  j]\n", "k: \"l\n",
    "m: n: o\n", "  p: q\n", "*r : s\n", "t: {u: v}\r\n", "  w\n",
];

fn markdown() -> impl Strategy<Value = String> {
    #[rustfmt::skip]
    const MARKDOWN: &[&str] = &[
        "[", "]", "![", "](", ")", "(", "a", "b", " ", "`", "``", "\\[", "\\]", "\\`", "\\)", "\n", "\n\n", "# ",
        "[a](b)", "![a](b)", "](b)", "](<b c>)", "](b \"c\")", "](b 'c')", "](b (c))", "\n```\n", "\n    ", "<!-- ",
        " -->",
    ];
    // `[[` would begin a wiki link.
    prop::collection::vec(prop::sample::select(MARKDOWN), 0..20).prop_map(|pieces| pieces.concat().replace('[', "[a"))
}
