//! Which files links open, and what they become when a file moves.

use super::{Anchors, FileMove, VaultFiles};
use crate::edit::replaced;
use crate::path::VaultPath;

#[expect(clippy::unwrap_used, reason = "all paths below are valid")]
fn path(text: &str) -> VaultPath {
    VaultPath::parse(text).unwrap()
}

fn files(paths: &[&str]) -> VaultFiles {
    VaultFiles::new(paths.iter().copied().map(path))
}

#[test]
fn a_link_opens_the_file_that_the_app_opens() {
    let files = files(&["a.md", "x/a.md", "x/y/a.md", "x/b.md", "z/b.md", "z/long/c d.md", "p.png", "z/x/b.md"]);
    let opened = |link: &str, note: &str| files.opened_by(link, &path(note)).map(ToString::to_string);
    for (link, note, wanted) in [
        ("a", "x/n.md", Some("a.md")),
        ("x/a", "n.md", Some("x/a.md")),
        ("y/a", "n.md", Some("x/y/a.md")),
        ("b", "n.md", Some("x/b.md")),
        ("b", "z/n.md", Some("z/b.md")),
        ("b.md", "z/n.md", Some("z/b.md")),
        ("B", "z/n.md", Some("z/b.md")),
        ("x/b", "z/n.md", Some("x/b.md")),
        ("./b", "z/n.md", Some("z/b.md")),
        ("../p.png", "z/n.md", Some("p.png")),
        ("../b", "z/n.md", None),
        ("/b", "z/n.md", None),
        ("/x/b", "z/n.md", Some("x/b.md")),
        ("c d", "n.md", Some("z/long/c d.md")),
        ("ong/c d", "n.md", None),
        ("https://example.com/a.md", "n.md", None),
        ("../../a", "z/n.md", None),
        ("p", "n.md", None),
    ] {
        assert_eq!(opened(link, note).as_deref(), wanted, "{link} in {note}");
    }
}

/// `text`, the note at `note`, after `from` has moved to `to`; the lines of what is lost follow.
fn moved(others: &[&str], from: &str, to: &str, note: &str, text: &str) -> (String, Vec<u32>) {
    let all = others.iter().copied().chain([from, note]).map(path).collect::<std::collections::BTreeSet<_>>();
    let file = FileMove::new(path(from), path(to), VaultFiles::new(all));
    let links = file.links_in(&path(note), text, &Anchors::default());
    (replaced(text, &links.replacements), links.lost)
}

#[test]
fn a_link_keeps_its_manner() {
    for (to, text, wanted) in [
        (
            "x/c.md",
            "[[b]] [[b.md|c]] ![[b#H]] [t](b.md) [t](x/b.md#H \"T\")",
            "[[c]] [[c.md|c]] ![[c#H]] [t](c.md) [t](x/c.md#H \"T\")",
        ),
        (
            "y/b.md",
            "[[b]] [[x/b]] [[../x/b]] [t](../x/b.md) [[/x/b]]",
            "[[b]] [[y/b]] [[../y/b]] [t](../y/b.md) [[/y/b]]",
        ),
        ("x/c d.md", "[t](b.md) [t](<b.md>) [[b]]", "[t](c%20d.md) [t](<c d.md>) [[c d]]"),
        (
            "x/1 (2) 50%.md",
            "[t](b.md) [t](<b.md>) [[b]]",
            "[t](1%20%282%29%2050%25.md) [t](<1 (2) 50%25.md>) [[1 (2) 50%]]",
        ),
        ("n/c.md", "[[b|x]] `[[b]]` \\[[b]] [![[b]]](b.md)", "[[c|x]] `[[b]]` \\[[b]] [![[c]]](c.md)"),
        // A text that repeats the old name is the new name.
        (
            "x/c d.md",
            "[[b|b]] [[x/b#H|b]] [b](b.md) ![[b|b]]",
            "[[c d|c d]] [[x/c d#H|c d]] [c d](c%20d.md) ![[c d|c d]]",
        ),
        ("y/b.md", "[[x/b|b]] [b](x/b.md)", "[[y/b|b]] [b](y/b.md)"),
        ("x/c.md", "[[b|B]] [[b| b]] [[b|b.md]] [[b|ab]]", "[[c|B]] [[c| b]] [[c|c.md]] [[c|ab]]"),
        (
            "x/c.md",
            "---\nup: \"[[b]]\"\n---\n| a | b |\n|---|---|\n| [[b\\|c]] | x |\n",
            "---\nup: \"[[c]]\"\n---\n| a | b |\n|---|---|\n| [[c\\|c]] | x |\n",
        ),
        // A name that several files have needs a path.
        ("x/a.md", "[[b]]", "[[x/a]]"),
        ("x/y/b.md", "[[b]] [[x/b]]", "[[b]] [[x/y/b]]"),
        ("B.md", "[[b]]", "[[b]]"),
    ] {
        assert_eq!(moved(&["a.md"], "x/b.md", to, "n/n.md", text), (wanted.to_owned(), vec![]), "{to}");
    }
}

#[test]
fn a_size_and_the_text_of_a_picture_are_no_names() {
    let text = "![[2.png|2]] ![2](2.png) ![[2.png|2x2]] [[2.png|2]] [2.png](2.png)";
    let wanted = "![[3.png|2]] ![2](3.png) ![[3.png|2x2]] [[3.png|3]] [3.png](3.png)";
    assert_eq!(moved(&[], "2.png", "3.png", "n.md", text), (wanted.to_owned(), vec![]));
    assert_eq!(moved(&[], "2.md", "3.md", "n.md", "![[2|2]] [[2|2]]").0, "![[3|2]] [[3|3]]");
    // A name that can't be the text of a link leaves the text.
    assert_eq!(moved(&[], "2.md", "`3.md", "n.md", "[2](2.md) `x`").0, "[2](`3.md) `x`");
}

#[test]
fn a_name_that_is_an_alias_of_the_note_stays() {
    let files = VaultFiles::new([path("a.md"), path("n.md")]);
    let mut file = FileMove::new(path("a.md"), path("b.md"), files);
    file.keeps_name = true;
    let links = file.links_in(&path("n.md"), "[[a|a]]", &Anchors::default());
    assert_eq!(replaced("[[a|a]]", &links.replacements), "[[b|a]]");
}

#[test]
fn only_the_bytes_of_a_name_change_in_a_canvas() {
    let canvas = "{\n\t\"nodes\":[\n\t\t{\"id\":\"1\",\"type\":\"file\",\"file\":\"x\\/b \\u00e9.md\",\"subpath\":\"#H\"},\n\t\t{\"type\":\"text\",\"text\":\"A \\\"[[b \\u00e9|b é]]\\\"\\n![[x/b é#H]]\"},\n\t\t{\"type\":\"file\",\"file\":\"b é.md\"},\n\t\t{\"type\":\"link\",\"url\":\"x/b é.md\"},\n\t\t{\"type\":\"group\",\"background\":\"x/b é.md\"}\n\t],\n\t\"edges\":[]\n}\n";
    let wanted = canvas
        .replace("x\\/b \\u00e9.md", "y/\u{201c}c\u{201d}.md")
        .replace("[[b \\u00e9|b é]]", "[[\u{201c}c\u{201d}|\u{201c}c\u{201d}]]")
        .replace("x/b é#H", "y/\u{201c}c\u{201d}#H")
        .replace("\"background\":\"x/b é.md\"", "\"background\":\"y/\u{201c}c\u{201d}.md\"");
    assert_eq!(moved(&[], "x/b é.md", "y/\u{201c}c\u{201d}.md", "Board.canvas", canvas), (wanted, vec![]));
    for broken in ["", "{", "[]", "{\"nodes\": 3}", "{\"nodes\": [1, {\"type\": \"file\", \"file\": 2}]}"] {
        assert_eq!(moved(&[], "b.md", "c.md", "Board.canvas", broken), (broken.to_owned(), vec![]));
    }
}

#[test]
fn links_in_the_note_that_moves_and_links_to_others_are_kept() {
    let others = ["a.md", "x/p.png", "x/a.md"];
    let (text, _) =
        moved(&others, "x/b.md", "y/z/b.md", "x/b.md", "[[a]] ![](./p.png) [[#H]] [[b#H]] [t](../a.md) ![[p.png]]");
    assert_eq!(text, "[[a]] ![](../../x/p.png) [[#H]] [[b#H]] [t](../../a.md) ![[p.png]]");
    // `[[a]]` opened the file in its folder.
    let (text, _) = moved(&["q/a.md", "x/a.md"], "x/b.md", "y/b.md", "x/b.md", "[[a]]");
    assert_eq!(text, "[[x/a]]");
    // The new name would take the links to another file.
    let (text, _) = moved(&["q/r/a.md", "n.md"], "x/b.md", "a.md", "n.md", "[[a]] [[b]]");
    assert_eq!(text, "[[q/r/a]] [[a]]");
}

#[test]
fn what_cannot_be_written_is_told() {
    let (text, lost) = moved(&[], "b.md", "it's.md", "n.md", "---\nup: '[[b]]'\n---\n");
    assert_eq!((text.as_str(), lost), ("---\nup: '[[b]]'\n---\n", vec![2]));
}

#[test]
fn a_heading_or_a_block_is_found_as_the_app_finds_it() {
    let anchors = Anchors::of("# A: b *c*\ntext ^Id1\n\n## D-e's\n");
    for place in ["A b c", "a: b *c*", "^id1", "A b c#D-e's", ""] {
        assert!(anchors.has(place), "{place}");
    }
    for place in ["A b", "^id2", "Id1", "De's"] {
        assert!(!anchors.has(place), "{place}");
    }
}
