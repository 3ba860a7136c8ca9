//! Listings and searches share one catalogue: neither reads again what the other has read.

use serde_json::json;

use crate::support::listing::list;
use crate::support::notes::*;
use crate::support::{CLOSED, Vault, session};

#[test]
fn what_a_listing_has_read_no_search_reads_again() {
    for watching in [false, true] {
        let files = [("a.md", "# Apple pie\n"), ("b/c.md", "apple\n"), ("d.md", CLOSED), ("b/e.md", CLOSED)];
        let vault = Vault::of(&files)
            .with("wide.md", wide("plum \u{e9}\n"))
            .with("old.md", &b"Caf\xe9 cr\xe8me d\xe9j\xe0\n"[..]);
        let mut vault = if watching { vault.watching() } else { vault };
        let mut session = session();
        list(&mut vault, &mut session, &json!({}));
        assert_eq!(reads(&mut vault).len(), 6);
        assert_eq!(found(&mut vault, &mut session, "kiwi"), [""; 0]);
        assert_eq!(vault.asked.iter().filter(|asked| is_content(asked)).collect::<Vec<_>>(), [""; 0]);
        assert_eq!(found(&mut vault, &mut session, "pie"), ["a.md"]);
        assert_eq!(reads(&mut vault), ["a.md"], "it is shown");
    }
}

#[test]
fn what_a_search_has_read_no_listing_reads_again() {
    let files = [("a.md", "# Apple pie\n"), ("b/c.md", "apple\n"), ("d.md", CLOSED), ("b/e.md", CLOSED)];
    let vault = Vault::of(&files)
        .with("wide.md", wide("# plum \u{e9}\n"))
        .with("old.md", &b"# Caf\xe9 cr\xe8me d\xe9j\xe0\n"[..]);
    let (mut searched, mut session) = (vault.clone().watching(), session());
    assert_eq!(found(&mut searched, &mut session, "kiwi"), [""; 0]);
    searched.asked.clear();
    let given = list(&mut searched, &mut session, &json!({}));
    assert_eq!(searched.asked, ["list ", "list b"]);
    assert_eq!(given, list(&mut vault.clone(), &mut crate::support::session(), &json!({})));
    // A title is told only where it is not the file's name.
    let mut moved_on = searched.without("a.md").with("Apple pie.md", "# Apple pie\n");
    session.changed(vec![moved("a.md", "Apple pie.md")]);
    let given = list(&mut moved_on, &mut session, &json!({}));
    assert_eq!(given, list(&mut moved_on.clone(), &mut crate::support::session(), &json!({})));
    assert_eq!(reads(&mut moved_on), ["Apple pie.md"]);
}

#[test]
fn a_listing_and_a_search_read_each_note_once_while_it_changes() {
    let mut vault = Vault::of(&[("a.md", "apple\n"), ("b.md", CLOSED)]);
    let mut session = session();
    list(&mut vault, &mut session, &json!({}));
    // One opens, the other closes.
    let mut changed = vault.with("a.md", CLOSED).with("b.md", "apple and more\n").changed_at(9.0);
    changed.asked.clear();
    assert_eq!(found(&mut changed, &mut session, "apple"), ["b.md"]);
    assert_eq!(reads(&mut changed), ["a.md", "b.md", "b.md"]);
    let given = list(&mut changed, &mut session, &json!({}));
    assert_eq!(reads(&mut changed), [""; 0]);
    assert_eq!(given, list(&mut changed.clone(), &mut crate::support::session(), &json!({})));
}

#[test]
fn a_listing_leaves_a_search_no_more_texts_than_fit() {
    let large = "apple\n".repeat(1024 * 1024);
    let vault =
        ["1.md", "2.md", "3.md", "4.md"].iter().fold(Vault::default(), |vault, path| vault.with(path, large.clone()));
    let (mut vault, mut session) = (vault, session());
    list(&mut vault, &mut session, &json!({}));
    vault.asked.clear();
    assert_eq!(found(&mut vault, &mut session, "kiwi"), [""; 0]);
    assert_eq!(reads(&mut vault), ["3.md", "4.md"]);
}

/// In UTF-16.
fn wide(text: &str) -> Vec<u8> {
    format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Whether a request was for what is in a file.
fn is_content(asked: &str) -> bool {
    asked.starts_with("read ") || asked.starts_with("convert ")
}
