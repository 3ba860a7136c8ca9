//! The parts of a note: properties, headings, block ids, links.

use lectern::note::{Link, LinkStyle, NoteParts};

/// A link as `target#fragment|display`, behind `!` if it is an embed.
fn shown(note: &str, link: &Link) -> String {
    let part = |mark: &str, span: &Option<std::ops::Range<usize>>| {
        span.clone().map_or(String::new(), |span| format!("{mark}{}", &note[span]))
    };
    let bang = if link.is_embed { "!" } else { "" };
    bang.to_owned() + &note[link.target.clone()] + &part("#", &link.fragment) + &part("|", &link.display)
}

#[track_caller]
fn assert_links(note: &str, expected: &[&str]) {
    let links = NoteParts::read(note).links;
    assert_eq!(links.iter().map(|link| shown(note, link)).collect::<Vec<_>>(), expected, "{note}");
}

#[test]
fn wiki_links_have_a_target_a_fragment_and_a_display() {
    assert_links("[[a]] [[a#b|c]] [[#b]] ![[a.png|100]] [[a#^id]]", &["a", "a#b|c", "#b", "!a.png|100", "a#^id"]);
    assert_links("[[ a b # c d |e]] [[a|]] [[a#b#c]]", &["a b#c d|e", "a|", "a#b#c"]);
    assert_links("[[]] [[ ]] [[|a]] [[a [b] c]] [[a\nb]] [[a", &[]);
    assert_links("[[a [[b]] c]] [[[d]]]", &["b", "d"]);
    assert_links(r"\[[a]] \![[b]]", &["b"]);
}

#[test]
fn markdown_links_have_a_target_a_fragment_and_a_display() {
    assert_links(
        r#"[t](a%20b.md#x "title") ![](u) [a](<b c.md>) [a]( b 'c' )"#,
        &["a%20b.md#x|t", "!u|", "b c.md|a", "b|a"],
    );
    assert_links("[a](b(c)d) [a](b\\)c) [a](b c) [a](b(c) [a](<b\n>) [a]()", &["b(c)d|a", "b\\)c|a"]);
    assert_links("[a\nb](c)\n\n[a\n\nb](c)", &["c|a\nb"]);
    assert_links("[![a](b)](c) [a [b](c) d](e)", &["c|![a](b)", "!b|a", "c|b"]);
    assert_links("[a](https://b.c/d#e)", &["https://b.c/d#e|a"]);
}

#[test]
fn a_path_has_no_escapes() {
    let note = "[a](b%20c%C3%A9\\(.md) [a](%FF%zz) [[b%20c]]";
    let paths: Vec<_> = NoteParts::read(note).links.iter().map(|link| link.path(note)).collect();
    assert_eq!(paths, ["b c\u{e9}(.md", "%FF%zz", "b%20c"]);
}

#[test]
fn code_comments_and_html_hold_no_links() {
    assert_links("`[[a]]` ``[[a]] ` `` ` [[b]]", &["b"]);
    assert_links("`a\n[[b]]` [[c]]\n\n` [[d]]\n\n`", &["c", "d"]);
    assert_links("```\n[[a]]\n```\n\n    [[b]]\n\n- c\n\n      [[d]]\n\n> ```\n> [[e]]\n", &[]);
    assert_links("%%[[a]]%% [[b]] %%\n[[c]]\n%% [[d]]", &["b", "d"]);
    assert_links("a <!-- [[b]] --> [[c]] <!-- [[d]]", &["c", "d"]);
    assert_links("<div>\n[[a]]\n</div>\n\n$$\n[[b]]\n$$", &[]);
    assert_links("[a %%b%% c](d) [a](b %%c%%)", &["d|a %%b%% c"]);
}

#[test]
fn lists_quotes_headings_and_tables_hold_links() {
    assert_links("# [[a]]\n- [ ] [[b]]\n> [!note] [[c]]\n> [[d]]\n\n[[e]]\n===\n", &["a", "b", "c", "d", "e"]);
    assert_links("|a|b|\n|-|-|\n|[[c\\|d]]|[[e|f]]|\n|`|[[g]]|`\n", &["c|d", "g"]);
    assert_links("[[a\\|b]]", &["a|b"]);
}

#[test]
fn values_of_properties_in_quotes_are_links() {
    let note = "---\na: \"[[b]]\"\nc:\n  - '[[d#e|f]]' # \"[[g]]\"\n  - see \"[[h]]\"\ni: [\"[[j]]\",\n  \"x [[k]]\", \"[[l\\\"]]\"]\nm: [[n]]\no: |\n  \"[[p]]\"\n---\n[[q]]\n";
    assert_links(note, &["b", "d#e|f", "j", "q"]);
    let links = NoteParts::read(note).links;
    assert_eq!(links.iter().map(|link| link.line).collect::<Vec<_>>(), [2, 4, 6, 12]);
    assert!(links.iter().all(|link| link.style == LinkStyle::Wiki));
}

#[test]
fn links_have_their_lines_and_spans() {
    let note = "a\n`b\nc` [d\ne](f) ![[g]]\n";
    let links = NoteParts::read(note).links;
    let places: Vec<_> = links.iter().map(|link| (link.line, &note[link.span.clone()])).collect();
    assert_eq!(places, [(3, "[d\ne](f)"), (4, "![[g]]")]);
}

#[test]
fn headings_and_block_ids_have_their_lines_and_spans() {
    let note = "\n## A b ## \r\ntext ^id-1\n\nC\nd\n---\n```\n# no ^no\n```\n# E ^e\n- item ^f\n";
    let parts = NoteParts::read(note);
    let headings = parts
        .headings
        .iter()
        .map(|heading| (heading.level, heading.line, &note[heading.span.clone()], &note[heading.title.clone()]));
    let headings: Vec<_> = headings.collect();
    assert_eq!(headings, [(2, 2, "## A b ## ", "A b"), (2, 5, "C\nd\n---", "C"), (1, 11, "# E ^e", "E")]);
    let ids: Vec<_> = parts.block_ids.iter().map(|id| (id.line, &note[id.span.clone()])).collect();
    assert_eq!(ids, [(3, "^id-1"), (12, "^f")]);
}

#[track_caller]
fn assert_properties(note: &str, expected: &[(&str, u32, &str, bool)]) {
    let found = NoteParts::read(note).properties;
    let found: Vec<_> = found
        .iter()
        .map(|property| (property.name, property.line, &note[property.span.clone()], property.is_understood))
        .collect();
    assert_eq!(found, expected, "{note}");
}

#[test]
fn properties_have_all_their_lines() {
    assert_properties(
        "---\n# top\na: b # c\n\n\"d e\":\r\n  - f\n\n  - g\n# between\nh: |\n  # i\n\n  j\n\n---\nk: l\n",
        &[
            ("a", 3, "a: b # c\n", true),
            ("d e", 5, "\"d e\":\r\n  - f\n\n  - g\n", true),
            ("h", 10, "h: |\n  # i\n\n  j\n", true),
        ],
    );
    assert_properties(
        "---\na: [b,\n\n# c\n  d]\ne: f\n---\n",
        &[("a", 2, "a: [b,\n\n# c\n  d]\n", true), ("e", 6, "e: f\n", true)],
    );
    assert_properties("---\n---\n", &[]);
    assert_properties("---\na: b\n", &[]);
}

#[test]
fn a_property_that_is_not_understood_says_so() {
    assert_properties("---\na: b: c\nd: e\n---\n", &[("a", 2, "a: b: c\n", false), ("d", 3, "d: e\n", true)]);
    assert_properties("---\na: b\n*c : d\ne: f\n---\n", &[("a", 2, "a: b\n*c : d\n", false), ("e", 4, "e: f\n", true)]);
    assert_properties("---\na: [b\nc: d\n---\n", &[("a", 2, "a: [b\n", false), ("c", 3, "c: d\n", true)]);
    assert_properties("---\na: \"b\n---\n", &[("a", 2, "a: \"b\n", false)]);
    assert_properties("---\n{\"a\": 1}\n---\n", &[]);
}
