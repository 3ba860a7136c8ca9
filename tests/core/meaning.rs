//! The search by meaning: what is embedded, what is kept, and what a search makes of it.

use proptest::prelude::*;

use lectern::{Answer, Change, Config, MeaningModel, Session, Vectors};
use serde_json::json;

use crate::support::word_vectors::DIMS;
use crate::support::{Vault, opened, outcome, text};

const WORDS: [&str; 12] =
    ["car", "automobile", "vehicle", "doctor", "physician", "glass", "pane", "putty", "fruit", "apple", "rope", "tide"];

#[expect(clippy::cast_precision_loss, reason = "a small number")]
pub fn config() -> Config {
    Config { meaning: Some(MeaningModel { key: "words".to_owned(), dims: DIMS as f64 }), ..Config::default() }
}

pub fn notes() -> Vault {
    Vault::of(&[
        ("Windows.md", "# Old windows\n\nThe pane is held by putty.\n"),
        ("Travel.md", "An automobile is the fastest way.\n"),
        ("Cooking.md", "Bread needs flour, water and salt.\n"),
        ("Music.md", "A violin has four strings.\n"),
        ("Garden.md", "Roses want sun, and the pear tree too.\n"),
        ("Private/Diary.md", "My automobile broke down.\n"),
    ])
    .watching()
}

pub fn embed(vault: &mut Vault, session: &mut Session) -> Result<(), String> {
    let reply = vault.finish(session, Session::embed);
    reply.structured_content.error.map_or(Ok(()), |error| Err(error.message))
}

/// A vault and a session with all its vectors.
pub fn embedded(config: &Config) -> (Vault, Session) {
    let (mut vault, mut session) = (notes(), opened(config));
    embed(&mut vault, &mut session).unwrap();
    (vault, session)
}

pub fn search(vault: &mut Vault, session: &mut Session, args: &serde_json::Value) -> String {
    let reply = vault.call_tool(session, "search_notes", &args.to_string());
    text(&reply).to_owned()
}

pub fn closing(folder: &str) -> Config {
    Config { protected: vec![folder.to_owned()], ..config() }
}

#[test]
fn what_is_said_in_other_words_is_found_and_marked() {
    let (mut vault, mut session) = embedded(&closing("Private"));
    assert_eq!(
        search(&mut vault, &mut session, &json!({"query": "vehicle"})),
        "== Travel.md == [similar in meaning]\n1: An automobile is the fastest way."
    );
    // Words come first, and are not marked.
    let both = search(&mut vault, &mut session, &json!({"query": "vehicle flour"}));
    let headers: Vec<&str> = both.lines().filter(|line| line.starts_with("==")).collect();
    assert_eq!(headers, ["== Cooking.md ==", "== Travel.md == [similar in meaning]"]);
    let reply = vault.call_tool(&mut session, "search_notes", r#"{"query": "vehicle"}"#);
    assert!(reply.structured_content.notes.unwrap()[0].similar);
}

#[test]
fn the_nearest_note_is_among_the_first_three_if_words_find_little() {
    let others = [
        ("Car.md", "An automobile.\n"),
        ("A.md", "Snow tyres wear out, so buy some before winter.\n"),
        ("B.md", "Two storms took the roof of the shed and the fence.\n"),
        ("C.md", "Boots for muddy fields, with a thick sole, size nine.\n"),
        ("D.md", "Old roads of the Romans, measured on a map by Kiepert.\n"),
        ("E.md", "A gravel path behind the church, swept each Saturday.\n"),
    ];
    let mut vault = others.into_iter().fold(notes(), |vault, (path, text)| vault.with(path, text));
    let mut session = opened(&config());
    embed(&mut vault, &mut session).unwrap();
    let query = "vehicle winter storms muddy roads gravel";
    let headers = |reply: &str| reply.lines().filter(|line| line.starts_with("==")).map(str::to_owned).collect();
    let first: Vec<String> = headers(&search(&mut vault, &mut session, &json!({"query": query})));
    assert_eq!(first[2], "== Car.md == [similar in meaning]", "{first:?}");
    // On whichever page it is.
    let next = search(&mut vault, &mut session, &json!({"query": query, "limit": 2, "cursor": "0.2"}));
    assert!(next.starts_with("== Car.md == [similar in meaning]"), "{next}");
    // A note with the words is the answer; the nearest stays where its score puts it.
    vault = vault.with("Trip.md", "A vehicle for winter storms, muddy roads and gravel.\n");
    session.changed(vec![Change::Unknown]);
    embed(&mut vault, &mut session).unwrap();
    let second: Vec<String> = headers(&search(&mut vault, &mut session, &json!({"query": query})));
    assert_eq!(second[0], "== Trip.md ==");
    assert!(!second[..3].iter().any(|header| header.starts_with("== Car.md")), "{second:?}");
}

#[test]
fn characters_are_found_as_they_are_written() {
    let (mut vault, mut session) = embedded(&config());
    let asked = vault.vectors.texts.len();
    for args in [
        json!({"query": "\"vehicle\""}),
        json!({"query": "vehicle", "mode": "regex"}),
        json!({"query": "vehicle", "case": true}),
        json!({"query": "vehicle", "meaning": false}),
        json!({"query": "vehicle_id"}),
    ] {
        assert!(search(&mut vault, &mut session, &args).starts_with("[no note matches"), "{args}");
    }
    assert_eq!(vault.vectors.texts.len(), asked);
}

#[test]
fn passages_are_found_by_meaning_too() {
    let (mut vault, mut session) = embedded(&config());
    let reply = vault.call_tool(&mut session, "search_notes", r#"{"query": "glass repair", "passages": true}"#);
    let notes = reply.structured_content.notes.unwrap();
    assert_eq!((notes[0].path.as_str(), notes[0].similar), ("Windows.md", true));
    let found = notes[0].found.as_ref().unwrap();
    assert_eq!((found.text.as_str(), found.headings.join(">").as_str()), ("The pane is held by putty.", "Old windows"));
    assert!(!found.likely);
}

#[test]
fn only_open_notes_are_embedded_with_title_and_headings_and_only_once() {
    let (mut vault, mut session) = embedded(&closing("Private"));
    let texts = &vault.vectors.texts;
    assert!(texts.contains(&"Windows.md: Windows > Old windows\nThe pane is held by putty.".to_owned()), "{texts:?}");
    assert!(!texts.iter().any(|text| text.contains("Diary") || text.contains("broke")), "{texts:?}");
    assert_eq!(texts.len(), 5);
    embed(&mut vault, &mut session).unwrap();
    assert_eq!(vault.vectors.texts.len(), 5);
    let state = session.meaning();
    assert_eq!((state.notes, state.vectors, state.waiting_notes), (5, 5, 0));
}

#[test]
fn only_changed_passages_are_embedded_again() {
    let (mut vault, mut session) = embedded(&config());
    let long = "word ".repeat(200);
    vault = vault.with("Travel.md", format!("An automobile is the fastest way.\n\n# New\n\n{long}\n"));
    session.changed(vec![Change::Unknown]);
    let before = vault.vectors.texts.len();
    embed(&mut vault, &mut session).unwrap();
    let new = &vault.vectors.texts[before..];
    assert_eq!(new.len(), 1, "{new:?}");
    assert!(new[0].starts_with("Travel.md: Travel > New\n"), "{new:?}");
}

#[test]
fn a_search_is_the_same_whether_or_not_an_excluded_note_is_there() {
    let (mut with, mut session) = embedded(&closing("Private"));
    let mut without = notes().without("Private/Diary.md");
    let mut other = opened(&closing("Private"));
    embed(&mut without, &mut other).unwrap();
    for query in ["vehicle", "glass", "automobile pear", "nothing at all"] {
        let args = json!({"query": query});
        assert_eq!(search(&mut with, &mut session, &args), search(&mut without, &mut other, &args));
    }
}

#[test]
fn a_failing_model_leaves_a_search_by_words_that_says_so() {
    let (mut vault, mut session) = embedded(&config());
    vault.vectors.answer = Some(Answer::Failed("the server is not there".to_owned()));
    assert_eq!(
        search(&mut vault, &mut session, &json!({"query": "violin"})),
        "== Music.md ==\n1: A violin has four strings.\n\
         [searched by words only, not by meaning: the server is not there]"
    );
    vault.vectors.answer = Some(Answer::Paused);
    assert!(!search(&mut vault, &mut session, &json!({"query": "violin"})).contains("[searched"));
}

#[test]
fn bad_vectors_are_an_error_and_what_was_there_stays() {
    let (mut vault, mut session) = embedded(&config());
    let pieces = vault.vectors.pieces.clone();
    vault = vault.with("New.md", "A physician.\n");
    session.changed(vec![Change::Unknown]);
    let values = |value: f32, count: usize| vec![value; count].into_iter().flat_map(f32::to_le_bytes).collect();
    let dims = u32::try_from(DIMS).unwrap();
    for (answer, message) in [
        (Vectors { dims: 3, values: values(1.0, 3) }, "the model gave vectors of 3 values instead of 64"),
        (Vectors { dims, values: values(1.0, 3) }, "the model did not give 1 vectors"),
        (Vectors { dims, values: values(f32::NAN, DIMS) }, "the model gave a vector with a value that is not a number"),
        (Vectors { dims, values: values(0.0, DIMS) }, "the model gave a vector of zeros"),
    ] {
        vault.vectors.answer = Some(Answer::Vectors(answer));
        assert_eq!(embed(&mut vault, &mut session), Err(message.to_owned()));
        assert_eq!(session.meaning().waiting_notes, 1);
    }
    vault.vectors.answer = None;
    assert!(search(&mut vault, &mut session, &json!({"query": "vehicle"})).contains("== Travel.md =="));
    embed(&mut vault, &mut session).unwrap();
    assert_eq!(session.meaning().waiting_notes, 0);
    assert!(pieces.len() <= vault.vectors.pieces.len());
}

#[test]
fn without_a_model_nothing_is_embedded() {
    let (mut vault, mut session) = (notes(), opened(&Config::default()));
    let reply = vault.finish(&mut session, Session::embed);
    assert_eq!(outcome(&reply).unwrap_err().help, "choose one in the settings");
    search(&mut vault, &mut session, &json!({"query": "vehicle"}));
    assert_eq!(vault.vectors.texts, [""; 0]);
}

proptest! {
    /// Writes, removes and excludes notes at random, with vectors made in between or not.
    #[test]
    fn a_search_is_the_same_in_a_vault_that_changed_as_in_a_new_index(
        steps in proptest::collection::vec((0_usize..12, 0_usize..5, proptest::collection::vec(0..WORDS.len(), 1..8)), 1..30),
        query in proptest::collection::vec(0..WORDS.len(), 1..4),
    ) {
        let words = |at: &[usize]| at.iter().map(|at| WORDS[*at]).collect::<Vec<_>>().join(" ");
        let (mut vault, mut session) = (notes(), opened(&config()));
        let mut rules = config();
        for (step, (note, what, text)) in steps.iter().enumerate() {
            let path = format!("{}/{note}.md", if note % 3 == 0 { "Private" } else { "Notes" });
            match what {
                0 => vault = vault.without(&path),
                1 => {
                    rules = if rules == config() { closing("Private") } else { config() };
                    session.reconfigure(&rules).unwrap();
                }
                2 => embed(&mut vault, &mut session).unwrap(),
                // Each version has a size of its own, which tells that it changed.
                _ => {
                    let text = format!("# {}\n\n{}\n{}", WORDS[text[0]], words(text), " ".repeat(100 * step));
                    vault = vault.with(&path, text);
                }
            }
            session.changed(vec![Change::Unknown]);
        }
        embed(&mut vault, &mut session).unwrap();
        let mut other = opened(&rules);
        let mut fresh = vault.clone();
        fresh.vectors.pieces.clear();
        embed(&mut fresh, &mut other).unwrap();
        let state = |session: &Session| (session.meaning().notes, session.meaning().vectors, session.meaning().gone_notes);
        prop_assert_eq!(state(&session), state(&other));
        let args = json!({"query": words(&query)});
        let found = search(&mut fresh, &mut other, &args);
        prop_assert_eq!(search(&mut vault, &mut session, &args), found.clone());
        // Also after a start.
        prop_assert_eq!(search(&mut vault, &mut opened(&rules), &args), found);
    }
}
