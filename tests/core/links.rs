//! `links`: what is closed takes no part in it, and its pages make the whole.

use std::collections::BTreeMap;

use lectern::{LinkFound, Reply, Request};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{Vault, assert_ends, assert_says, session, session_with, text};

const CLOSED: &str = "---\nlectern: false\n---\n[[a]] [[b]]\n";

fn links(vault: &mut Vault, args: &Value) -> Reply {
    vault.ask("links", args)
}

fn found(reply: &Reply) -> Vec<LinkFound> {
    reply.structured_content.links.as_deref().unwrap_or_else(|| panic!("{}", text(reply))).to_vec()
}

#[test]
fn a_protected_note_changes_no_reply() {
    let open = [("a.md", "[[b]] and [[Private/b]]\n"), ("c/b.md", "[[a]]\n")];
    let mut without = Vault::of(&open);
    let mut with = Vault::of(&open).with("Private/b.md", "[[a]]\n");
    for args in [json!({ "path": "a" }), json!({ "path": "b", "depth": 2 }), json!({ "path": "Private/b.md" })] {
        let call =
            |vault: &mut Vault| vault.call_tool(&mut session_with(&["Private"], None), "links", &args.to_string());
        assert_eq!(call(&mut with), call(&mut without), "{args}");
    }
}

#[test]
fn a_long_line_is_cut_around_the_link() {
    let long = "é".repeat(3000);
    let reply = links(&mut Vault::of(&[("a.md", &format!("{long} [[b]] {long}\n"))]), &json!({ "path": "a.md" }));
    assert!(text(&reply).len() < 400, "{}", text(&reply));
    assert_says(&reply, " [[b]] é");
}

#[test]
fn headings_and_blocks_that_do_not_exist_are_told() {
    let a = "# Own\n[[b#Part]] [[b#Chapter#Part]] [[b#part two]] [[b#^id]] [[b#^other]] [[#Own]] [[#Other]] [[c.pdf#page=2]]\n";
    let mut vault = Vault::of(&[("a.md", a), ("b.md", "# Part\n## Part: two\ntext ^id\n"), ("c.pdf", "")]);
    let reply = links(&mut vault, &json!({ "path": "a.md", "direction": "out" }));
    let places: Vec<_> = found(&reply).iter().map(|link| link.fragment_found).collect();
    let [yes, no] = [Some(true), Some(false)];
    assert_eq!(places, [yes, yes, yes, yes, no, yes, no, None]);
    assert_says(&reply, "  [[b#^other]] opens b.md, which has no such block\n");
    assert_says(&reply, "  [[#Other]] opens a.md, which has no such heading\n");
}

#[test]
fn links_open_what_the_app_says_they_open() {
    let app = [("b", "x/b.md"), ("d", "d.png")];
    let files = [("a.md", "[[b]] [[c]] ![[d]] [[#Own]]\n"), ("b.md", ""), ("x/b.md", ""), ("c.md", ""), ("d.png", "")];
    let mut vault = Vault::of(&files).opening(&app);
    let opened = |reply: &Reply| found(reply).into_iter().map(|link| link.to).collect::<Vec<_>>();
    let expected = ["x/b.md", "", "d.png", "a.md"].map(|path| (!path.is_empty()).then(|| path.to_owned()));
    assert_eq!(opened(&links(&mut vault, &json!({ "path": "a.md", "direction": "out" }))), expected);
    assert_eq!(text(&links(&mut vault, &json!({ "path": "b.md", "direction": "in" }))), "no note links to it");
    let reply = links(&mut vault, &json!({ "path": "x/b.md", "direction": "in" }));
    assert_eq!(opened(&reply), [Some("x/b.md".to_owned())]);
}

#[test]
fn the_app_is_asked_for_a_thousand_links_at_once_with_their_notes() {
    let many = "[[x]]\n".repeat(700);
    let mut vault =
        Vault::of(&[("a.md", &many), ("b.md", &many), ("c.md", &many), ("x.md", "")]).opening(&[("x", "x.md")]);
    let mut session = session();
    let step = session.start("links", r#"{"path": "x.md", "limit": 1}"#);
    let mut asked = Vec::new();
    let reply = vault.run_with(&mut session, step, |request| {
        if let Request::Links(links) = request {
            asked.push(links.iter().map(|from| (from.note.path().to_string(), from.links.len())).collect::<Vec<_>>());
        }
        None
    });
    let expected: [&[(&str, usize)]; 3] =
        [&[("a.md", 700), ("b.md", 300)], &[("b.md", 400), ("c.md", 600)], &[("c.md", 100)]];
    assert_eq!(
        asked,
        expected.map(|notes| notes.iter().map(|(note, count)| ((*note).to_owned(), *count)).collect::<Vec<_>>())
    );
    assert_eq!(reply.structured_content.display, "Links of x.md: 1 of 2100 links");
}

proptest! {
    #[test]
    fn no_reply_differs_from_that_of_the_vault_without_closed_notes(
        files in proptest::collection::btree_map(
            "([ab]/){0,2}[abAB]\\.md",
            proptest::option::of("(!?\\[\\[(a|b|a/b|\\./a|B)(#x|#\\^y)?\\]\\]\n?){0,4}"),
            1..8,
        ),
        path in "(\\[\\[)?([ab]/){0,1}[ab]",
        direction in prop_oneof![Just("in"), Just("out"), Just("both")],
        depth in 1..3,
    ) {
        let path = if path.starts_with("[[") { format!("{path}]]") } else { path };
        let all: BTreeMap<_, _> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_deref().unwrap_or(CLOSED))).collect();
        let open: Vec<_> = all.iter().filter(|(_, text)| **text != CLOSED).map(|(path, text)| (*path, *text)).collect();
        let (mut with, mut without) = (Vault::of(&all.clone().into_iter().collect::<Vec<_>>()), Vault::of(&open));
        let args = json!({ "path": path, "direction": direction, "depth": depth });
        let whole = links(&mut with, &args);
        prop_assert_eq!(&whole, &links(&mut without, &args));
        // The same holds if the app answers every link with a closed note, or with a path that no vault can have.
        for opened in all.keys().filter(|path| all[*path] == CLOSED).chain(&["../a.md", "C:\\a.md", "gone.md", "/"]) {
            let app = ["a", "b", "a/b", "./a", "B"].map(|link| (link, *opened));
            prop_assert_eq!(&whole, &links(&mut with.clone().opening(&app), &args), "{}", opened);
        }
        if whole.is_error {
            return Ok(());
        }
        let (mut paged, mut args) = (Vec::new(), args);
        args["limit"] = json!(2);
        loop {
            let reply = links(&mut with, &args);
            paged.extend(found(&reply));
            let Some(next) = &reply.structured_content.next else { break };
            args = serde_json::to_value(next).expect("arguments are JSON");
        }
        prop_assert_eq!(paged, found(&whole));
    }
}

#[test]
fn canvases_that_show_a_note_or_link_to_it_are_listed() {
    let board = r##"{"nodes": [
        {"type": "file", "file": "x/a.md", "subpath": "#Part"},
        {"type": "file", "file": "x/a.md", "subpath": "#Gone"},
        {"type": "text", "text": "one\nsee [[a]] and [[b]]"},
        {"type": "file", "file": "a.md"},
        {"type": "file", "file": "p.png"}
    ]}"##;
    let files = [
        ("x/a.md", "# Part\n"),
        ("b.md", ""),
        ("p.png", ""),
        ("Board.canvas", board),
        ("Broken.canvas", r#"{"nodes": [{"type": "file", "file": "x/a.md""#),
        ("Private/P.canvas", r#"{"nodes": [{"type": "file", "file": "x/a.md"}]}"#),
    ];
    let mut vault = Vault::of(&files);
    let mut call = |args: &str| vault.call_tool(&mut session_with(&["Private"], None), "links", args);
    let reply = call(r#"{"path": "x/a.md", "direction": "in"}"#);
    assert_eq!(
        text(&reply),
        "== Board.canvas ==\n[card: file x/a.md#Part]\n  x/a.md#Part embeds x/a.md\n[card: file x/a.md#Gone]\n  \
         x/a.md#Gone embeds x/a.md, which has no such heading\nsee [[a]] and [[b]]\n  [[a]] opens x/a.md"
    );
    let links = reply.structured_content.links.as_deref().expect("links");
    assert_eq!((links.len(), links[0].line, links[0].to.as_deref()), (3, 0, Some("x/a.md")));
    let reply = call(r#"{"path": "Board.canvas", "direction": "out"}"#);
    assert!(
        text(&reply).contains("a.md opens no file") || text(&reply).contains("[card: file a.md]\n  a.md opens no file")
    );
    assert_ends(&reply, "[card: file p.png]\n  p.png embeds p.png");
}
