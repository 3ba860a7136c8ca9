//! `search_notes` beyond its cases: the numbers in its notices, names, encodings, and notes that are very large or
//! damaged.

use lectern::{Config, Reply, Session, Step};
use serde_json::{Value, json};

use crate::support::notes::{paths, search};
use crate::support::{Vault, assert_ends, assert_says, opened, session, session_with, text};

#[test]
fn the_last_notice_counts_all_notes_that_match() {
    let names: Vec<_> = (0..7).map(|n| format!("{n}.md")).collect();
    let mut vault = names.iter().fold(Vault::default(), |vault, name| vault.with(name, "apple tart\n"));
    let mut session = session();
    // A phrase: what the index finds has to be looked at.
    let args = json!({ "query": "\"apple tart\"", "limit": 3 });
    let first = search(&mut vault, &mut session, &args);
    assert_ends(&first, "[notes 1-3 of 7; for more, call search_notes with cursor=\"0.3\"]");
    let second = search(&mut vault, &mut session, &json!({ "query": "\"apple tart\"", "limit": 3, "cursor": "0.3" }));
    assert_ends(&second, "[notes 4-6 of 7; for more, call search_notes with cursor=\"0.6\"]");
    // All are looked at, but bytes run out.
    let mut narrow = session_with(&[], Some(170));
    let third = search(&mut vault, &mut narrow, &json!({ "query": "\"apple tart\"", "cursor": "0.4" }));
    assert_ends(&third, "[notes 5-6 of 7; for more, call search_notes with cursor=\"0.6\"]");
}

#[test]
fn pages_name_every_note_once() {
    // More than are ranked again by their passages.
    let notes: Vec<_> = (0..120)
        .map(|n| (format!("{n}.md"), format!("{}apple\n\n{}tart\n", "x ".repeat(n), "apple ".repeat(n % 7))))
        .collect();
    let mut vault = notes.iter().fold(Vault::default(), |vault, (name, text)| vault.with(name, text.as_str()));
    let mut session = session();
    for query in ["apple tart", "\"apple tart\"", "apple -nothing tart"] {
        let (mut args, mut found) = (json!({ "query": query, "limit": 7 }), Vec::new());
        loop {
            let reply = search(&mut vault, &mut session, &args);
            found.extend(paths(&reply));
            let Some(next) = reply.structured_content.next else { break };
            args["cursor"] = json!(next)["cursor"].clone();
        }
        let count = found.len();
        found.sort();
        found.dedup();
        let expected = if query.starts_with('"') { 102 } else { 120 };
        assert_eq!((count, found.len()), (expected, expected), "{query}");
    }
}

#[test]
fn a_note_whose_passage_answers_comes_first_and_names_it() {
    let filler = "Something else entirely, on many other things.\n\n".repeat(10);
    let mut vault = Vault::of(&[
        ("a.md", &format!("# Bread\nThe oven.\n\n{filler}A temperature.\n\n{filler}Baking.\n")),
        (
            "b.md",
            &format!("{filler}# Oven\n\nThe temperature for baking bread in the oven is 230 degrees.\n\n{filler}"),
        ),
    ]);
    let reply = search(&mut vault, &mut session(), &json!({ "query": "oven temperature for baking bread" }));
    assert_eq!(paths(&reply), ["b.md", "a.md"]);
    assert_eq!(reply.structured_content.notes.unwrap()[0].passage, Some((23, 23)));
    // A phrase of a question comes first, and excludes nothing.
    let reply = search(&mut vault, &mut session(), &json!({ "query": "baking bread \"the oven\" \"a temperature\"" }));
    assert_eq!(paths(&reply), ["a.md", "b.md"]);
}

#[test]
fn what_only_other_wordings_find_comes_last() {
    let mut vault = Vault::of(&[
        ("a.md", "An auto policy, a policy for autos: auto policy.\n"),
        ("b.md", "One car, and its insurance.\n"),
        ("c.md", "The insurance of a house.\n"),
        ("d.md", "Nothing.\n"),
    ]);
    let mut session = session();
    let args = json!({ "query": "car insurance", "any_of": ["auto policy", " "], "limit": 2 });
    let reply = search(&mut vault, &mut session, &args);
    assert_eq!(paths(&reply), ["b.md", "c.md"]);
    assert_says(&reply, "[notes 1-2 of 3, 1 with all the words;");
    let next = json!(reply.structured_content.next.unwrap());
    let reply = search(&mut vault, &mut session, &next);
    assert_eq!(paths(&reply), ["a.md"]);
    assert_says(&reply, "1: An auto policy");
    let reply = search(&mut vault, &mut session, &json!({ "query": "car", "mode": "regex", "any_of": "x" }));
    assert_says(&reply, "any_of takes words");
}

#[test]
fn notes_found_by_their_names_alone_stand_beside_the_others() {
    let mut vault =
        Vault::of(&[("Apple.md", "none\n"), ("Green apple.md", "of it\n"), ("a.md", "an apple\n"), ("apples.md", "")]);
    let reply = search(&mut vault, &mut session(), &json!({ "query": "apple" }));
    assert_eq!(paths(&reply).len(), 4, "{}", text(&reply));
    assert!(reply.structured_content.next.is_none());
}

#[test]
fn case_counts_in_names_too() {
    let mut vault =
        Vault::of(&[("APPLE.md", "none\n"), ("Apple tree.md", "\n"), ("a.md", "an Apple\n"), ("b.md", "apple\n")]);
    let reply = search(&mut vault, &mut session(), &json!({ "query": "Apple", "case": true }));
    assert_eq!(paths(&reply), ["Apple tree.md", "a.md"]);
}

#[test]
fn what_is_said_of_all_words_is_said_only_where_it_is_known() {
    let names: Vec<_> = (0..5).map(|n| format!("{n}.md")).collect();
    let vault = names.iter().fold(Vault::default(), |vault, name| vault.with(name, "apple\n"));
    let mut vault = vault.with("both.md", "apple pear\n").with("out.md", "apple pear plum\n");
    let reply = search(&mut vault, &mut session(), &json!({ "query": "apple pear", "limit": 1 }));
    assert_says(&reply, "[notes 1-1 of 7, 2 with all the words; ");
    // One of the two with all the words is not to be found.
    let reply = search(&mut vault, &mut session(), &json!({ "query": "apple pear -plum", "limit": 1 }));
    assert_says(&reply, "[notes 1-1 of 6; ");
}

#[test]
fn no_cursor_is_too_large() {
    let mut vault = Vault::of(&[("a.md", "apple\n")]);
    for cursor in ["1000000000.1000000000", "18446744073709551615.18446744073709551615", "4294967295.0", "0.4294967295"]
    {
        for mode in ["text", "regex"] {
            let args = json!({ "query": "apple", "mode": mode, "cursor": cursor });
            let reply = search(&mut vault, &mut session(), &args);
            assert!(reply.is_error || paths(&reply).len() <= 1, "{args}");
        }
    }
    for cursor in [".", "1", "-1.0", "1.0.0", "a.b"] {
        let reply = search(&mut vault, &mut session(), &json!({ "query": "apple", "cursor": cursor }));
        assert!(reply.is_error, "{cursor:?}: {}", text(&reply));
    }
    let left_out = json!({ "query": "apple", "cursor": "", "path": " ", "tag": "" });
    assert_eq!(paths(&search(&mut vault, &mut session(), &left_out)), ["a.md"]);
}

#[test]
fn a_note_is_found_in_any_encoding_that_read_file_reads() {
    let wide = |text: &str, bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    let mut vault = Vault::default()
        .with("little.md", [&[0xff, 0xfe][..], &wide("one\nan apple\n", u16::to_le_bytes)].concat())
        .with("big.md", [&[0xfe, 0xff][..], &wide("one\nan apple\n", u16::to_be_bytes)].concat())
        .with("marked.md", "\u{feff}an apple\n")
        .with("broken.md", *b"caf\xe9\nan \xff apple\n")
        .with("old.md", *b"an apple\xa0\x93tart\x94\n")
        .with("zeros.md", *b"\0\0\0\n\0apple\0\n")
        .with("empty.md", "")
        .with("mark.md", "\u{feff}");
    let reply = search(&mut vault, &mut session(), &json!({ "query": "apple" }));
    let mut found = paths(&reply);
    found.sort();
    assert_eq!(found, ["big.md", "broken.md", "little.md", "marked.md", "old.md", "zeros.md"]);
    assert_says(&reply, "== little.md ==\n2: an apple\n");
    assert_says(&reply, "== marked.md ==\n1: an apple");
    let reply = search(&mut vault, &mut session(), &json!({ "query": "^an apple$", "mode": "regex" }));
    let mut found = paths(&reply);
    found.sort();
    assert_eq!(found, ["big.md", "little.md", "marked.md"]);
}

/// The reply of a call, and in how many steps it came.
fn steps(vault: &mut Vault, session: &mut Session, args: &Value) -> (Reply, usize) {
    let (mut step, mut steps) = (session.start("search_notes", &args.to_string()), 0);
    loop {
        match step {
            Step::Done(reply) => return (reply, steps),
            Step::Ask { call, requests } => {
                step = session.resume(call, vault.answers(&requests));
                steps += 1;
            }
        }
    }
}

#[test]
fn a_note_of_30_mb_is_taken_in_and_looked_through_in_steps() {
    let line = "some words that stand in a line of a log\n";
    let mut large = line.repeat(30 * 1024 * 1024 / line.len());
    large.push_str("the apple at the end\n");
    let lines = large.lines().count();
    let mut vault = Vault::default().watching().with("large.md", large).with("small.md", "apple\n");
    let mut session = session();
    let (reply, taken) = steps(&mut vault, &mut session, &json!({ "query": "apple" }));
    assert_says(&reply, &format!("== large.md ==\n{lines}: the apple at the end"));
    // 64 KiB at a step for the index, 256 KiB for the lines.
    assert!(taken >= 30 * 1024 / 64 + 30 * 1024 / 256, "{taken} steps");
    let (reply, taken) = steps(&mut vault, &mut session, &json!({ "query": "ap{2}le", "mode": "regex" }));
    assert_eq!(paths(&reply).len(), 2);
    assert!(taken >= 30 * 1024 / 256, "{taken} steps");
    let all = json!({ "query": "o", "mode": "regex", "limit": 1, "path": "large.md" });
    let (reply, _) = steps(&mut vault, &mut session, &all);
    assert_eq!(reply.structured_content.notes.as_ref().map(|notes| notes[0].lines as usize), Some(lines - 1));
}

#[test]
fn a_line_of_800_kb_is_found_in_and_shown_in_part() {
    let mut vault = Vault::of(&[("line.md", &format!("{}apple{}", "x ".repeat(200_000), " y".repeat(200_000)))]);
    for (query, mode) in [("apple", "text"), ("a[p]+le", "regex")] {
        let reply = search(&mut vault, &mut session(), &json!({ "query": query, "mode": mode }));
        assert!(text(&reply).contains("x apple y"), "{query}: {}", text(&reply));
        assert!(text(&reply).len() < 2000);
    }
}

#[test]
fn a_line_that_is_too_long_to_be_searched_by_a_pattern_is_told_of() {
    let long = "x".repeat(3 * 1024 * 1024);
    let mut vault = Vault::of(&[("long.md", &format!("{long}apple\n{long}\n")), ("short.md", "apple\n")]);
    let reply = search(&mut vault, &mut session(), &json!({ "query": "a[p]+le", "mode": "regex" }));
    assert_eq!(text(&reply), "== short.md ==\n1: apple\n[2 lines were too long to search to the end]");
    let reply = search(&mut vault, &mut session(), &json!({ "query": "p[e]ar", "mode": "regex" }));
    assert_ends(&reply, "\n[2 lines were too long to search to the end]");
}

#[test]
fn what_has_no_room_in_the_index_is_told_of() {
    let mut vault = (0..2000).fold(Vault::default().watching(), |vault, n| {
        vault.with(&format!("{n:04}.md"), (0..40).fold("apple".to_owned(), |text, m| format!("{text} n{n}m{m}")))
    });
    let small = Config { max_index_bytes: 400_000.0, ..Config::default() };
    let mut session = opened(&small);
    let reply = search(&mut vault, &mut session, &json!({ "query": "apple", "limit": 1 }));
    let indexed = session.indexed();
    // It is full of words that are in it, not of those that were pending.
    assert!(indexed.notes > 200 && (400_000..800_000).contains(&indexed.bytes), "{indexed:?}");
    assert_eq!(indexed.notes + indexed.unread, 2000);
    let told = format!("[{} notes were not searched: the index is full; tell the user]", indexed.unread);
    assert_ends(&reply, &told);
    // With more room the rest is read, and nothing is told.
    session.reconfigure(&Config::default()).expect("the config can be used");
    let reply = search(&mut vault, &mut session, &json!({ "query": "apple", "limit": 1 }));
    assert_eq!(session.indexed().unread, 0);
    assert!(!text(&reply).contains("not searched"), "{}", text(&reply));
}

#[test]
fn an_error_is_told_in_words_for_a_person() {
    let reply = search(&mut Vault::default(), &mut session(), &json!({ "query": "(", "mode": "regex" }));
    assert!(reply.structured_content.display.starts_with("Could not search: "), "{reply:?}");
}

#[test]
fn a_vault_of_20_000_tiny_notes_is_searched() {
    let names: Vec<_> = (0..20_000).map(|n| format!("{}/{n}.md", n % 50)).collect();
    let vault = names.iter().fold(Vault::default().watching(), |vault, name| vault.with(name, "an apple\n"));
    let mut vault = vault.with("one.md", "pear\n").listing_at_once();
    let mut session = session();
    let reply = search(&mut vault, &mut session, &json!({ "query": "pear" }));
    assert_eq!(paths(&reply), ["one.md"]);
    assert_eq!(session.indexed().notes, 20_001);
    let reply = search(&mut vault, &mut session, &json!({ "query": "apple", "limit": 1 }));
    assert_says(&reply, "[notes 1-1 of 20000; ");
    vault.asked.clear();
    search(&mut vault, &mut session, &json!({ "query": "pear.?", "mode": "regex" }));
    assert_eq!(vault.asked, ["read one.md"]);
}

#[test]
fn no_pattern_hangs() {
    let mut vault = Vault::of(&[("a.md", &format!("{}!\n", "a".repeat(100_000)))]);
    for pattern in ["(a+)+$", "(a|a)*b", "(.*a){20}$", "((a{1,50}){1,50})$", "a*a*a*a*a*a*b"] {
        let reply = search(&mut vault, &mut session(), &json!({ "query": pattern, "mode": "regex" }));
        assert!(reply.is_error || paths(&reply).is_empty(), "{pattern}: {}", text(&reply));
    }
}
