//! `search_notes` with `passages`: the passages that answer, in full.

use lectern::{NoteFound, Reply};
use serde_json::json;

use crate::support::{Vault, assert_says, session, text};

const TOWER: &str = "---\nclapper: 14\n---\n# Bells\nThe old bell hangs high.\n\n## Clapper\nIt weighs 14 kg.\nIt is \
                     of iron.\n\n## Rope\nThe rope of the bell is of hemp.\n";
const LAMP: &str = "It is of brass.\n\nThe rope of the bell is of hemp.\n";

fn vault() -> Vault {
    Vault::of(&[("Tower.md", TOWER), ("Lamp.md", LAMP), ("Other.md", "Nothing of it.\n")])
}

/// The reply of a search for passages.
fn passages(vault: &mut Vault, query: &str) -> Reply {
    vault.ask("search_notes", &json!({ "query": query, "passages": true }))
}

fn search(query: &str) -> Reply {
    passages(&mut vault(), query)
}

fn first(reply: Reply) -> Option<lectern::PassageFound> {
    notes(reply).swap_remove(0).found
}

fn notes(reply: Reply) -> Vec<NoteFound> {
    reply.structured_content.notes.unwrap_or_default()
}

#[test]
fn a_passage_is_shown_in_full_with_its_headings_and_what_it_lacks() {
    let reply = search("How heavy is the clapper of iron at dusk?");
    assert!(text(&reply).starts_with("== Tower.md ==\n8: It weighs 14 kg.\n9: It is of iron."), "{}", text(&reply));
    let first = notes(reply).swap_remove(0);
    let found = first.found.expect("passages were asked for");
    assert_eq!((first.passage, first.hits.len()), (Some((8, 9)), 2));
    assert_eq!(
        (found.headings, found.text.as_str()),
        (vec!["Bells".into(), "Clapper".into()], "It weighs 14 kg.\nIt is of iron.")
    );
    assert_eq!((found.missing, found.starts_inside, found.ends_inside), (vec!["dusk".to_owned()], false, false));
    assert!(found.covered > 0.3 && found.covered < 1.0 && found.score > 0.9, "{} {}", found.covered, found.score);
}

#[test]
fn properties_are_no_passage_and_a_copy_is_shown_once() {
    let found = notes(search("clapper rope hemp"));
    assert_eq!(found.iter().filter(|note| note.passage == Some((1, 3))).count(), 0);
    let ropes = found.iter().filter(|note| note.found.as_ref().is_some_and(|found| found.text.contains("hemp")));
    assert_eq!(ropes.count(), 1);
}

#[test]
fn a_note_named_by_the_question_answers_with_its_beginning() {
    let first = notes(search("lamp")).swap_remove(0);
    assert_eq!((first.path.as_str(), first.passage), ("Lamp.md", Some((1, 1))));
}

#[test]
fn a_question_of_several_parts_gets_a_passage_for_each() {
    let note = "The bell is of bronze, and the bell rings.\n\nThe bell hangs there.\n\nThe keeper is Ada.\n";
    let reply = passages(&mut Vault::of(&[("Note.md", note)]), "bell keeper");
    let lines: Vec<_> = notes(reply).into_iter().filter_map(|note| note.passage).collect();
    assert!(lines[..2].contains(&(5, 5)), "{lines:?}");
}

#[test]
fn pages_show_every_passage_once() {
    let mut all = notes(search("bell rope iron"));
    let (mut vault, mut session) = (vault(), session());
    let mut args = json!({ "query": "bell rope iron", "passages": true, "limit": 1 }).to_string();
    let mut paged = Vec::new();
    loop {
        let reply = vault.call_tool(&mut session, "search_notes", &args);
        let next = reply.structured_content.next.clone();
        paged.extend(notes(reply));
        let Some(next) = next else { break };
        args = serde_json::to_string(&next).unwrap();
    }
    for note in all.iter_mut().chain(&mut paged) {
        note.layout = None;
    }
    assert_eq!(paged, all);
    assert!(all.len() > 2);
}

#[test]
fn passages_need_words() {
    for args in [
        json!({ "query": "a+", "mode": "regex", "passages": true }),
        json!({ "where": "a = 1", "passages": true }),
        json!({ "query": "bell", "sort": "due", "passages": true }),
    ] {
        let reply = vault().ask("search_notes", &args);
        assert_says(&reply, "leave out passages");
    }
}

#[test]
fn in_a_script_without_spaces_what_is_missing_is_cut_from_the_question() {
    let vault = &mut Vault::of(&[("灯塔.md", "灯塔很高。\n")]);
    let reply = passages(vault, "灯塔什么时候建成");
    let found = notes(reply).swap_remove(0).found.unwrap();
    assert_eq!(found.missing, ["建成"]);
}

#[test]
fn a_document_is_searched_if_path_names_it() {
    let lines = "A line of the log.\n".repeat(199);
    let log = format!("{lines}\nThe clapper was cast in iron.\n\n{lines}");
    let vault = &mut vault().with("Logs/Log.txt", log);
    let mut search = |args: serde_json::Value| vault.ask("search_notes", &args);
    let reply = search(json!({ "query": "clapper cast", "path": "Logs/Log.txt" }));
    assert_eq!(text(&reply), "== Logs/Log.txt ==\n201: The clapper was cast in iron.");
    let found = notes(search(json!({ "query": "how was the clapper cast", "path": "Logs/Log.txt", "passages": true })));
    assert_eq!((found[0].passage, found[0].found.as_ref().unwrap().likely), (Some((201, 201)), true));
    let reply = search(json!({ "query": "cl.pper", "mode": "regex", "path": "Logs/Log.txt" }));
    assert_says(&reply, "201: The clapper");
    for path in ["Logs/None.txt", "None", "None.md"] {
        let reply = search(json!({ "query": "clapper", "path": path }));
        assert_says(&reply, "no note is at or in");
    }
}

#[test]
fn a_passage_with_few_of_the_words_is_not_likely() {
    let note = "The bell is of bronze.\n\nWhat the keeper wrote.\n";
    let found = |query: &str| {
        let reply = passages(&mut Vault::of(&[("Note.md", note)]), query);
        notes(reply).swap_remove(0).found.map(|found| found.likely)
    };
    assert_eq!(found("What is the bell of?"), Some(true));
    assert_eq!(found("What is the phone number of the bronze dentist in Zurich?"), Some(false));
}

#[test]
fn an_answer_is_of_the_kind_that_is_asked_for() {
    let note = "Piano teacher.\n\n- Lives at 7 Weir Lane\n- Phone: 01632 960 377\n\nMail: anna@weir.example\n\n\
        Born on 3 May 1981.\n\nFee: £24 a lesson.\n";
    let vault = Vault::of(&[("People/Anna.md", note), ("People/Ben.md", "Ben moved here in 1999, to room 12.\n")]);
    let vault = (0..9).fold(vault, |vault, n| vault.with(&format!("Tides/{n}.md"), "High water at nine.\n"));
    let first = |query: &str| {
        let found = first(passages(&mut vault.clone(), query)).expect("a passage");
        format!("{} {}", found.likely, found.text.lines().last().unwrap_or_default())
    };
    for (question, answer) in [
        ("What is Anna's phone number?", "true - Phone: 01632 960 377"),
        ("¿Cuál es el número de teléfono de Anna?", "true - Phone: 01632 960 377"),
        ("Wie ist die Telefonnummer von Anna?", "true - Phone: 01632 960 377"),
        ("What is Anna's e-mail address?", "true Mail: anna@weir.example"),
        ("annaのメールアドレス", "true Mail: anna@weir.example"),
        ("When is Anna's birthday?", "true Born on 3 May 1981."),
        ("Wann ist Anna geboren?", "true Born on 3 May 1981."),
    ] {
        assert_eq!(first(question), answer, "{question}");
    }
    let errands = "- Ask Anna about the gate\n- Buy oil\n- Return the book\n- Library card 2203 8871 4\n";
    let mut vault = vault.clone().with("Errands.md", errands);
    let reply = passages(&mut vault, "What is Anna's phone number?");
    assert_eq!(notes(reply)[0].path, "People/Anna.md");
    for question in ["What is Ben's phone number?", "What is Ben's email address?", "When is Ben's birthday?"] {
        assert!(first(question).starts_with("false "), "{question}: {}", first(question));
    }
}

#[test]
fn of_a_list_the_item_with_the_words_must_have_the_number() {
    let vault = (0..9).fold(Vault::default(), |vault, n| vault.with(&format!("Tides/{n}.md"), "High water.\n"));
    let vault = vault.with("Windows.md", "Clean the windows.\n");
    let likely = |item: &str| {
        let mut vault = vault.clone().with("Sunday.md", format!("- Rice for nine\n- {item}\n").as_str());
        first(passages(&mut vault, "How many windows has the church?")).map(|found| found.likely)
    };
    assert_eq!(likely("At the market of the church: bought a lamp, a green lamp"), Some(false));
    assert_eq!(likely("The church has 12 windows"), Some(true));
}

#[test]
fn of_a_long_passage_what_is_shown_must_answer() {
    let filler = |name: &str| format!("The {name} is a sentence of some more words. ").repeat(30);
    let spread = format!("The clapper is old. {}A farrier came. {}It has weight.", filler("first"), filler("last"));
    let together = format!("{}The clapper of the farrier has a weight. {}", filler("first"), filler("last"));
    let likely = |text: String| {
        let mut vault = Vault::default().with("Log.md", text);
        first(passages(&mut vault, "clapper farrier weight")).map(|found| found.likely)
    };
    assert_eq!((likely(together), likely(spread)), (Some(true), Some(false)));
}

#[test]
fn words_that_most_notes_have_make_no_passage_likely() {
    let notes: Vec<_> =
        (0..10).map(|n| (format!("{n}.md"), if n < 6 { "gate door lamp rope" } else { "of them" })).collect();
    let vault = notes.iter().fold(Vault::default(), |vault, (path, text)| vault.with(path, *text));
    let found = |query: &str| {
        let reply = passages(&mut vault.clone(), query);
        first(reply).map(|found| (found.likely, found.covered > 0.33))
    };
    assert_eq!(found("gate door lamp rope"), Some((true, true)));
    assert_eq!(found("gate door lamp rope clapper"), Some((false, true)));
}

#[test]
fn a_pair_across_two_words_is_not_missed() {
    // Of 灯塔木头, the note has 灯塔 and 木头 but not 塔木.
    let notes = [("灯塔.md", "灯塔很高，门是木头。\n"), ("船.md", "船很大。\n"), ("山.md", "山很远。\n")];
    let found = |query: &str| {
        let reply = passages(&mut Vault::of(&notes), query);
        first(reply).map(|found| found.likely)
    };
    assert_eq!(found("灯塔木头"), Some(true));
    assert_eq!(found("灯塔建成多高的铁桥"), Some(false));
}

#[test]
fn a_question_of_function_words_finds_nothing_without_another_wording() {
    let reply = search("What is it?");
    assert_says(&reply, "only has words such as what and how");
    let args = json!({ "query": "And what is it?", "any_of": ["Why the rope?"], "passages": true });
    let reply = vault().ask("search_notes", &args);
    assert!(notes(reply)[0].found.as_ref().unwrap().text.contains("rope"));
}

#[test]
fn a_very_long_line_is_shown_around_its_passage() {
    let filler = "Nothing was said about it for a long time, and nobody asked. ".repeat(400);
    let note = format!("{filler}Only the heron knew the password. {filler}\n");
    let reply = passages(&mut Vault::of(&[("Long.md", &note)]), "heron password");
    assert_says(&reply, "Only the heron knew the password.");
    let found = notes(reply).swap_remove(0).found.unwrap();
    assert!(found.text.contains("knew the password. Nothing was") && found.starts_inside && found.ends_inside);
}

#[test]
fn a_japanese_verb_is_found_in_another_form() {
    let note = "灯台の鐘は青銅で作られた。\n\n霧の日には鐘が鳴る。\n";
    let reply = passages(&mut Vault::of(&[("日本語.md", note)]), "鐘はいつ鳴りますか？");
    assert_eq!(notes(reply)[0].passage, Some((3, 3)));
}
