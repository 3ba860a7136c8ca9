//! Properties of every outline in any language, and tests of labels, rendering and file names.

use super::{Entry, Language, MAX_ENTRIES, Outline, from_parts, language_of, outline, outlined, render};

fn entry(first: u32, last: u32, level: u8, label: &str) -> Entry {
    Entry { first, last, level, label: label.to_owned() }
}

/// Asserts that ranges are within the text, in order, and nested or disjoint, and that labels are a single line.
fn check(text: &[u8], found: &Outline) {
    let total = u32::try_from(text.split_inclusive(|&byte| byte == b'\n').count()).unwrap_or(u32::MAX);
    let mut around: Vec<&Entry> = Vec::new();
    for (index, entry) in found.entries.iter().enumerate() {
        assert!(1 <= entry.first && entry.first <= entry.last && entry.last <= total, "{entry:?} of {total}");
        assert!(!entry.label.contains(['\n', '\r', '\u{2028}']) && entry.label.chars().count() <= 200, "{entry:?}");
        assert!(index == 0 || found.entries[index - 1].first <= entry.first, "{entry:?}");
        while around.pop_if(|outer| outer.level >= entry.level).is_some() {}
        if let Some(outer) = around.last() {
            assert!(entry.last <= outer.last, "{entry:?} in {outer:?}");
        }
        around.push(entry);
    }
    assert!(found.entries.len() <= MAX_ENTRIES);
}

#[test]
fn a_files_extension_names_its_language_in_any_case() {
    assert_eq!(language_of("a/B.Test.RS"), Some(Language::Rust));
    assert_eq!(language_of("Notes/a.md"), Some(Language::Markdown));
    for name in ["a.log", "a.csv", "rs", ".gitignore", "", "a."] {
        assert_eq!(language_of(name), None, "{name}");
    }
}

#[test]
fn nothing_has_no_outline() {
    for language in languages() {
        assert_eq!(outline(language, b""), Outline::default(), "{language:?}");
        assert_eq!(outline(language, b"\n\n  \n"), Outline::default(), "{language:?}");
    }
}

#[test]
fn documents_are_outlined_by_their_parts() {
    let parts = [(1, 1, "Page 1"), (4, 2, "A\nheading"), (9, 1, "Page 2")];
    let expected = [entry(1, 8, 1, "Page 1"), entry(4, 8, 2, "  A heading"), entry(9, 12, 1, "Page 2")];
    assert_eq!(from_parts(parts.into_iter(), 12).entries, expected);
    assert_eq!(from_parts([(9, 1, "behind the end"), (2, 0, "before")].into_iter(), 3).entries.len(), 2);
}

#[test]
fn the_deepest_levels_are_left_out_first() {
    let entries = [entry(1, 9, 1, "A"), entry(2, 5, 2, "B"), entry(3, 3, 3, "C"), entry(4, 4, 3, "D")];
    let shown = |limit| {
        let rendered = render(&entries, limit);
        assert!(rendered.text.len() <= limit);
        assert_eq!(rendered.shown + rendered.dropped, entries.len());
        rendered.text
    };
    assert_eq!(shown(23), "1-9: A\n2-5: B\n3: C\n4: D");
    assert_eq!(shown(22), "1-9: A\n2-5: B\n4: D");
    assert_eq!(shown(13), "1-9: A\n2-5: B");
    assert_eq!(shown(12), "1-9: A");
    assert_eq!(shown(0), "");
}

#[test]
fn of_a_level_that_does_not_fit_the_rest_is_spread_over_the_file() {
    let entries: Vec<Entry> = (100..200).map(|line| entry(line, line, 1, "x")).collect();
    // Each takes seven bytes with its line break.
    let rendered = render(&entries, 69);
    assert_eq!((rendered.shown, rendered.dropped), (10, 90));
    let numbers: Vec<u32> = rendered.text.lines().map(|line| line[..3].parse().unwrap()).collect();
    assert!(numbers.windows(2).all(|pair| pair[1] - pair[0] == 10), "{numbers:?}");
}

#[test]
fn of_too_many_entries_the_deepest_are_not_kept() {
    let code = "class A {\n".to_owned() + &"  f() {}\n".repeat(MAX_ENTRIES) + "}\nclass B {}\n";
    let found = outline(Language::JavaScript, code.as_bytes());
    let last = u32::try_from(MAX_ENTRIES).unwrap() + 2;
    assert_eq!(found.entries, [entry(1, last, 1, "class A"), entry(last + 1, last + 1, 1, "class B")]);
    assert_eq!(found.dropped, MAX_ENTRIES);
    let flat = outline(Language::Markdown, "# A\n".repeat(MAX_ENTRIES + 5).as_bytes());
    assert_eq!((flat.entries.len(), flat.dropped), (MAX_ENTRIES, 5));
}

#[test]
fn a_label_is_cut_and_on_one_line() {
    let found = outline(Language::Markdown, format!("# {}\u{2028}b\tc\n", "ä".repeat(300)).as_bytes());
    assert_eq!(found.entries[0].label, format!("# {}…", "ä".repeat(118)));
    assert_eq!(outline(Language::Markdown, b"# a\x1b\xe2\x80\xa8 \tb\xff\n").entries[0].label, "# a b\u{fffd}");
}

/// Inputs that are hard for code parsers, for each language. They are long enough that a parser with quadratic time
/// would fail the time limit.
#[test]
fn hostile_text_is_outlined_in_linear_time() {
    for pattern in [
        "{",
        "(",
        "}",
        "[",
        "<",
        "`${",
        "'\\",
        "\"",
        "/[",
        "r#\"",
        "R\"(",
        "\"\"\"",
        "/*",
        "<<<A\n",
        "$a$",
        "#if\n",
        "# a\n",
        "> ",
        "- ",
        "   -\n",
        "```\n",
        "`",
        "%%\n",
        "$$ ",
        "<!--\n",
        "a:\n ",
        "{\"a\":",
        "def a:\n ",
        "class a {\n",
        "\\\n",
        "a=",
        "@a(",
        "template<",
        "fn a(){",
        "$\"{",
        "[[",
        "(class ",
        "a b(",
        "a: {",
        "\u{2028}",
        "\t",
        "<<A\n",
        "begin create ",
        "a=(){}",
        "a>(){}",
        "&'a T,",
    ] {
        let text = pattern.repeat(60_000 / pattern.len());
        for language in languages() {
            let found = outline(language, text.as_bytes());
            assert!(found.entries.len() <= MAX_ENTRIES, "{language:?} {pattern:?}");
        }
    }
}

/// Every language once.
fn languages() -> impl Iterator<Item = Language> {
    let mut languages: Vec<_> = outlined().filter_map(|ending| language_of(&format!("a.{ending}"))).collect();
    languages.dedup();
    assert_eq!(languages.len(), 23);
    languages.into_iter()
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use proptest::prelude::*;

    use super::{check, languages, outline};

    const PIECES: &[&str] = &[
        "\n",
        "\r\n",
        " ",
        "  ",
        "\t",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        ";",
        ",",
        ":",
        "=",
        "=>",
        "\"",
        "'",
        "`",
        "${",
        "\\",
        "/",
        "/*",
        "*/",
        "//",
        "#",
        "--",
        "- ",
        "> ",
        "```",
        "---",
        "%%",
        "$$",
        "|",
        "def ",
        "class ",
        "fn ",
        "function ",
        "end",
        "a",
        "B",
        "type ",
        "const ",
        "async ",
        "struct ",
        "#if\n",
        "#else\n",
        "#endif\n",
        "#if 0\n",
        "<<A",
        "A\n",
        "\"\"\"",
        "operator",
        "template<",
        "export ",
        "create table ",
        "begin",
        "case ",
        "typedef ",
        "r#",
        "@a",
        "::",
        "ä",
        "^a",
        "1.",
    ];

    proptest! {
        #[test]
        fn every_outline_is_well_formed(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
            let text = pieces.concat();
            for language in languages() {
                check(text.as_bytes(), &outline(language, text.as_bytes()));
            }
        }

        #[test]
        fn bytes_that_are_no_text_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            for language in languages() {
                check(&bytes, &outline(language, &bytes));
            }
        }
    }
}
