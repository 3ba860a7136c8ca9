//! What a path, a link or a name reads and says: which file, which part of it, and which file an error is about.

use lectern::ErrorCode::{Denied, NotFound};
use lectern::{Config, Context};

use crate::finding::fail;
use crate::support::{Vault, code, error, opened, path_args, session, session_with, text};

#[test]
fn a_reply_names_the_file_that_is_called_otherwise() {
    let vault = Vault::of(&[("Sub/Two.md", "# A\n[[b]]\n"), ("b.md", "---\naliases: [Bee]\n---\n"), ("x.csv", "1")]);
    let says = |tool: &str, args: &str| text(&vault.clone().call_tool(&mut session(), tool, args)).to_owned();
    for (given, wanted) in [
        ("Sub/Two.md", "1: # A\n2: [[b]]"),
        ("./Sub//Two.md", "1: # A\n2: [[b]]"),
        ("Two", "== Sub/Two.md ==\n1: # A\n2: [[b]]"),
        ("Sub/Two", "== Sub/Two.md ==\n1: # A\n2: [[b]]"),
        ("sub/two.md", "== Sub/Two.md ==\n1: # A\n2: [[b]]"),
        ("Bee", "== b.md ==\n1: ---\n2: aliases: [Bee]\n3: ---"),
        ("X.csv", "== x.csv ==\n1: 1"),
    ] {
        assert_eq!(says("read_file", &path_args(given)), wanted, "{given}");
    }
    assert!(says("read_file", r#"{"path": "Two", "view": "outline"}"#).starts_with("[outline of \"Sub/Two.md\""));
    assert!(says("links", r#"{"path": "Two"}"#).starts_with("[links of \"Sub/Two.md\"]\n== Sub/Two.md =="));
    assert_eq!(says("links", r#"{"path": "X.csv"}"#), "[links of \"x.csv\"]\nit has no links, and no note links to it");
    assert!(!says("links", r#"{"path": "Sub/Two.md"}"#).contains("links of"));
    // Where its lines are, for programs.
    let context = Context { layout: true, ..Context::default() };
    let mut vault = vault.clone();
    let mut session = session();
    let step = session.start_within(&context, "read_file", &path_args("Two"));
    let reply = vault.run(&mut session, step);
    let layout = reply.structured_content.files[0].layout.clone().expect("a layout");
    assert_eq!((layout.header, layout.lines[0].row, layout.lines[0].count), (Some(0), 1, 2));
}

#[test]
fn a_link_to_a_part_reads_that_part() {
    let note = "---\na: b\n---\n# One\nintro\n## A: b *c*\nfirst\n## Two\ntext ^p1\n\n- item ^i1\n  more\n  - nested\n\n  still\n- next\n\n| a |\n|---|\n| b |\n\n^t1\n\n> quote\n> of it ^q1\n# Other\n## Two\nlast\n";
    let vault = Vault::of(&[("Note.md", note), ("C#.md", "x\n"), ("Bare.md", "no headings\n")]);
    let lines = |given: &str| {
        let reply = vault.clone().call(&mut session(), &path_args(given));
        let file =
            reply.structured_content.files.first().unwrap_or_else(|| panic!("{given}: {}", text(&reply))).clone();
        (file.start_line, file.end_line)
    };
    for (given, wanted) in [
        ("[[Note#One]]", (4, 25)),
        ("Note#One", (4, 25)),
        ("Note.md#one", (4, 25)),
        ("![[Note#A b c|x]]", (6, 7)),
        ("[[Note#Two]]", (8, 25)),
        ("[[Note#One#Two]]", (8, 25)),
        ("[[Note#Other#Two]]", (27, 28)),
        // As a link that the app does not find, by its last name.
        ("[[Note#Gone#Two]]", (8, 25)),
        ("[[Note#^p1]]", (9, 9)),
        ("[[Note#^P1]]", (9, 9)),
        ("[[Note#Two#^i1]]", (11, 15)),
        ("[[Note#^t1]]", (18, 22)),
        ("[[Note#^q1]]", (24, 25)),
        ("[[Note#L9]]", (9, 9)),
        ("[[Note#L9-11]]", (9, 11)),
        ("C#", (1, 1)),
        ("C#.md", (1, 1)),
        ("[[Note#]]", (1, 28)),
        ("[[Note|One]]", (1, 28)),
    ] {
        assert_eq!(lines(given), wanted, "{given}");
    }
    let shown = |args: &str| text(&vault.clone().call(&mut session(), args)).to_owned();
    assert_eq!(shown(&path_args("Note#A b c")), "== Note.md ==\n6: ## A: b *c*\n7: first\n[lines 6-7 of 28]");
    // Lines that are named count more, and each of several files has its part.
    assert!(shown(r#"{"path": "Note#Two", "start_line": 5, "end_line": 5}"#).contains("5: intro\n[lines 5-5"));
    assert_eq!(shown(r#"{"files": ["Note#L9"]}"#), "== Note.md ==\n9: text ^p1\n[lines 9-9 of 28]");
    for (given, message, help) in [
        (
            "Note#Tow",
            r#""Note.md" has no heading "Tow""#,
            r#"its headings are "One", "A: b *c*", "Two", "Other", "Two"; to read all of it, give the path alone"#,
        ),
        (
            "[[Note#^no]]",
            r#""Note.md" has no block "^no""#,
            r#"its blocks are "^p1", "^i1", "^t1", "^q1"; to read all of it, give the path alone"#,
        ),
        ("Bare#x", r#""Bare.md" has no heading "x""#, "it has no headings; to read all of it, give the path alone"),
    ] {
        assert_eq!(fail(&vault, &[], given), error(NotFound, message, help));
    }
    let many = (0..50).map(|number| format!("# H{number}\n")).collect::<Vec<_>>().concat();
    let help = fail(&Vault::of(&[("m.md", &many)]), &[], "m#x").help;
    assert!(help.contains("\"H29\" and 20 more;"), "{help}");
}

#[test]
fn an_absolute_path_in_the_vault_is_taken_by_every_tool() {
    let vault = Vault::of(&[("Sub/a.md", "see [[b]]\n"), ("b.md", "b\n")]);
    let config = Config { roots: vec!["/home/u/vault".to_owned()], changes: true, ..Config::default() };
    let call = |tool: &str, args: &str| {
        let mut session = opened(&config);
        vault.clone().call_tool(&mut session, tool, args)
    };
    for (tool, args, wanted) in [
        ("read_file", r#"{"path": "/home/u/vault/Sub/a.md"}"#, "1: see [[b]]"),
        ("read_file", r#"{"files": ["/home/u/vault/b.md"]}"#, "== b.md =="),
        ("read_file", r#"{"files": [{"path": "/home/u/vault/b.md"}]}"#, "== b.md =="),
        ("list_files", r#"{"path": "/home/u/vault"}"#, "Sub/a.md"),
        ("list_files", r#"{"path": "/home/u/vault/Sub"}"#, "Sub/a.md"),
        ("links", r#"{"path": "/home/u/vault/b.md"}"#, "== Sub/a.md =="),
        ("search_notes", r#"{"query": "see", "path": "/home/u/vault/Sub"}"#, "== Sub/a.md =="),
        (
            "move_file",
            r#"{"from": "/home/u/vault/b.md", "to": "/home/u/vault/Sub/c.md"}"#,
            "moved \"b.md\" to \"Sub/c.md\"",
        ),
        ("write_file", r#"{"path": "/home/u/vault/n.md", "content": "n"}"#, "created \"n.md\""),
        ("delete_file", r#"{"path": "/home/u/vault/b.md"}"#, "moved \"b.md\" to the trash"),
    ] {
        let reply = call(tool, args);
        assert!(text(&reply).contains(wanted), "{args}: {}", text(&reply));
    }
    // What is outside is called missing, as it is without the vault's own path.
    for given in ["/etc/passwd", "/home/u/vault2/b.md", "/home/u/vault/../secret.md", "/home/u/vault/none.md"] {
        let reply = call("read_file", &path_args(given));
        assert_eq!(code(&reply), NotFound, "{given}");
    }
    let reply = call("read_file", &path_args("/home/u/vault/.obsidian/app.json"));
    assert_eq!(code(&reply), Denied);
}

#[test]
fn an_error_names_the_path_it_is_about() {
    let vault = Vault::named(&["Work/Plan.md", "A/x.md", "B/x.md"]);
    let about = |tool: &str, args: &str| {
        let reply = vault.clone().call_tool(&mut session_with(&["A/"], None), tool, args);
        reply.structured_content.error.expect("an error").path.map(String::from)
    };
    let path = Some("Work/Plan.md".to_owned());
    // Its own path, where it was found by another spelling.
    assert_eq!(about("read_file", r#"{"path": "plan", "start_line": 99}"#), path);
    assert_eq!(about("list_files", r#"{"path": "Work/plan.MD"}"#), path);
    assert_eq!(about("read_file", r#"{"path": "gone"}"#).as_deref(), Some("gone"));
    assert_eq!(about("read_file", r#"{"path": "A/x.md"}"#).as_deref(), Some("A/x.md"));
    assert_eq!(about("search_notes", r#"{"query": "x", "path": "A"}"#).as_deref(), Some("A"));
    assert_eq!(about("search_notes", r#"{"query": ""}"#), None);
}
