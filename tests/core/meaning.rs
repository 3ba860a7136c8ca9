//! The search by meaning: what is embedded, what is kept, and what a search makes of it.

use std::collections::BTreeMap;

use proptest::prelude::*;

use lectern::{Answer, Change, Config, MeaningModel, Session, Vectors};
use serde_json::json;

use crate::support::notes::opened;
use crate::support::word_vectors::DIMS;
use crate::support::{Vault, outcome, text};

const WORDS: [&str; 12] =
    ["car", "automobile", "vehicle", "doctor", "physician", "glass", "pane", "putty", "fruit", "apple", "rope", "tide"];

/// The first piece of the second set.
const PLACE: u32 = 1 << 21;

#[expect(clippy::cast_precision_loss, reason = "a small number")]
fn config() -> Config {
    Config { meaning: Some(MeaningModel { key: "words".to_owned(), dims: DIMS as f64 }), ..Config::default() }
}

fn notes() -> Vault {
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

fn embed(vault: &mut Vault, session: &mut Session) -> Result<(), String> {
    let step = session.embed();
    let reply = vault.run(session, step);
    reply.structured_content.error.map_or(Ok(()), |error| Err(error.message))
}

/// A vault and a session with all its vectors.
fn embedded(config: &Config) -> (Vault, Session) {
    let (mut vault, mut session) = (notes(), opened(config));
    embed(&mut vault, &mut session).unwrap();
    (vault, session)
}

fn search(vault: &mut Vault, session: &mut Session, args: &serde_json::Value) -> String {
    let reply = vault.call_tool(session, "search_notes", &args.to_string());
    text(&reply).to_owned()
}

fn closing(folder: &str) -> Config {
    Config { protected: vec![folder.to_owned()], ..config() }
}

/// Another model with this key, and the excluded folders.
fn by(key: &str, folders: &[&str]) -> Config {
    let protected = folders.iter().map(|&folder| folder.to_owned()).collect();
    let model = MeaningModel { key: key.to_owned(), ..config().meaning.unwrap() };
    Config { meaning: Some(model), protected, ..config() }
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
fn vectors_are_kept_between_starts_and_nothing_is_left_of_what_is_excluded_later() {
    let (mut vault, _) = embedded(&config());
    let all: usize = vault.vectors.pieces.values().map(Vec::len).sum();
    let kept = |vault: &Vault| {
        let pieces = vault.vectors.pieces.values();
        pieces.map(|piece| String::from_utf8_lossy(piece).into_owned()).collect::<String>()
    };
    assert!(kept(&vault).contains("Diary"));
    let texts = vault.vectors.texts.len();

    // A search after a start asks for the vector of the query alone.
    let mut session = opened(&config());
    assert!(search(&mut vault, &mut session, &json!({"query": "vehicle"})).contains("== Travel.md =="));
    assert_eq!(vault.vectors.texts.len(), texts + 1);

    // Excluded at once for a search, and dropped from the device by the next run, even if nothing may be sent.
    session.reconfigure(&closing("Private")).unwrap();
    assert!(!search(&mut vault, &mut session, &json!({"query": "vehicle"})).contains("Diary"));
    assert_eq!(session.meaning().gone_notes, 1);
    vault.vectors.answer = Some(Answer::Paused);
    embed(&mut vault, &mut session).unwrap();
    assert_eq!(session.meaning().gone_notes, 0);
    assert!(!kept(&vault).contains("Diary"));
    assert!(vault.vectors.pieces.values().map(Vec::len).sum::<usize>() < all);
}

#[test]
fn nothing_is_left_behind_the_pieces_of_a_set_that_became_smaller() {
    let name = "long name ".repeat(12);
    let mut vault = Vault::of(&[("Music.md", "A violin.")]).watching();
    for note in 0..2000 {
        vault = vault.with(&format!("Private/{name}{note}.md"), format!("Text number {note}."));
    }
    let mut session = opened(&config());
    embed(&mut vault, &mut session).unwrap();
    let before = vault.vectors.pieces.len();
    session.reconfigure(&closing("Private")).unwrap();
    embed(&mut vault, &mut session).unwrap();
    assert!(vault.vectors.pieces.len() < before);
    assert!(vault.vectors.pieces.values().all(|piece| !String::from_utf8_lossy(piece).contains("long name")));
    session = opened(&config());
    search(&mut vault, &mut session, &json!({"query": "viola"}));
    assert_eq!(session.meaning().vectors, 1);
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
fn damaged_pieces_are_not_used() {
    let (vault, _) = embedded(&config());
    for piece in vault.vectors.pieces.keys() {
        let mut damaged = vault.clone();
        damaged.vectors.pieces.get_mut(piece).unwrap()[0] ^= 1;
        let mut vault = damaged.clone();
        let mut session = opened(&config());
        embed(&mut vault, &mut session).unwrap();
        assert_eq!(session.meaning().waiting_notes, 0);
        assert!(search(&mut vault, &mut session, &json!({"query": "vehicle"})).contains("Travel.md"));

        // As those of the model before, and when a note is dropped from them.
        let mut vault = damaged.clone();
        let mut session = opened(&by("other", &["Private"]));
        embed(&mut vault, &mut session).unwrap();
        assert_eq!((session.meaning().waiting_notes, session.meaning().other_notes), (0, 0));
        let first = vault.vectors.pieces.keys().filter(|piece| **piece < PLACE).count();
        assert!(first == 0 || first == vault.vectors.pieces.len(), "only one set is left");
    }
}

#[test]
fn vectors_of_another_model_are_not_used_and_stay_until_its_own_are_complete() {
    let (mut vault, _) = embedded(&closing("Private"));
    let (first, texts) = (vault.vectors.pieces.clone(), vault.vectors.texts.len());

    // The other model fails after a while: what it has made and the vectors of the first are both kept.
    let mut session = opened(&by("other", &["Private"]));
    assert!(search(&mut vault, &mut session, &json!({"query": "vehicle"})).starts_with("[no note"));
    vault.vectors.answer = Some(Answer::Failed("the server is not there".to_owned()));
    embed(&mut vault, &mut session).unwrap_err();
    assert_eq!((session.meaning().vectors, session.meaning().other_notes), (0, 5));
    assert!(first.iter().all(|(piece, bytes)| vault.vectors.pieces.get(piece) == Some(bytes)));

    // The first one again: nothing is sent but the query.
    vault.vectors.answer = None;
    session.reconfigure(&closing("Private")).unwrap();
    assert!(search(&mut vault, &mut session, &json!({"query": "vehicle"})).contains("== Travel.md =="));
    assert_eq!((vault.vectors.texts.len(), session.meaning().waiting_notes), (texts + 1, 0));

    // The other one is complete: the vectors of the first are deleted.
    session.reconfigure(&by("other", &["Private"])).unwrap();
    embed(&mut vault, &mut session).unwrap();
    assert_eq!((session.meaning().vectors, session.meaning().other_notes), (5, 0));
    assert_eq!(vault.vectors.pieces.len(), first.len());
    assert!(!vault.vectors.pieces.contains_key(&0));
    let mut session = opened(&by("other", &["Private"]));
    assert!(search(&mut vault, &mut session, &json!({"query": "vehicle"})).contains("== Travel.md =="));
    assert_eq!(session.meaning().waiting_notes, 0);
    session.reconfigure(&closing("Private")).unwrap();
    assert!(search(&mut vault, &mut session, &json!({"query": "vehicle"})).starts_with("[no note"));
}

#[test]
fn which_notes_would_wait_is_known_for_every_model() {
    let (mut vault, _) = embedded(&config());
    let mut session = opened(&by("other", &[]));
    search(&mut vault, &mut session, &json!({"query": "vehicle"}));
    let waiting = |session: &Session, key: &str, dims: u32| session.meaning_with(key.to_owned(), dims).waiting_notes;
    assert_eq!(session.meaning().waiting_notes, 6);
    let dims = u32::try_from(DIMS).unwrap();
    assert_eq!((waiting(&session, "words", dims), waiting(&session, "words", 3)), (0, 6));
    vault = vault.with("New.md", "A physician.\n");
    session.changed(vec![Change::Unknown]);
    search(&mut vault, &mut session, &json!({"query": "vehicle"}));
    assert_eq!((waiting(&session, "words", dims), waiting(&session, "third", dims)), (1, 7));
}

#[test]
fn what_is_excluded_is_deleted_from_the_vectors_of_the_model_before_too() {
    let (mut vault, _) = embedded(&config());
    let open = embedded(&closing("Private")).0.vectors.pieces;
    let mut session = opened(&by("other", &[]));
    vault.vectors.answer = Some(Answer::Paused);
    embed(&mut vault, &mut session).unwrap();
    assert_eq!((session.meaning().other_notes, session.meaning().gone_notes), (6, 0));

    session.reconfigure(&by("other", &["Private"])).unwrap();
    search(&mut vault, &mut session, &json!({"query": "vehicle"}));
    assert_eq!(session.meaning().gone_notes, 1);
    embed(&mut vault, &mut session).unwrap();
    assert_eq!((session.meaning().other_notes, session.meaning().gone_notes), (5, 0));
    // The vector has left a gap; nothing else tells that there was a note.
    let all = |pieces: &BTreeMap<u32, Vec<u8>>| -> Vec<u8> { pieces.values().flatten().copied().collect() };
    assert!(!String::from_utf8_lossy(&all(&vault.vectors.pieces)).contains("Diary"));
    assert!(all(&vault.vectors.pieces).len() <= all(&open).len() + 8);

    vault.vectors.answer = None;
    let mut session = opened(&closing("Private"));
    assert!(search(&mut vault, &mut session, &json!({"query": "vehicle"})).contains("== Travel.md =="));
    assert_eq!((session.meaning().vectors, session.meaning().waiting_notes), (5, 0));
}

#[test]
fn the_larger_set_is_kept_when_a_third_model_comes() {
    let notes: Vec<_> = (0..100).map(|n| (format!("{n}.md"), format!("Text number {n}."))).collect();
    let notes: Vec<_> = notes.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let (mut vault, mut session) = (Vault::of(&notes).watching(), opened(&config()));
    embed(&mut vault, &mut session).unwrap();
    // Some of the vectors of two other models are made.
    for key in ["second", "third"] {
        session.reconfigure(&by(key, &[])).unwrap();
        let mut step = session.embed();
        let mut asked = 0;
        while let lectern::Step::Ask { call, requests } = step {
            asked += usize::from(matches!(requests[..], [lectern::Request::Embed { .. }]));
            vault.vectors.answer = (asked > 1).then_some(Answer::Paused);
            let answers = requests.iter().map(|request| vault.answer(request)).collect();
            step = session.resume(call, answers);
        }
        let state = session.meaning();
        assert!(0 < state.notes && state.notes < 100 && state.other_notes == 100, "{state:?}");
    }
    vault.vectors.answer = None;
    let sent = vault.vectors.texts.len();
    session.reconfigure(&config()).unwrap();
    embed(&mut vault, &mut session).unwrap();
    assert_eq!((vault.vectors.texts.len(), session.meaning().vectors), (sent, 100));
    assert_eq!(vault.vectors.pieces.keys().filter(|piece| **piece >= PLACE).count(), 0);
}

#[test]
fn what_a_stopped_search_has_restored_is_restored_again() {
    let (mut vault, _) = embedded(&config());
    let texts = vault.vectors.texts.len();
    let reads = |requests: &[lectern::Request]| {
        requests.iter().any(|request| matches!(request, lectern::Request::KeptVectors(piece) if *piece > 0))
    };
    // Stopped when some pieces are there; the search is forgotten, or another call begins before it goes on.
    for stops in [true, false] {
        let mut session = opened(&config());
        let mut step = session.start("search_notes", r#"{"query": "vehicle"}"#);
        let mut was_read = false;
        let held = loop {
            let lectern::Step::Ask { call, requests } = step else { panic!("{step:?}") };
            if was_read {
                break (call, requests);
            }
            was_read = reads(&requests) && !requests.contains(&lectern::Request::KeptVectors(PLACE));
            let answers = requests.iter().map(|request| vault.answer(request)).collect();
            step = session.resume(call, answers);
        };
        if stops {
            session.cancel(held.0);
            embed(&mut vault, &mut session).unwrap();
        } else {
            // The run waits until the search has restored them.
            let mut waiting = session.embed();
            let mut searching = Some(lectern::Step::Ask { call: held.0, requests: held.1 });
            while let lectern::Step::Ask { call, requests } = waiting {
                let answers = requests.iter().map(|request| vault.answer(request)).collect();
                waiting = session.resume(call, answers);
                if let Some(lectern::Step::Ask { call, requests }) = searching.take() {
                    let answers = requests.iter().map(|request| vault.answer(request)).collect();
                    searching = Some(session.resume(call, answers));
                }
            }
        }
        let sent = &vault.vectors.texts[texts..];
        assert!(sent.iter().all(|text| text == ": vehicle"), "{sent:?}");
        assert_eq!((session.meaning().vectors, session.meaning().waiting_notes), (6, 0));
    }
}

#[test]
fn without_a_model_nothing_is_embedded() {
    let (mut vault, mut session) = (notes(), opened(&Config::default()));
    let step = session.embed();
    let reply = vault.run(&mut session, step);
    assert_eq!(outcome(&reply).unwrap_err().help, "choose one in the settings");
    search(&mut vault, &mut session, &json!({"query": "vehicle"}));
    assert_eq!(vault.vectors.texts, [""; 0]);
}

#[test]
fn a_long_note_is_completed_however_often_the_model_fails() {
    let long = (0..200).map(|n| format!("# Part {n}\n\nText number {n}.")).collect::<Vec<_>>().join("\n\n");
    let mut vault = Vault::of(&[("Long.md", &long)]);
    let mut session = opened(&config());
    for _ in 0..4 {
        let mut step = session.embed();
        let mut asked = 0;
        while let lectern::Step::Ask { call, requests } = step {
            // One request is answered in each run.
            asked += usize::from(matches!(requests[..], [lectern::Request::Embed { .. }]));
            vault.vectors.answer = (asked > 1).then(|| Answer::Failed("no more".to_owned()));
            let answers = requests.iter().map(|request| vault.answer(request)).collect();
            step = session.resume(call, answers);
        }
        // As after a start.
        session = opened(&config());
    }
    vault.vectors.answer = None;
    assert_eq!(vault.vectors.texts.len(), 200);
    let before = vault.vectors.texts.len();
    embed(&mut vault, &mut session).unwrap();
    assert_eq!((vault.vectors.texts.len(), session.meaning().notes), (before, 1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

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
