//! The vectors of the search by meaning that are kept on the device: between starts, when another model is chosen, and
//! when a note is excluded.

use lectern::{Answer, Change, Config, MeaningModel, Request, Session, Step};
use serde_json::json;

use crate::meaning::{closing, config, embed, embedded, search};
use crate::support::notes::moved;
use crate::support::word_vectors::DIMS;
use crate::support::{Vault, opened};

/// Another model with this key, and the excluded folders.
pub fn by(key: &str, folders: &[&str]) -> Config {
    let protected = folders.iter().map(|&folder| folder.to_owned()).collect();
    let model = MeaningModel { key: key.to_owned(), ..config().meaning.unwrap() };
    Config { meaning: Some(model), protected, ..config() }
}

/// Notes of one passage each.
pub fn numbered(count: usize) -> Vault {
    let note = |vault: Vault, n| vault.with(&format!("{n}.md"), format!("Text number {n}."));
    (0..count).fold(Vault::default().watching(), note)
}

/// Goes on with `step` until it asks for vectors, or is done.
pub fn until_vectors(vault: &mut Vault, session: &mut Session, mut step: Step) -> Step {
    while let Step::Ask { requests, .. } = &step
        && !requests.iter().any(|request| matches!(request, Request::Embed { .. }))
    {
        step = vault.next_step(session, step);
    }
    step
}

/// A run in which the model answers one request; the next gets `answer` instead.
pub fn embed_once(vault: &mut Vault, session: &mut Session, answer: &Answer) {
    let step = session.embed();
    let step = until_vectors(vault, session, step);
    let step = vault.next_step(session, step);
    let step = until_vectors(vault, session, step);
    vault.vectors.answer = Some(answer.clone());
    vault.run(session, step);
    vault.vectors.answer = None;
}

/// Whether something of what is kept has `text`.
pub fn is_kept(vault: &Vault, text: &str) -> bool {
    vault.vectors.pieces.values().any(|piece| String::from_utf8_lossy(piece).contains(text))
}

#[test]
fn vectors_are_kept_between_starts_and_nothing_is_left_of_what_is_excluded_later() {
    let (mut vault, _) = embedded(&config());
    let all: usize = vault.vectors.pieces.values().map(Vec::len).sum();
    assert!(is_kept(&vault, "Diary"));
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
    assert!(!is_kept(&vault, "Diary"));
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
    assert!(!is_kept(&vault, "long name"));
    session = opened(&config());
    search(&mut vault, &mut session, &json!({"query": "viola"}));
    assert_eq!(session.meaning().vectors, 1);
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

        // As those of another model.
        let mut vault = damaged.clone();
        let mut session = opened(&by("other", &["Private"]));
        embed(&mut vault, &mut session).unwrap();
        assert_eq!(session.meaning().waiting_notes, 0);
        assert_eq!(vault.vectors.pieces.len(), damaged.vectors.pieces.len());
    }
}

#[test]
fn vectors_of_another_model_are_not_used_and_deleted() {
    let (mut vault, _) = embedded(&closing("Private"));
    let (first, texts) = (vault.vectors.pieces.clone(), vault.vectors.texts.len());
    let mut session = opened(&by("other", &["Private"]));
    assert!(search(&mut vault, &mut session, &json!({"query": "vehicle"})).starts_with("[no note"));
    assert!(vault.vectors.pieces.is_empty());
    embed(&mut vault, &mut session).unwrap();
    assert_eq!((session.meaning().vectors, vault.vectors.pieces.len()), (5, first.len()));
    let mut session = opened(&by("other", &["Private"]));
    assert!(search(&mut vault, &mut session, &json!({"query": "vehicle"})).contains("== Travel.md =="));
    assert_eq!(session.meaning().waiting_notes, 0);

    // The first one again: its vectors are made anew.
    session.reconfigure(&closing("Private")).unwrap();
    assert!(search(&mut vault, &mut session, &json!({"query": "vehicle"})).starts_with("[no note"));
    let sent = vault.vectors.texts.len();
    embed(&mut vault, &mut session).unwrap();
    assert_eq!((session.meaning().vectors, vault.vectors.texts.len()), (5, sent + texts));
}

#[test]
fn which_notes_would_wait_is_known_for_every_model() {
    let (mut vault, mut session) = embedded(&config());
    let waiting = |session: &Session, key: &str, dims: u32| session.meaning_with(key.to_owned(), dims).waiting_notes;
    let dims = u32::try_from(DIMS).unwrap();
    assert_eq!((waiting(&session, "words", dims), waiting(&session, "words", 3)), (0, 6));
    vault = vault.with("New.md", "A physician.\n");
    session.changed(vec![Change::Unknown]);
    search(&mut vault, &mut session, &json!({"query": "vehicle"}));
    assert_eq!((waiting(&session, "words", dims), waiting(&session, "other", dims)), (1, 7));
}

#[test]
fn a_note_that_is_moved_to_another_folder_keeps_its_vectors() {
    let (mut vault, mut session) = embedded(&closing("Closed"));
    let sent = vault.vectors.texts.len();
    let mut move_to = |session: &mut Session, from: &str, to: &str| {
        let renamed = vault.clone().without(from).with(to, "My automobile broke down.\n");
        vault = renamed;
        session.changed(vec![moved(from, to)]);
        embed(&mut vault, session).unwrap();
        (session.meaning().notes, vault.vectors.texts.len() - sent)
    };
    assert_eq!(move_to(&mut session, "Private/Diary.md", "Old/Diary.md"), (6, 0));
    let mut session = opened(&closing("Closed"));
    assert_eq!(move_to(&mut session, "Old/Diary.md", "Old/Diary.md"), (6, 0), "it is stored so");
    // Its name is part of its texts.
    assert_eq!(move_to(&mut session, "Old/Diary.md", "Old/Journal.md"), (6, 1));
    assert_eq!(move_to(&mut session, "Old/Journal.md", "Closed/Journal.md"), (5, 1));
    assert!(!is_kept(&vault, "Journal"));
}
