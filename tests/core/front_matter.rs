//! Front matter that closes a note, in every form that YAML has for it, and in doubt.

use crate::marks::closes;

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
        "lectern: \"\\ false\"",
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
        "tags:\n  a: \"p\\\n    ri\\x76ate\\\n  - [x]\nb: \"c\n  d\"",
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
    for note in [
        "---\ntext\n#private",
        "--- \ntext #private\n---\n",
        "--- \n```\n---\n#private\n```\n",
        "---\na: b\n----\n#private\n",
    ] {
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
fn only_blanks_may_follow_the_line_that_ends_it() {
    for end in ["---\x0c", "---\r\r", "--- \x0c "] {
        let note = format!("---\ntitle: [\n  a b\n{end}\n  ]\nlectern: false\n---\ntext\n");
        assert!(closes("a.md", note.as_bytes()), "{end:?}");
    }
    assert!(!closes("a.md", b"---\ntitle: x\n--- \t\r\nlectern: false\n---\ntext\n"));
}
