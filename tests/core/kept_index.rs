//! The index between starts: what is read again after one, and what the host keeps.

use lectern::{Config, Session};

use crate::support::notes::{found, reads, until};
use crate::support::{Vault, opened, text};

/// A config that keeps every index, and closes this tag.
fn keeping(tag: &str) -> Config {
    let closed_tags = if tag.is_empty() { Vec::new() } else { vec![tag.to_owned()] };
    Config { keep_index_over: Some(0.0), closed_tags, ..Config::default() }
}

fn keep(vault: &mut Vault, session: &mut Session) {
    let reply = vault.finish(session, Session::keep);
    assert!(!reply.is_error, "{}", text(&reply));
}

/// What the host holds, as text as far as it is that.
fn stored(vault: &Vault) -> String {
    vault.pieces.values().map(|piece| String::from_utf8_lossy(piece)).collect()
}

fn notes() -> Vault {
    Vault::of(&[
        ("Lamps.md", "---\ntitle: On lamps\naliases: [Lights]\nyear: 1990\n---\n# Lamp\n\nA bright lamp.\n"),
        ("Folder/Other.md", "Another lamp, and an oven.\n"),
        ("Private.md", "#secret lamp of zanzibar\n"),
    ])
    .watching()
}

/// A vault whose index was kept under `keeping(tag)`.
fn kept(tag: &str) -> Vault {
    let mut vault = notes();
    let mut session = opened(&keeping(tag));
    found(&mut vault, &mut session, "lamp");
    keep(&mut vault, &mut session);
    assert!(vault.pieces.len() > 2, "a header, notes and terms");
    reads(&mut vault);
    vault
}

#[test]
fn after_a_start_no_note_is_read_for_the_index_unless_it_has_changed() {
    let mut vault = kept("");
    let mut session = opened(&keeping(""));
    assert_eq!(found(&mut vault, &mut session, "nowhere"), [""; 0]);
    assert_eq!(reads(&mut vault), [""; 0]);
    assert_eq!(found(&mut vault, &mut session, "lights"), ["Lamps.md"]);
    assert_eq!(session.indexed().notes, 3);
    assert!(session.indexed().kept > 0);

    let mut vault = kept("").with("Folder/Other.md", "Only an iron.\n").with_mtime("Folder/Other.md", 5.0);
    let mut session = opened(&keeping(""));
    assert_eq!(found(&mut vault, &mut session, "oven"), [""; 0]);
    assert_eq!(reads(&mut vault), ["Folder/Other.md"]);
    assert_eq!(found(&mut vault, &mut session, "iron"), ["Folder/Other.md"]);
}

#[test]
fn a_listing_after_a_start_knows_the_titles() {
    let mut vault = kept("");
    let mut session = opened(&keeping(""));
    found(&mut vault, &mut session, "nowhere");
    let reply = vault.call_tool(&mut session, "list_files", "{}");
    let listed = text(&reply);
    assert!(listed.contains("On lamps"), "{listed}");
    assert_eq!(reads(&mut vault), [""; 0]);
}

#[test]
fn a_note_of_the_same_size_and_another_time_is_read_again() {
    let mut vault = kept("").with_mtime("Lamps.md", 7.0);
    let mut session = opened(&keeping(""));
    found(&mut vault, &mut session, "nowhere");
    assert_eq!(reads(&mut vault), ["Lamps.md"]);
}

#[test]
fn nothing_of_an_excluded_note_is_stored() {
    let vault = kept("");
    assert!(stored(&vault).contains("zanzibar") && stored(&vault).contains("Private.md"));
    let vault = kept("secret");
    assert!(!stored(&vault).contains("zanzibar") && !stored(&vault).contains("Private.md"));
    let without = {
        let mut vault = notes().without("Private.md");
        let mut session = opened(&keeping("secret"));
        found(&mut vault, &mut session, "lamp");
        keep(&mut vault, &mut session);
        vault.pieces
    };
    assert_eq!(vault.pieces, without);
}

#[test]
fn a_note_that_is_excluded_later_leaves_nothing() {
    let mut vault = notes();
    let mut session = opened(&keeping("hidden"));
    found(&mut vault, &mut session, "lamp");
    keep(&mut vault, &mut session);
    let content = "#hidden lamp of zanzibar\n";
    vault = vault.with("Private.md", content).with_mtime("Private.md", 3.0);
    session.changed(vec![crate::support::notes::written("Private.md", content, 3.0)]);
    keep(&mut vault, &mut session);
    assert!(!stored(&vault).contains("zanzibar"));
    // A deleted note as well.
    vault = vault.without("Folder/Other.md");
    session.changed(vec![lectern::Change::Gone("Folder/Other.md".to_owned())]);
    keep(&mut vault, &mut session);
    assert!(!stored(&vault).contains("oven") && stored(&vault).contains("bright"));
}

#[test]
fn other_rules_forget_it_before_anything_is_searched() {
    let mut vault = kept("");
    let mut session = opened(&keeping("secret"));
    keep(&mut vault, &mut session);
    assert_eq!((vault.pieces.len(), reads(&mut vault).len()), (0, 0));
    let mut vault = kept("");
    assert_eq!(found(&mut vault, &mut session, "lamp").len(), 2);
    // In a session that has restored it too.
    let mut vault = kept("");
    let mut session = opened(&keeping(""));
    assert_eq!(found(&mut vault, &mut session, "lamp").len(), 3);
    session.reconfigure(&keeping("secret")).unwrap();
    keep(&mut vault, &mut session);
    assert!(!stored(&vault).contains("zanzibar") && stored(&vault).contains("bright"));
}

#[test]
fn it_is_deleted_if_the_user_keeps_none_or_there_are_too_few_notes() {
    for over in [None, Some(3.0)] {
        let mut vault = kept("");
        let config = Config { keep_index_over: over, ..Config::default() };
        let mut session = opened(&config);
        found(&mut vault, &mut session, "lamp");
        keep(&mut vault, &mut session);
        assert_eq!((vault.pieces.len(), session.indexed().kept), (0, 0));
        vault.asked.clear();
        keep(&mut vault, &mut session);
        assert_eq!(vault.asked, [""; 0]);
    }
}

#[test]
fn a_page_of_a_converted_document_counts_for_25_notes() {
    for (over, is_kept) in [(24.0, true), (40.0, false)] {
        let mut vault = notes().with("Table.csv", "lamp\n").with("Page.html", "<p>A lamp of a page\n");
        let mut session = opened(&Config { keep_index_over: Some(over), ..Config::default() });
        found(&mut vault, &mut session, "lamp");
        keep(&mut vault, &mut session);
        assert_eq!(!vault.pieces.is_empty(), is_kept, "{over}");
    }
}

#[test]
fn nothing_is_written_again_until_enough_has_changed() {
    let mut vault = (0..100).fold(Vault::default().watching(), |vault, n| vault.with(&format!("{n}.md"), "A lamp.\n"));
    let mut session = opened(&keeping(""));
    found(&mut vault, &mut session, "lamp");
    keep(&mut vault, &mut session);
    for (count, is_written) in [(2, false), (1, true)] {
        for n in 0..count {
            let (path, mtime) = (format!("{n}.md"), 5.0 + f64::from(count));
            vault = vault.with(&path, "An iron\n").with_mtime(&path, mtime);
            session.changed(vec![crate::support::notes::written(&path, "An iron\n", mtime)]);
        }
        vault.asked.clear();
        keep(&mut vault, &mut session);
        assert_eq!(vault.asked.contains(&"keep ".to_owned()), is_written, "{count}");
    }
}

#[test]
fn without_room_everything_goes_on() {
    let mut vault = notes();
    vault.is_full = true;
    let mut session = opened(&keeping(""));
    assert_eq!(found(&mut vault, &mut session, "lamp").len(), 3);
    keep(&mut vault, &mut session);
    assert_eq!((vault.pieces.len(), session.indexed().kept), (0, 0));
    vault.asked.clear();
    keep(&mut vault, &mut session);
    assert_eq!(vault.asked, [""; 0]);
    assert_eq!(found(&mut vault, &mut session, "oven"), ["Folder/Other.md"]);
}

#[test]
fn a_change_while_it_is_written_leaves_no_header() {
    let mut vault = notes();
    let mut session = opened(&keeping(""));
    found(&mut vault, &mut session, "lamp");
    let step = session.keep();
    let is_keep = |request: &lectern::Request| matches!(request, lectern::Request::Keep { .. });
    let (call, requests) = until(&mut vault, &mut session, step, is_keep);
    session.changed(vec![lectern::Change::Gone("Lamps.md".to_owned())]);
    let step = session.resume(call, vault.answers(&requests));
    vault.run(&mut session, step);
    assert_eq!(vault.pieces.get(&0), None);
    vault = vault.without("Lamps.md");
    keep(&mut vault, &mut session);
    assert!(vault.pieces.contains_key(&0) && !stored(&vault).contains("bright"));
}

#[test]
fn two_searches_at_once_restore_it_once() {
    let mut vault = kept("");
    let mut session = opened(&keeping(""));
    let is_kept = |request: &lectern::Request| matches!(request, lectern::Request::Kept(_));
    let first = crate::support::notes::start(&mut session, "lamp");
    let (call, requests) = until(&mut vault, &mut session, first, is_kept);
    let lectern::Step::Ask { call: second, requests: none } = crate::support::notes::start(&mut session, "lamp") else {
        panic!("it cannot have ended")
    };
    assert_eq!(none, []);
    // The first is cancelled, and the second goes on in its place.
    drop(requests);
    session.cancel(call);
    let step = session.resume(second, Vec::new());
    assert_eq!(crate::support::notes::paths(&vault.run(&mut session, step)).len(), 3);
    assert_eq!(reads(&mut vault).len(), 3, "what is shown");
}
