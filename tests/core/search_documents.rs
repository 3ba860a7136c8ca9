//! `search_notes` in documents: what is read when, how it is shown, and what is said of the rest.

use lectern::{Change, Config, Session};
use serde_json::{Value, json};

use crate::support::notes::{found, moved, paths, query, search, written};
use crate::support::{Vault, assert_ends, assert_says, closing, opened, session, text};

const CANVAS: &str =
    r#"{"nodes":[{"id":"a","type":"text","text":"A zebra on a card","x":0,"y":0,"width":9,"height":9}],"edges":[]}"#;

/// A PDF with these pages.
fn pdf(pages: &[&str]) -> String {
    pages.join("\u{c}")
}

/// Notes and documents, each with the word zebra.
fn zoo() -> Vault {
    Vault::of(&[
        ("a.md", "A zebra in a note.\n"),
        ("Books/b.pdf", &pdf(&["The title", "Nothing here", "First line\nA zebra on page three"])),
        ("c.canvas", CANVAS),
        ("d.csv", "animal,count\nlion,2\nzebra,3\n"),
        ("e.html", "<p>One zebra as a page.</p>"),
        ("f.txt", "Plain text of a zebra\n"),
        ("g.png", "zebra"),
    ])
    .watching()
}

/// What was converted or read since this was asked last.
fn loads(vault: &mut Vault) -> Vec<String> {
    let asked = std::mem::take(&mut vault.asked);
    asked.into_iter().filter(|asked| asked.starts_with("read ") || asked.starts_with("convert ")).collect()
}

fn catch_up(vault: &mut Vault, session: &mut Session) {
    assert!(!vault.finish(session, Session::catch_up).is_error);
}

#[test]
fn a_word_is_found_in_every_kind_of_file() {
    let (mut vault, mut session) = (zoo(), session());
    let reply = search(&mut vault, &mut session, &query("zebra"));
    let mut paths = paths(&reply);
    paths.sort();
    assert_eq!(paths, ["Books/b.pdf", "a.md", "c.canvas", "d.csv", "e.html", "f.txt"]);
    assert_says(&reply, "== Books/b.pdf#page=3 ==\n4: A zebra on page three");
    assert_says(&reply, "== d.csv ==\n3: zebra,3");
    let pdf = reply.structured_content.notes.unwrap().into_iter().find(|note| note.path == "Books/b.pdf").unwrap();
    assert_eq!((pdf.page, pdf.hits[0].line), (Some(3), 4));
    let indexed = session.indexed();
    assert_eq!((indexed.notes, indexed.documents, indexed.documents_unread), (1, 5, 0));
    assert!(indexed.document_bytes > 0);
}

#[test]
fn what_a_search_shows_of_a_page_is_what_read_file_shows() {
    let (mut vault, mut session) = (zoo(), session());
    search(&mut vault, &mut session, &query("zebra"));
    let read = vault.call(&mut session, r#"{"path": "Books/b.pdf", "page": 3, "start_line": 4, "end_line": 4}"#);
    assert_says(&read, "4: A zebra on page three");
}

#[test]
fn a_document_is_read_once() {
    let (mut vault, mut session) = (zoo(), session());
    found(&mut vault, &mut session, "zebra");
    loads(&mut vault);
    // The notes that are shown are read again.
    assert_eq!(found(&mut vault, &mut session, "zebra").len(), 6);
    assert_eq!(loads(&mut vault), ["read a.md"]);
    session.changed(vec![written("f.txt", "Now a giraffe\n", 7.0)]);
    vault = vault.with("f.txt", "Now a giraffe\n");
    assert_eq!(found(&mut vault, &mut session, "giraffe"), ["f.txt"]);
    assert_eq!(loads(&mut vault), ["read f.txt"]);
    assert_eq!(found(&mut vault, &mut session, "zebra").len(), 5);
    session.changed(vec![moved("d.csv", "h.csv"), Change::Gone("f.txt".to_owned())]);
    assert_eq!(found(&mut vault, &mut session, "giraffe"), [""; 0]);
    loads(&mut vault);
    vault = vault.without("d.csv").with("h.csv", "animal,count\nlion,2\nzebra,3\n");
    assert_eq!(found(&mut vault, &mut session, "lion"), ["h.csv"]);
    assert_eq!(loads(&mut vault), ["read h.csv"]);
}

#[test]
fn what_there_was_no_time_for_is_said_and_read_by_the_next_call() {
    let (mut vault, mut session) = (zoo(), session());
    vault.times = Some(2);
    let reply = search(&mut vault, &mut session, &query("zebra"));
    // The smallest first.
    assert_eq!(paths(&reply).len(), 3, "{}", text(&reply));
    assert_ends(&reply, "[3 files are not read yet: search again to include them]");
    assert_eq!(session.indexed().documents_unread, 3);
    vault.times = Some(2);
    catch_up(&mut vault, &mut session);
    assert_eq!(session.indexed().documents_unread, 1);
    vault.times = None;
    let reply = search(&mut vault, &mut session, &query("zebra"));
    assert_eq!(paths(&reply).len(), 6);
    assert!(!text(&reply).contains("not read yet"), "{}", text(&reply));
}

#[test]
fn a_folder_in_another_spelling_is_read_too_and_one_of_unread_documents_is_there() {
    let (mut vault, mut session) = (zoo().without("a.md"), session());
    assert_eq!(
        paths(&search(&mut vault, &mut session, &json!({ "query": "zebra", "path": "BOOKS" }))),
        ["Books/b.pdf"]
    );
    let mut session = crate::support::session();
    vault.times = Some(0);
    let reply = search(&mut vault, &mut session, &json!({ "query": "zebra", "path": "Books" }));
    assert_ends(&reply, "[1 file is not read yet: search again to include them]");
    // The document that is named is searched all the same.
    let reply = search(&mut vault, &mut session, &json!({ "query": "zebra", "path": "f.txt" }));
    assert_eq!(paths(&reply), ["f.txt"]);
}

#[test]
fn a_long_pdf_is_read_in_slices() {
    let pages: Vec<String> = (1..=23).map(|n| format!("word{n} on a page")).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let mut vault = Vault::of(&[("a.pdf", &pdf(&pages))]);
    let mut session = session();
    vault.times = Some(2);
    let reply = search(&mut vault, &mut session, &query("word7"));
    assert_says(&reply, "== a.pdf#page=7 ==\n3: word7 on a page");
    assert_ends(&reply, "[1 file is not read yet: search again to include them]");
    assert_eq!(found(&mut vault, &mut session, "word23"), [""; 0]);
    vault.times = None;
    assert_eq!(found(&mut vault, &mut session, "word23"), ["a.pdf"]);
    // One result, which names the other pages.
    let reply = search(&mut vault, &mut session, &query("page"));
    assert_eq!(paths(&reply), ["a.pdf"]);
    let pages = text(&reply).lines().last().unwrap();
    assert!(pages.starts_with("[pages ") && pages.ends_with(" match too]"), "{pages}");
    // All pages of the PDF that is asked for.
    let reply = search(&mut vault, &mut session, &json!({ "query": "page", "path": "a.pdf", "limit": 50 }));
    assert_eq!(paths(&reply).len(), 23);
}

#[test]
fn what_is_damaged_or_too_large_is_said_and_not_tried_again() {
    let mut vault = Vault::of(&[
        ("a.md", "zebra\n"),
        ("b.docx", "PK\u{3}\u{4} broken"),
        ("c.pdf", "%locked"),
        ("d.txt", &"zebra ".repeat(2000)),
    ]);
    let mut session = opened(&Config { max_document_bytes: 10_000.0, ..Config::default() });
    let reply = search(&mut vault, &mut session, &query("zebra"));
    assert_eq!(paths(&reply), ["a.md"]);
    assert_ends(&reply, "[3 files were not searched, or not to the end: too large or damaged]");
    let indexed = session.indexed();
    assert_eq!((indexed.documents_too_large, indexed.documents_unreadable, indexed.documents_unread), (1, 2, 0));
    loads(&mut vault);
    found(&mut vault, &mut session, "zebra");
    assert_eq!(loads(&mut vault), ["read a.md"]);
}

#[test]
fn the_memory_for_documents_is_bounded() {
    let text_of = |n: usize| (0..400).map(|word| format!("w{n}x{word}")).collect::<Vec<_>>().join(" ");
    let files: Vec<_> = (0..30).map(|n| (format!("{n}.txt"), text_of(n))).collect();
    let mut vault =
        files.iter().fold(Vault::of(&[("a.md", "zebra\n")]), |vault, (path, text)| vault.with(path, text.as_str()));
    let mut session = opened(&Config { max_documents_index_bytes: 20_000.0, ..Config::default() });
    let reply = search(&mut vault, &mut session, &query("zebra"));
    assert_eq!(paths(&reply), ["a.md"]);
    assert_ends(&reply, "files were not searched: the memory for them is full]");
    assert!((1..30).contains(&session.indexed().documents));
}

#[test]
fn conditions_that_only_notes_meet_leave_documents_out() {
    let mut vault = zoo().with("t.txt", "#work zebra\n- [ ] zebra\n");
    let mut session = session();
    for args in [
        json!({ "query": "zebra", "tag": "work" }),
        json!({ "query": "zebra", "where": "status is empty" }),
        json!({ "query": "zebra", "tasks": "open" }),
        json!({ "tasks": "open" }),
        json!({ "since": "1970-01-01", "time": "changed" }),
    ] {
        let documents = paths(&search(&mut vault, &mut session, &args)).into_iter().filter(|path| path != "a.md");
        assert_eq!(documents.count(), 0, "{args}");
    }
}

#[test]
fn an_expression_finds_lines_of_documents_after_those_of_notes() {
    let (mut vault, mut session) = (zoo(), session());
    let args = json!({ "query": "zebra\\b.*3|page three", "mode": "regex" });
    let reply = search(&mut vault, &mut session, &args);
    assert_eq!(paths(&reply), ["Books/b.pdf", "d.csv"]);
    // Without time, what is not cached is left out.
    let long = format!("{} zebra quagga\n", "x ".repeat(1_200_000));
    let mut vault = Vault::of(&[("a.md", "quagga\n"), ("b.html", &long)]);
    let mut session = crate::support::session();
    assert_eq!(found(&mut vault, &mut session, "quagga").len(), 2);
    vault.times = Some(0);
    let reply = search(&mut vault, &mut session, &json!({ "query": "quag+a", "mode": "regex" }));
    assert_eq!(paths(&reply), ["a.md"]);
    assert_ends(&reply, "[1 file is not read yet: search again to include them]");
}

#[test]
fn passages_come_from_pages_too() {
    let (mut vault, mut session) = (zoo(), session());
    let reply = search(&mut vault, &mut session, &json!({ "query": "zebra page three", "passages": true }));
    let notes = reply.structured_content.notes.unwrap();
    assert_eq!((&*notes[0].path, notes[0].page, notes[0].passage), ("Books/b.pdf", Some(3), Some((3, 4))));
}

#[test]
fn an_excluded_document_takes_no_part() {
    let excluded = |vault: Vault| {
        let mut vault = vault;
        let mut session = opened(&closing(&["Books"], &[]));
        let reply = search(&mut vault, &mut session, &query("zebra"));
        let kept = session.indexed();
        (text(&reply).to_owned(), json!(reply), kept)
    };
    assert_eq!(excluded(zoo()), excluded(zoo().without("Books/b.pdf")));
    let all = |vault: &mut Vault| vault.asked.iter().filter(|asked| asked.contains("b.pdf")).count();
    let mut vault = zoo();
    search(&mut vault, &mut opened(&closing(&["Books"], &[])), &query("zebra"));
    assert_eq!(all(&mut vault), 0);
}

#[test]
fn a_document_that_is_excluded_meanwhile_is_gone() {
    let (mut vault, mut session) = (zoo(), session());
    assert_eq!(found(&mut vault, &mut session, "zebra").len(), 6);
    session.reconfigure(&closing(&["Books", "d.csv"], &[])).unwrap();
    assert_eq!(found(&mut vault, &mut session, "zebra").len(), 4);
    assert_eq!(session.indexed().documents, 3);
    session.reconfigure(&Config { search_documents: false, ..Config::default() }).unwrap();
    let reply = search(&mut vault, &mut session, &query("zebra"));
    assert_eq!((paths(&reply), session.indexed().documents), (vec!["a.md".to_owned()], 0));
    assert_eq!(session.indexed().document_bytes, 0);
}

#[test]
fn documents_are_kept_between_starts() {
    let config = Config { keep_index_over: Some(0.0), ..Config::default() };
    let mut vault = zoo();
    let mut session = opened(&config);
    found(&mut vault, &mut session, "zebra");
    vault.finish(&mut session, Session::keep);
    loads(&mut vault);
    let mut session = opened(&config);
    assert_eq!(found(&mut vault, &mut session, "nowhere"), [""; 0]);
    assert_eq!(loads(&mut vault), [""; 0]);
    // Only the page is read that is shown.
    let reply = search(&mut vault, &mut session, &query("three"));
    assert_says(&reply, "== Books/b.pdf#page=3 ==\n4: A zebra on page three");
    assert_eq!(loads(&mut vault), ["convert Books/b.pdf"]);
    assert_eq!(session.indexed().documents, 5);
    // A changed one is read.
    vault = vault.with("Books/b.pdf", pdf(&["One okapi"])).with_mtime("Books/b.pdf", 9.0);
    let mut session = opened(&config);
    assert_eq!(found(&mut vault, &mut session, "okapi"), ["Books/b.pdf"]);
    assert_eq!(found(&mut vault, &mut session, "three"), [""; 0]);
}

#[test]
fn few_documents_are_converted_for_a_reply() {
    let config = Config { keep_index_over: Some(0.0), ..Config::default() };
    let page = |n: usize| pdf(&["A cover", &format!("zebra and quagga {n}")]);
    let files: Vec<_> = (0..40).map(|n| (format!("{n}.pdf"), page(n))).collect();
    let mut vault =
        files.iter().fold(Vault::default().watching(), |vault, (path, text)| vault.with(path, text.as_str()));
    let mut session = opened(&config);
    found(&mut vault, &mut session, "zebra");
    vault.finish(&mut session, Session::keep);
    let mut session = opened(&config);
    loads(&mut vault);
    let args: Value = json!({ "query": "zebra quagga", "limit": 5 });
    assert_eq!(paths(&search(&mut vault, &mut session, &args)).len(), 5);
    assert!(loads(&mut vault).len() <= 6);
}
