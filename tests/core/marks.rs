//! Notes that close themselves: by the property `lectern: false`, and by a closed tag.

use lectern::{Policy, Rules, VaultPath};

/// Whether `note` closes itself, with some tags to close by.
pub fn closes(path: &str, note: &[u8]) -> bool {
    let closed_tags = ["private", "#Work/Secret", "\u{be44}\u{bc00}", "\u{1f512}"].map(str::to_owned);
    let policy = Policy::new(&Rules { closed_tags: &closed_tags, ..Rules::default() }).expect("tags");
    policy.closes_content(&VaultPath::parse(path).expect("a path"), note)
}

#[test]
fn a_note_with_the_property_is_closed() {
    for note in [
        "---\nlectern: false\n---\ntext",
        "\u{feff}---\r\nLectern: FALSE\r\n---\r\n",
        "---\rlectern: false\r---\r",
        "---  \ntitle: x\n\"lectern\" : \"false\"\n---",
        "---\n'lectern': 'no' # why\n---\n",
        "---\nlectern: off\n---\n",
        "---\nlectern:\n  false\n---\n",
        "---\nlectern:\n  - false\n---\n",
        "---\nlectern: [false]\n---\n",
        "---\nlectern: !!bool false\n---\n",
        "---\nlectern: >-\n  false\n---\n",
        "---\nlectern: true\nlectern: false\n---\n",
        "---\n{\"title\": \"a\", \"lectern\": false}\n---\n",
        "---\na: [1\nlectern: false\n---\n",
        "---\nlectern: false",
        "---\na: 1\n\nlectern: false\ntext that never ends the front matter",
    ] {
        assert!(closes("a.md", note.as_bytes()), "{note:?}");
        let policy = Policy::default();
        assert!(policy.closes_content(&VaultPath::parse("a.md").expect("a path"), note.as_bytes()), "{note:?}");
    }
    assert!(closes("a.md", b"---\ntitle: \xff\nlectern: false\n---\n\xfe"), "no UTF-8");
}

#[test]
fn a_note_closes_itself_whatever_its_name() {
    for path in [
        "A.MD",
        "Re: plan.md",
        "Notes/B:a.md",
        "B:a.md",
        "a.b:c.md",
        "a.md:stream",
        "a.md::$DATA",
        "a: .md. ",
        "x/A.MD",
        "a.excalidraw.md",
        "a.md.",
    ] {
        assert!(closes(path, b"---\nlectern: false\n---\n"), "{path:?}");
        assert!(closes(path, b"#private"), "{path:?}");
    }
    for path in ["a.txt", "a.md/b.txt", "md", "a: md", "a:b.txt", "a.canvas", "a.md.bak"] {
        assert!(!closes(path, b"---\nlectern: false\n---\n #private"), "{path:?}");
    }
}

#[test]
fn a_note_that_only_speaks_of_the_property_is_open() {
    for note in [
        "",
        "---",
        "lectern: false",
        "\n---\nlectern: false\n---\n",
        "---\nlectern: true\n---\n",
        "---\nlectern:\n---\n",
        "---\nlectern:\nother: false\n---\n",
        "---\nlecterns: false\n---\n",
        "---\nno lectern: false\n---\n",
        "---\nlectern: falsehood\n---\n",
        "---\ntitle: a\n---\nlectern: false\n",
        "----\nlectern: false\n----\n",
    ] {
        assert!(!closes("a.md", note.as_bytes()), "{note:?}");
    }
}

#[test]
fn a_tag_in_the_front_matter_closes() {
    for tags in [
        "tags: private",
        "tags: [a, Private]",
        "Tags: a, PRIVATE",
        "tag: a private b",
        "tags: \"#private\"",
        "tags: #private",
        "tags:\n  - a\n  - \"private\"",
        "tags:\n- private/deep",
        "tags:\n\n  - private",
        "tags: [a,\n  private]",
        "tags: ['work/secret']",
        "tags: [\u{1107}\u{1175}\u{1106}\u{1175}\u{11af}]",
        "tags: \u{1f512}",
        "{\"tags\": [\"a\", \"private\"]}",
    ] {
        let note = format!("---\ntitle: x\n{tags}\n---\ntext");
        assert!(closes("a.md", note.as_bytes()), "{note:?}");
        assert!(!closes("a.md", format!("text\n\n---\n{}\n---\n", tags.replace('#', "")).as_bytes()), "{tags:?}");
    }
    for tags in [
        "tags: [privately, a]",
        "tags: work",
        "tags: a/private",
        "tags: a\ntitle: private",
        "tags:\n  - a\naliases:\n  - private",
        "aliases: [private]",
        "{\"tags\": [\"a\"], \"title\": \"private\"}",
    ] {
        let note = format!("---\n{tags}\n---\ntext");
        assert!(!closes("a.md", note.as_bytes()), "{note:?}");
    }
}

#[test]
fn a_tag_in_the_text_closes() {
    for text in [
        "#private",
        "a\n#private\nb",
        "a\r\n\t#Private/x b",
        "text #private.",
        "# Title #PRIVATE",
        "> #private",
        "- [ ] #private",
        "**#private**",
        "(#private)",
        "|#private|",
        "x\u{a0}#private",
        "x\u{3000}#private",
        "\u{feff}#private",
        "#a #private",
        "#work/secret/plans",
        "#\u{be44}\u{bc00}",
        "#\u{1f512}",
        "#pri\u{200b}vate",
        "`code` #private",
        "``` code ``` #private",
        "```\ncode\n```\n#private",
        "~~~\n```\n~~~\n#private",
        "> ```\n> code\n\n#private",
        "- ```\n  code\n  ```\n\n#private",
        "\\` #private `",
    ] {
        assert!(closes("a.md", text.as_bytes()), "{text:?}");
        assert!(closes("a.md", format!("---\ntitle: a\n---\n{}", text.trim_start_matches('\u{feff}')).as_bytes()));
    }
    assert!(closes("a.md", b"\xff\n#private \xff"), "no UTF-8");
}

#[test]
fn what_is_no_tag_leaves_the_note_open() {
    for text in [
        "private",
        "# private",
        "#privately",
        "#private-life",
        "#work",
        "#a/private",
        "a#private",
        "http://a.b/#private",
        "[[Note#private]]",
        "[[#private]]",
        "[x](#private)",
        "\\#private",
        "`#private`",
        "`see #private there`",
        "``a ` #private``",
        "```\n#private\n```\n",
        "```c\n#define A\n#private\n```\ntext",
        "~~~ sh\n#private\n```\n~~~\n",
        "````\n```\n#private\n```\n````\n",
    ] {
        assert!(!closes("a.md", text.as_bytes()), "{text:?}");
    }
}

#[test]
fn where_it_is_in_doubt_whether_it_is_a_tag_the_note_is_closed() {
    for text in [
        "```\n#private",
        "- ```\n  #private\n  ```",
        "    #private",
        "%% #private %%",
        "<!-- #private -->",
        "<!--\n```\n#private\n```\n-->",
        "$a #private$",
        "##private",
        "\u{be44}#private",
        "&#private;",
        "#work#private",
        "a ` b\n`c` #private `d",
        "`a\nb` #private `",
    ] {
        for text in [text.to_owned(), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
            assert!(closes("a.md", text.as_bytes()), "{text:?}");
        }
    }
}
