//! `links`: what is closed takes no part in it, and its pages make the whole.

use std::collections::BTreeMap;

use lectern::{LinkFound, Reply};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{Vault, session, session_with, text};

const CLOSED: &str = "---\nlectern: false\n---\n[[a]] [[b]]\n";

fn links(vault: &mut Vault, args: &Value) -> Reply {
    vault.call_tool(&mut session(), "links", &args.to_string())
}

fn found(reply: &Reply) -> Vec<LinkFound> {
    reply.structured_content.links.as_deref().unwrap_or_else(|| panic!("{}", text(reply))).to_vec()
}

#[test]
fn a_protected_note_is_as_good_as_not_there() {
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
    assert!(text(&reply).contains(" [[b]] é"), "{}", text(&reply));
}

#[test]
fn headings_and_blocks_that_do_not_exist_are_told() {
    let a = "# Own\n[[b#Part]] [[b#Chapter#Part]] [[b#part two]] [[b#^id]] [[b#^other]] [[#Own]] [[#Other]] [[c.pdf#page=2]]\n";
    let mut vault = Vault::of(&[("a.md", a), ("b.md", "# Part\n## Part: two\ntext ^id\n"), ("c.pdf", "")]);
    let reply = links(&mut vault, &json!({ "path": "a.md", "direction": "out" }));
    let places: Vec<_> = found(&reply).iter().map(|link| link.fragment_found).collect();
    let [yes, no] = [Some(true), Some(false)];
    assert_eq!(places, [yes, yes, yes, yes, no, yes, no, None]);
    assert!(text(&reply).contains("  [[b#^other]] opens b.md, which has no such block\n"), "{}", text(&reply));
    assert!(text(&reply).contains("  [[#Other]] opens a.md, which has no such heading\n"), "{}", text(&reply));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

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
        let (mut with, mut without) = (Vault::of(&all.into_iter().collect::<Vec<_>>()), Vault::of(&open));
        let args = json!({ "path": path, "direction": direction, "depth": depth });
        let whole = links(&mut with, &args);
        prop_assert_eq!(&whole, &links(&mut without, &args));
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
