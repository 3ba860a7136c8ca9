//! `why`: where a note stands in a search and why. What is excluded takes no part in it.

use lectern::{Answer, Config, Explanation, Reply, Session};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{Vault, assert_says, session, session_with, text};

fn why(vault: &mut Vault, session: &mut Session, query: &str, path: &str) -> Reply {
    vault.call_tool(session, "why", &json!({ "query": query, "path": path }).to_string())
}

fn explanation(reply: &Reply) -> Explanation {
    *reply.structured_content.why.clone().expect("an explanation")
}

fn lamps() -> Vault {
    Vault::of(&[
        ("Lamp.md", "# How to trim a lamp\n\nTrim the lamp's wick with scissors.\n"),
        ("Wick.md", "# Wicks\n\nA wick draws oil. Trimming helps.\n"),
        ("Oil.md", "Oil for the lamp is in the shed.\n"),
        ("Tides.md", "High water at nine.\n"),
    ])
}

#[test]
fn it_tells_words_forms_places_and_what_stands_above() {
    let reply = why(&mut lamps(), &mut session(), "how to trim the lamp with oil", "Wick");
    let expected = "Wick.md ranks 3 of 3 notes for \"how to trim the lamp with oil\"
trim: \"trimming\" (another ending) once in the text; in 2 notes
lamp: not here, in 2 notes
oil: once in the text; in 2 notes
how, to, the, with: count little beside other words
above it:
  1. Lamp.md has trim, lamp
  2. Oil.md has lamp, oil
Add \"wick\", a word of its name: by words alone it then ranks 2.";
    assert_eq!(text(&reply), expected);
    assert_eq!(explanation(&reply).rank, Some(3));
}

#[test]
fn a_question_is_explained_as_it_is_read() {
    let mut vault = lamps().with("Jobs.md", "- [ ] Trim the lamp 📅 2026-10-10\n- [ ] Buy oil\n");
    let why = |vault: &mut Vault, query: &str, path: &str| {
        let args = json!({ "query": query, "path": path, "passages": true }).to_string();
        vault.call_tool(&mut session(), "why", &args)
    };
    let reply = why(&mut vault, "Which tasks are there about the lamp?", "Jobs.md");
    assert_says(
        &reply,
        "Jobs.md ranks 1 of 1 note for \"Which tasks are there about the lamp?\"\nread as a question for open tasks about \"",
    );
    let reply = why(&mut vault, "What is a wick?", "Wick.md");
    assert_says(
        &reply,
        "Wick.md ranks 1 of 2 notes for \"What is a wick?\"\nread as a question for passages about \"a wick?\"\nwick: in the name",
    );
    assert!(explanation(&reply).asked.is_some());
}

#[test]
fn a_note_without_the_words_has_no_place() {
    let reply = why(&mut lamps(), &mut session(), "lamp zeppelin", "Tides.md");
    let expected = "Tides.md is not found, but 2 notes are, for \"lamp zeppelin\"
lamp: not here, in 2 notes
zeppelin: in no note
above it:
  1. Lamp.md has lamp
  2. Oil.md has lamp
No note has \"zeppelin\".
Add \"tides\", a word of its name: by words alone it then ranks 1.";
    assert_eq!(text(&reply), expected);
    assert_eq!(explanation(&reply).rank, None);
}

#[test]
fn a_name_in_the_query_counts_and_headings_are_told() {
    let reply = why(&mut lamps(), &mut session(), "lamp", "Lamp.md");
    let expected = "Lamp.md ranks 1 of 2 notes for \"lamp\"
lamp: in the name and once in headings, \"lamp's\" (another ending) once in the text; in 2 notes";
    assert_eq!(text(&reply), expected);
}

#[test]
fn it_says_which_words_to_leave_out_or_to_quote() {
    let mut vault = lamps().with("Sale.md", "Lamp oil, lamp, oil, lamp and oil: for sale.\n");
    let reply = why(&mut vault, &mut session(), "wick shed lamp", "Wick.md");
    assert_says(&reply, "Leave out \"shed\", \"lamp\", which it lacks: by words alone it then ranks 1.");
    let mut vault = vault.with("Long.md", format!("{}Buy lamp oil.\n", "Other words here. ".repeat(200)));
    let reply = why(&mut vault, &mut session(), "lamp oil", "Long.md");
    assert_says(&reply, "In quotation marks, the query finds only notes");
}

#[test]
fn an_excluded_note_changes_no_explanation() {
    let mut without = lamps();
    let mut with = lamps().with("Private/Lamp oil.md", "lamp oil\n").with("Oil lamp.md", "---\nlectern: false\n---\n");
    for (query, path) in
        [("lamp oil", "Private/Lamp oil.md"), ("lamp oil", "Oil lamp"), ("lamp", "Oil.md"), ("lamp", "Lamp oil")]
    {
        let call = |vault: &mut Vault| why(vault, &mut session_with(&["Private"], None), query, path);
        assert_eq!(call(&mut with), call(&mut without), "{query} {path}");
    }
}

#[test]
fn a_note_in_another_encoding_is_explained() {
    let reply = why(&mut lamps().with("U.md", b"\xff\xfel\0a\0m\0p\0\n\0".to_vec()), &mut session(), "lamp", "U.md");
    assert_eq!(explanation(&reply).words[0].forms[0].text, 1, "{}", text(&reply));
}

#[test]
fn a_document_is_explained_by_how_far_it_was_read() {
    let said = |vault: &mut Vault, config: &Config, query: &str, path: &str| {
        text(&why(vault, &mut Session::new(config).unwrap(), query, path)).to_owned()
    };
    let vault = lamps().with("a.csv", "lamp\n").with("b.pdf", "A title\u{c}A zebra").with("c.pdf", "%locked");
    let (mut vault, usual) = (vault.with("d.png", "lamp"), Config::default());
    assert_eq!(said(&mut vault, &usual, "zebra", "b.pdf"), "b.pdf ranks 1 for \"zebra\", by page 2");
    assert!(said(&mut vault, &usual, "title", "a.csv").starts_with("a.csv is not among the best 1 for"));
    assert_eq!(said(&mut vault, &usual, "zebra", "c.pdf"), "c.pdf is not searched: protected by a password");
    assert!(said(&mut vault, &usual, "zebra", "d.png").starts_with("d.png is not searched: it is no note"));
    let small = Config { max_document_bytes: 4.0, ..Config::default() };
    assert!(said(&mut vault, &small, "zebra", "a.csv").contains("its file is larger than the settings allow"));
    let off = Config { search_documents: false, ..Config::default() };
    assert!(said(&mut vault, &off, "zebra", "a.csv").contains("searching in documents is off"));
    vault.times = Some(0);
    assert_eq!(said(&mut vault, &usual, "zebra", "a.csv"), "a.csv is not read yet: search again");
}

#[test]
fn a_query_without_words_is_refused() {
    let mut vault = lamps().with_read("Bad.md", Answer::Failed("I/O error".to_owned()));
    let reply = why(&mut vault, &mut session(), "", "Lamp.md");
    assert!(reply.is_error, "{}", text(&reply));
}

proptest! {
    #[test]
    fn the_place_is_that_of_search_notes(
        notes in proptest::collection::btree_map("[abc]{1,3}\\.md", "((one|two|three|ones|four) ?\n?){0,8}", 1..8),
        query in "(one|two|three|five)( (one|two|twos|four)){0,2}",
    ) {
        let files: Vec<(&str, &str)> = notes.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let mut vault = Vault::of(&files);
        let args: Value = json!({ "query": query, "limit": 50 });
        let found = vault.ask("search_notes", &args);
        let order: Vec<String> =
            found.structured_content.notes.unwrap_or_default().into_iter().map(|note| note.path).collect();
        for path in notes.keys() {
            let reply = why(&mut vault, &mut session(), &query, path);
            let place = order.iter().position(|found| found == path).map(|at| u32::try_from(at + 1).unwrap());
            prop_assert_eq!(explanation(&reply).rank, place, "{} in {:?}", path, text(&reply));
        }
    }
}

#[test]
fn names_and_words_in_two_parts_are_told_as_they_are_searched_for() {
    let mut vault = Vault::of(&[("Mail.md", "Anna's email about C++\n"), ("Vitamin.md", "C, not D, says @anna\n")]);
    let reply = why(&mut vault, &mut session(), "@anna e-mail C++", "Mail.md");
    let expected = "Mail.md ranks 1 of 2 notes for \"@anna e-mail C++\"
@anna: \"anna's\" (without its sign) once in the text; in 2 notes
e: \"email\" (written as one word) once in the text; in 1 note
mail: in the name, \"email\" (written as one word) once in the text; in 1 note
c++: once in the text; in 1 note";
    assert_eq!(text(&reply), expected);
}
