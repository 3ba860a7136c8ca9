//! Vault paths: which paths are valid, and their normal form.

use lectern::{PathError, VaultPath};

#[test]
fn every_spelling_of_a_path_comes_into_one_form() {
    for (given, path) in [
        ("Notes/a.md", "Notes/a.md"),
        ("Notes\\a.md", "Notes/a.md"),
        ("/Notes/a.md", "Notes/a.md"),
        ("\\Notes\\a.md", "Notes/a.md"),
        ("Notes/a.md/", "Notes/a.md"),
        ("Notes//a.md", "Notes/a.md"),
        ("./Notes/./a.md", "Notes/a.md"),
        ("Other/../Notes/a.md", "Notes/a.md"),
        ("a/b/../../c", "c"),
        ("a\\..\\b", "b"),
        ("Cafe\u{301}/Menu\u{308}.md", "Caf\u{e9}/Men\u{fc}.md"),
        ("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}", "\u{d55c}\u{ae00}"),
        ("///.obsidian", ".obsidian"),
        ("//.obsidian/app.json", ".obsidian/app.json"),
    ] {
        assert_eq!(VaultPath::parse(given).map(|path| path.to_string()), Ok(path.to_owned()), "{given:?}");
    }
}

#[test]
fn what_a_name_may_hold_is_left_alone() {
    for name in [
        "Project... next steps.md",
        "...",
        "..a/b..",
        "100%25 sure.md",
        "%2e%2e/a.md",
        " a .md",
        "\u{a0}a",
        "C# and #tags.md",
        "a|b.md",
        "[[a]]",
        "\u{2713} done.md",
        "~/a.md",
        "Re: plan.md",
        "A: intro.md",
        "B:a.md",
        "B:..",
        "file: notes.md",
        "FILE:etc/passwd",
        "mailto:somebody.md",
        "Notes/C:/a.md",
        "a\u{200d}b.md",
    ] {
        assert_eq!(VaultPath::parse(name).map(|path| path.as_str().to_owned()), Ok(name.to_owned()));
    }
}

#[test]
fn the_root_has_many_spellings_and_no_names() {
    for given in ["/", "\\", ".", "./", "a/..", "a/b/../..", "//"] {
        let path = VaultPath::parse(given).expect(given);
        assert_eq!(path, VaultPath::root(), "{given:?}");
        assert!(path.is_root());
        assert_eq!((path.as_str(), path.to_string().as_str()), ("", "/"));
        assert_eq!(path.segments().count(), 0);
    }
}

#[test]
fn white_space_alone_is_no_path() {
    for given in ["", " ", "   ", "\u{a0}", "\u{3000}", "\t", "\n"] {
        assert_eq!(VaultPath::parse(given), Err(PathError::Empty), "{given:?}");
    }
}

#[test]
fn control_characters_are_in_no_path() {
    for given in ["a\0.md", ".obsidian\0/app.json", "a\nb", "a.md\r", "a\u{1b}[0m", "a\u{7f}", "a\u{85}b", "\u{9f}a"] {
        assert_eq!(VaultPath::parse(given), Err(PathError::ControlCharacter(given.to_owned())));
    }
}

#[test]
fn no_path_leads_out_of_the_vault() {
    for given in [
        "..",
        "../",
        "../secret.txt",
        "..\\secret.txt",
        "a/../../b",
        "/..",
        "./../a",
        "\\\\server\\share\\x.md",
        "//server/share/x.md",
        "\\\\?\\C:\\x",
        "\\\\.\\pipe\\x",
        "//./C:/x",
    ] {
        assert_eq!(VaultPath::parse(given), Err(PathError::LeavesVault(given.to_owned())));
    }
}

#[test]
fn drives_and_urls_are_not_in_the_vault() {
    for given in [
        "C:",
        "C:/",
        "C:/Windows/win.ini",
        "c:\\Windows",
        "/C:/Windows",
        " C:/Windows",
        "./C:/Windows",
        "a/../C:/Windows",
        "./file:///etc/passwd",
        "\u{212a}:/Windows",
        "\u{200b}C:/Windows",
        "file:///etc/passwd",
        "file:/etc/passwd",
        "FILE:\\etc\\passwd",
        "app://local/etc/passwd",
        "http://example.com/a.md",
        "obsidian://open?file=a",
    ] {
        assert_eq!(VaultPath::parse(given), Err(PathError::DriveOrUrl(given.to_owned())));
    }
}

#[test]
fn errors_say_what_was_given_on_one_line() {
    for (given, message) in [
        ("", "path is empty"),
        ("a\nb", r#"path "a\u000ab" contains a control character"#),
        ("../todo.md", r#""../todo.md" leaves the vault"#),
        ("C:/todo.md", r#""C:/todo.md" starts like a drive or a URL, which is outside the vault"#),
    ] {
        assert_eq!(VaultPath::parse(given).map_err(|error| error.to_string()), Err(message.to_owned()));
    }
}

#[test]
fn a_path_that_no_file_system_opens_is_none() {
    assert!(VaultPath::parse(&"a".repeat(4096)).is_ok());
    assert_eq!(VaultPath::parse(&"a/".repeat(2_000_000)), Err(PathError::TooLong(4_000_000)));
    assert!(VaultPath::parse(&"a/".repeat(256)).is_ok());
    assert_eq!(VaultPath::parse(&"a/".repeat(257)), Err(PathError::TooDeep(257)));
}

#[test]
fn a_very_long_name_is_cut_short_in_a_message() {
    let given = format!("../{}", "\u{d55c}".repeat(1000));
    let shown = "\u{d55c}".repeat(197);
    let message = VaultPath::parse(&given).map_err(|error| error.to_string());
    assert_eq!(message, Err(format!("\"../{shown}\u{2026}\" leaves the vault")));
}

#[test]
fn a_path_tells_its_names() {
    let path = VaultPath::parse("Work/2026/Plan.v2.md").expect("a path");
    assert_eq!(path.segments().collect::<Vec<_>>(), ["Work", "2026", "Plan.v2.md"]);
    assert_eq!(VaultPath::parse("Work/Plan").expect("a path").with_md().as_str(), "Work/Plan.md");
}

#[test]
fn equivalent_spellings_share_a_key() {
    for (one, other) in [
        ("Notes/A.md", "notes/a.MD"),
        ("Stra\u{df}e.md", "STRASSE.md"),
        ("Caf\u{c9}.md", "cafe\u{301}.md"),
        ("\u{17f}ide.md", "side.md"),
        ("a\u{a0}b.md", "a b.md"),
        ("a\u{202f}b.md", "a b.md"),
        (" Notes /a.md ", "Notes/a.md"),
    ] {
        let keys = [one, other].map(|given| VaultPath::parse(given).expect("a path").equivalence_key());
        assert_eq!(keys[0], keys[1], "{one:?} and {other:?}");
    }
}

#[test]
fn other_paths_have_other_keys() {
    for (one, other) in [("a.md", "a"), ("a/b.md", "ab.md"), ("caf\u{e9}.md", "cafe.md"), ("a  b.md", "a b.md")] {
        let keys = [one, other].map(|given| VaultPath::parse(given).expect("a path").equivalence_key());
        assert_ne!(keys[0], keys[1], "{one:?} and {other:?}");
    }
}
