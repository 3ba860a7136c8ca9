//! Notes that close themselves: by the property `lectern: false`, and by a closed tag.
#![cfg(not(target_arch = "wasm32"))]

use lectern::{Policy, Rules, VaultPath};

#[cfg(test)]
fn closes(path: &str, note: &[u8]) -> bool {
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
    for path in ["A.MD", "Re: plan.md", "Notes/B:a.md", "B:a.md", "a.b:c.md", "a.md:stream", "a.md::$DATA", "a: .md. "]
    {
        assert!(closes(path, b"---\nlectern: false\n---\n"), "{path:?}");
        assert!(closes(path, b"#private"), "{path:?}");
    }
    for path in ["a.txt", "a.md/b.txt", "md", "a: md", "a:b.txt"] {
        assert!(!closes(path, b"---\nlectern: false\n---\n"), "{path:?}");
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
fn no_feature_of_yaml_hides_the_property() {
    for front in [
        "{\"title\": \"x\",\n\"lectern\": false}",
        "{title: x,\nlectern: false}",
        "# comment: a\n{\"title\": \"x\", \"lectern\": false}",
        "# comment: a\nlectern: false",
        "title: x # lectern: true\nlectern: false",
        "\"lec\\x74ern\": false",
        "\"\\u006cectern\": false",
        "\"lectern\\\n  \": false",
        "lectern: \"fal\\x73e\"",
        "lectern: \"fal\\\n  se\"",
        "!!str lectern: false",
        "!<tag:yaml.org,2002:str> lectern: false",
        "&a lectern: false",
        "a: &x lectern\n*x : false",
        "? lectern\n: false",
        "? lectern # c: d\n# e\n\n: false",
        "? |-\n lectern\n: false",
        "a: &a {lectern: false}\n<<: *a",
        "<<: {lectern: false}",
        "a: &f false\nlectern: *f",
        "lectern: n",
        "lectern : false",
        "lectern:\tfalse",
        "lectern: # why: c\n  false",
        "lectern: |\n  false",
        "lectern: false, for now",
        " lectern: false",
        "  title: x\n  lectern: false",
        "%YAML 1.1\n--- {lectern: false}",
        "...\nlectern: false",
        "\u{feff}lectern: false",
        "title: \"open\nlectern: false",
        "title: 'it's'\nlectern: false",
        "title: One: two\nlectern: false",
        "title: @x\n\tlectern: false",
        "a: |\n    x\n  lectern: false",
        "a:\n    b: c\n  lectern: false",
        "a: \"x\"\n  lectern: false",
        "- x\nlectern: false",
        "title: x\rlectern: false",
        "title: x\u{2028}lectern: false",
    ] {
        for front in [front.to_owned(), front.replace('\n', "\r\n")] {
            assert!(closes("a.md", format!("---\n{front}\n---\ntext").as_bytes()), "{front:?}");
        }
    }
    assert!(closes("a.md", b"---\ntitle: a\r---\rlectern: false\n---\n"), "the app ends no line at a return alone");
}

#[test]
fn no_feature_of_yaml_hides_a_tag() {
    for front in [
        "tags:\n  - \"area: home\"\n  - private",
        "tags:\n  - https://a.b/c\n  - private",
        "tags:\n  - a\n# note: personal\n  - private",
        "tags:\n  - a\n  # note: personal\n  - private",
        "tags:\n  - private # since: 2024",
        "tags: [a,\n  \"b: c\",\n  private\n]",
        "tags: [a, # b: ]\n  private]",
        "tags:\n  - - private",
        "tags:\n  -\n    private",
        "tags: a\n  private",
        "tags: \"a\n  private\"",
        "tags: |\n  private",
        "tags: >2\n   private",
        "tags: !!set {private}",
        "tags: !!set\n  ? private",
        "tags: &t [private]",
        "a: &t [private]\ntags: *t",
        "a: &t tags\n*t : private",
        "{a: b,\ntags: [c,\nprivate]}",
        "{\"a\": 1,\n\"tags\": [\"pri\\u0076ate\"]}",
        "{\"tags\": \"private\", \"tags\": \"x\"}",
        "tags: [\"pri\\x76ate\"]",
        "tags: \"\\ud83d\\udd12\"",
        "tags: \"pri\\\n  vate\"",
        "tags: a #private",
        "tags:\n  #private",
    ] {
        for front in [front.to_owned(), front.replace('\n', "\r\n")] {
            assert!(closes("a.md", format!("---\n{front}\n---\ntext").as_bytes()), "{front:?}");
        }
    }
}

#[test]
fn ordinary_front_matter_that_holds_the_words_elsewhere_leaves_the_note_open() {
    for front in [
        "title: My private lectern # is off\ntags: [a]",
        "aliases: [a: private, \"b: lectern: false\"]\ntags: x",
        "description: |\n  lectern: false\n\n    tags: private\n# lectern: no\ntags:\n- a",
        "description: >-\n  private\n  # no comment\nlectern: true",
        "quote: \"Some words,\n\n  lectern: no\"\ntags: a",
        "quote: 'It''s\n  tags: private'\ntags: a",
        "summary: Some words\n  and private ones\ntags: a",
        "up: [[private]]\nrelated:\n  - \"[[private|lectern: no]]\"\ntags: a",
        "fields:\n  - name: tags\n    value: private\n  - lectern: false\ntags: a",
        "a:\n  b:\n  - private\n  lectern: false\nc: d\ntags:\n- x",
        "tags:\n  - a # not private\n  # - private\n  # note: private\nb: private",
        "date: \"{{date}}\"\nid: {{private}}\ntags: a",
        "title: <% tp.file.title %> private\ntags: a",
        "\u{1f4a1}: private\ntags: a",
        "path: C:\\private\\tags\ntags: a",
        "url: https://a.b/#private?tags:c\ntags: a",
        "\"private\":\tx\t# private\n'a: b': private\ntags: a",
        "a: [\n  private, # it's\n  {b: 'private'}\n]\ntags: a",
        "lectern: true\npublish: false",
        "title: broken: yes\naliases: private",
        "tags: [broken\ntitle: lectern: true",
        "{\"title\": \"private\",\n \"a\": {\"lectern\": false},\n \"tags\": [\"x\"]}",
    ] {
        for front in [front.to_owned(), front.replace('\n', "\r\n")] {
            assert!(!closes("a.md", format!("---\n{front}\n---\ntext").as_bytes()), "{front:?}");
        }
    }
}

#[test]
fn where_front_matter_is_in_doubt_it_is_text_too() {
    for note in ["---\ntext\n#private", "--- \ntext #private\n---\n", "---\na: b\n----\n#private\n"] {
        assert!(closes("a.md", note.as_bytes()), "{note:?}");
    }
    for note in ["---\na: b #private\n---\n", " ---\nlectern: false\n---\n", "---a\nlectern: false\n---\n"] {
        assert!(!closes("a.md", note.as_bytes()), "{note:?}");
    }
}

#[test]
fn deep_and_long_front_matter_takes_linear_time_and_no_stack() {
    const BYTES: usize = 100_000;
    // Were any of these read in quadratic time, this would take an hour; were it recursive, the stack would overflow.
    for (unit, end) in [
        ("- ", "a: private"),
        ("[", "]"),
        ("{", "}"),
        ("{\"a\":", "1"),
        ("a: {", ""),
        ("lectern\n#", ""),
        ("lectern #", ""),
        ("lectern tags ", ": private"),
        ("tags: \\", "private"),
        ("\\x6c", "ectern: false"),
        ("tags:\n- - - a\n", ""),
        ("  ", "a: b"),
        ("a:\n", "b"),
        ("# ", "a: b"),
        ("\u{e9}", ": lectern: n"),
        ("\r", "lectern: no"),
        ("---\r", ""),
    ] {
        for start in ["", "tags:\n- "] {
            let note = format!("---\n{start}{}{end}\n---\n", unit.repeat(BYTES / unit.len()));
            closes("a.md", note.as_bytes());
        }
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
        "##private",
        "#privately",
        "#private-life",
        "#work",
        "#a/private",
        "a#private",
        "\u{be44}#private",
        "http://a.b/#private",
        "[[Note#private]]",
        "[[#private]]",
        "[x](#private)",
        "\\#private",
        "&#private;",
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
        "$a #private$",
        "a ` b\n`c` #private `d",
        "`a\nb` #private `",
    ] {
        for text in [text.to_owned(), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
            assert!(closes("a.md", text.as_bytes()), "{text:?}");
        }
    }
}

#[test]
fn only_notes_close_themselves() {
    for path in ["a.md", "x/A.MD", "a.excalidraw.md", "a.md."] {
        assert!(closes(path, b"---\nlectern: false\n---\n"), "{path}");
    }
    for path in ["a.txt", "a.canvas", "a.md.bak", "md"] {
        assert!(!closes(path, b"---\nlectern: false\n---\n #private"), "{path}");
    }
}
