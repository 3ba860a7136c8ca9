//! `list_files` beyond its cases: folders in any spelling, pages, limits, and what is read how often.

use lectern::{Answer, Config, ErrorCode, Step};
use serde_json::{Value, json};

use crate::support::listing::{list, paths};
use crate::support::{CLOSED, Vault, error, opened, outcome, session, session_with, text};

fn text_of(vault: &Vault, args: &Value) -> String {
    text(&list(&mut vault.clone(), &mut session(), args)).to_owned()
}

#[test]
fn names_with_a_colon_are_listed() {
    let vault = Vault::named(&["B:a.md", "C:box/c.md", "file: notes.md", "Re: plan.md"]).with("D:x.md", CLOSED);
    let listed = "\
        C:box/c.md  10 B  1970-01-01\n\
        B:a.md  6 B  1970-01-01\n\
        file: notes.md  14 B  1970-01-01\n\
        Re: plan.md  11 B  1970-01-01\n\
        [4 files in all]";
    assert_eq!(text_of(&vault, &json!({})), listed);
}

#[test]
fn a_folder_is_found_in_any_spelling() {
    let vault = Vault::named(&["Caf\u{e9} 1/Menu/a.md", "dup/a.md", "Dup/b.md", "x/Dup/c.md"]);
    for at_once in [false, true] {
        let vault = if at_once { vault.clone().listing_at_once() } else { vault.clone() };
        for (given, expected) in [
            ("Caf\u{e9} 1/Menu", "Caf\u{e9} 1/Menu/a.md"),
            ("cafe\u{301} 1\\menu/", "Caf\u{e9} 1/Menu/a.md"),
            ("dup", "dup/a.md"),
            ("Dup", "Dup/b.md"),
            ("X/DUP", "x/Dup/c.md"),
        ] {
            let reply = list(&mut vault.clone(), &mut session(), &json!({ "path": given }));
            assert_eq!(paths(&reply), [expected], "{given}");
        }
        for root in ["", " ", "/", ".", "./"] {
            let reply = list(&mut vault.clone(), &mut session(), &json!({ "path": root }));
            assert_eq!(paths(&reply).len(), 4, "{root:?}");
        }
    }
}

#[test]
fn folders_that_nothing_tells_apart_are_named() {
    let mut vault = Vault::named(&["dup/a.md", "Dup/b.md"]);
    let expected = error(
        ErrorCode::Ambiguous,
        r#""DUP" could be any of 2 folders"#,
        r#"give one of them exactly: "Dup" or "dup""#,
    );
    assert_eq!(outcome(&list(&mut vault, &mut session(), &json!({ "path": "DUP" }))), Err(expected));
    // One that holds nothing open is none.
    let mut vault = Vault::of(&[("dup/a.md", "a\n"), ("Dup/b.md", CLOSED)]);
    assert_eq!(paths(&list(&mut vault, &mut session(), &json!({ "path": "DUP" }))), ["dup/a.md"]);
    assert_eq!(paths(&list(&mut vault, &mut session(), &json!({ "path": "Dup" }))), ["dup/a.md"]);
}

#[test]
fn a_link_to_a_folder_is_followed_and_judged() {
    let vault = Vault::named(&["Real/a.md", "Private/b.md"]);
    for (leads, expected) in [
        ("Real", Ok("Real/a.md")),
        ("Private", Err(ErrorCode::Denied)),
        ("../out", Err(ErrorCode::OutsideVault)),
        ("link", Err(ErrorCode::Unreadable)),
    ] {
        let mut vault = vault.clone().with_stat("link", Answer::Moved(leads.to_owned()));
        let reply = list(&mut vault, &mut session_with(&["Private"], None), &json!({ "path": "link" }));
        let given =
            reply.structured_content.error.as_ref().map_or_else(|| Ok(paths(&reply).remove(0)), |e| Err(e.code));
        assert_eq!(given, expected.map(str::to_owned), "{leads}");
    }
}

#[test]
fn only_the_folder_that_was_asked_for_is_looked_into() {
    let mut vault = Vault::named(&["a/x.md", "a/b/y.md", "c/z.md"]);
    list(&mut vault, &mut session(), &json!({ "path": "a" }));
    assert_eq!(vault.asked, ["stat a", "list a", "list a/b", "read a/x.md", "read a/b/y.md"]);
}

#[test]
fn a_second_listing_reads_nothing_but_what_has_changed() {
    let mut vault = Vault::named(&["a.md", "b.md", "c.txt"]);
    let mut session = session();
    let before = list(&mut vault, &mut session, &json!({}));
    assert_eq!(vault.asked, ["list ", "read a.md", "read b.md"]);
    vault.asked.clear();
    assert_eq!(list(&mut vault, &mut session, &json!({})), before);
    assert_eq!(vault.asked, ["list "]);
    let mut changed = vault.with("b.md", CLOSED);
    changed.asked.clear();
    assert_eq!(paths(&list(&mut changed, &mut session, &json!({}))), ["a.md", "c.txt"]);
    assert_eq!(changed.asked, ["list ", "read b.md"]);
}

#[test]
fn what_is_not_asked_for_is_not_read() {
    let mut vault = Vault::named(&["a.md", "sub/b.md", "c.pdf"]).with_mtime("sub/b.md", 1e12);
    list(&mut vault, &mut session(), &json!({ "pattern": "*.pdf" }));
    list(&mut vault, &mut session(), &json!({ "modified_after": "2001-01-01" }));
    assert_eq!(vault.asked, ["list ", "list sub", "list ", "list sub", "read sub/b.md"]);
}

#[test]
fn a_note_that_cannot_be_read_is_not_told_of() {
    let vault = Vault::named(&["a.md", "b.md"]);
    for answer in [Answer::Failed("EIO".to_owned()), Answer::Missing, Answer::Folder] {
        let mut vault = vault.clone().with_read("a.md", answer.clone());
        assert_eq!(text(&list(&mut vault, &mut session(), &json!({}))), "b.md  4 B  1970-01-01\n[1 file in all]");
    }
    let mut vault = vault.with_stat("a.md", crate::support::file(70_000_000, 0.0));
    assert_eq!(paths(&list(&mut vault, &mut session(), &json!({}))), ["b.md"]);
    assert_eq!(vault.asked, ["list ", "read b.md"]);
}

#[test]
fn a_listing_that_fails_is_told() {
    let mut session = session();
    let Step::Ask { call, .. } = session.start("list_files", "{}") else { panic!("a question") };
    let Step::Done(reply) = session.resume(call, vec![Answer::Failed("EIO".to_owned())]) else { panic!("a reply") };
    let expected = error(ErrorCode::Unreadable, r#""" could not be listed: EIO"#, "try once more, then tell the user");
    assert_eq!(outcome(&reply), Err(expected));
}

#[test]
fn small_folders_are_shown_beside_large_ones_that_are_summed_up() {
    let names: Vec<_> = (0..50).map(|number| format!("Large/{number}.md")).collect();
    let mut all: Vec<_> = names.iter().map(String::as_str).collect();
    all.extend(["Small/a.md", "Small/b.md", "z.md"]);
    let shown = text_of(&Vault::named(&all), &json!({ "limit": 10 }));
    let expected = "Large/  50 files, newest 1970-01-01\n\
        Small/a.md  10 B  1970-01-01\n\
        Small/b.md  10 B  1970-01-01\n\
        z.md  4 B  1970-01-01\n\
        [53 files in all; folders are summed up: to see inside one, call list_files with path=\"Large\", limit=10]";
    assert_eq!(shown, expected);
}

#[test]
fn an_error_is_told_in_words_for_a_person() {
    let reply = list(&mut Vault::default(), &mut session(), &json!({ "path": "../a" }));
    assert_eq!(reply.structured_content.display, "Could not list: \"../a\" leaves the vault");
}

#[test]
fn a_limit_of_no_content_still_lists() {
    let config = Config { max_bytes: 0.0, ..Config::default() };
    let mut none = opened(&config);
    assert_eq!(paths(&list(&mut Vault::named(&["a.md"]), &mut none, &json!({}))), ["a.md"]);
}

#[test]
fn limits_beyond_the_largest_mean_the_largest() {
    let names: Vec<_> = (0..1200).map(|number| format!("{number}.md")).collect();
    let all: Vec<_> = names.iter().map(String::as_str).collect();
    let reply = list(&mut Vault::named(&all), &mut session(), &json!({ "limit": 5000 }));
    assert_eq!(paths(&reply).len(), 1000);
    assert_eq!(paths(&list(&mut Vault::named(&all), &mut session(), &json!({}))).len(), 200);
}
