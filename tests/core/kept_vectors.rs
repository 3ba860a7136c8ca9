//! The vectors of the search by meaning that are kept on the device: between starts, when another model is chosen, and
//! when a note is excluded.

use lectern::{Answer, Change, Config, MeaningModel, Request, Session, Step};
use serde_json::json;

use crate::meaning::{closing, config, embed, embedded, notes, search};
use crate::support::notes::{moved, opened};
use crate::support::word_vectors::DIMS;
use crate::support::{Vault, outcome};

/// Another model with this key, and the excluded folders.
fn by(key: &str, folders: &[&str]) -> Config {
    let protected = folders.iter().map(|&folder| folder.to_owned()).collect();
    let model = MeaningModel { key: key.to_owned(), ..config().meaning.unwrap() };
    Config { meaning: Some(model), protected, ..config() }
}

/// Answers the requests of a step.
fn answered(vault: &mut Vault, session: &mut Session, step: Step) -> Step {
    let Step::Ask { call, requests } = step else { return step };
    let answers = requests.iter().map(|request| vault.answer(request)).collect();
    session.resume(call, answers)
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
fn what_a_model_has_answered_is_kept_if_the_program_is_killed() {
    let mut vault = Vault::of(&[]).watching();
    for note in 0..1000 {
        vault = vault.with(&format!("{note}.md"), format!("Text number {note}."));
    }
    for requests in [1, 2, 7, 12] {
        vault.vectors.pieces.clear();
        vault.vectors.texts.clear();
        let mut session = opened(&config());
        let mut step = session.embed();
        for _ in 0..requests {
            while let Step::Ask { requests, .. } = &step
                && !requests.iter().any(|request| matches!(request, Request::Embed { .. }))
            {
                step = answered(&mut vault, &mut session, step);
            }
            step = answered(&mut vault, &mut session, step);
        }
        // It was killed when it had asked for more.
        while let Step::Ask { requests, .. } = &step
            && !requests.iter().any(|request| matches!(request, Request::Embed { .. }))
        {
            step = answered(&mut vault, &mut session, step);
        }
        let asked = vault.vectors.texts.len();
        assert!(asked >= requests * 16, "{asked}");
        let mut session = opened(&config());
        embed(&mut vault, &mut session).unwrap();
        assert_eq!(vault.vectors.texts.len(), 1000, "{requests} requests were made before");
    }
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
fn what_a_stopped_search_has_restored_is_restored_again() {
    // Vectors of several pieces.
    let notes: Vec<_> = (0..2200).map(|n| (format!("{n}.md"), format!("Text number {n}."))).collect();
    let notes: Vec<_> = notes.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let (mut vault, mut session) = (Vault::of(&notes).watching(), opened(&config()));
    embed(&mut vault, &mut session).unwrap();
    let texts = vault.vectors.texts.len();
    // Stopped when the first piece is restored; the search is forgotten, or a run begins before it goes on.
    for stops in [true, false] {
        session = opened(&config());
        let mut searching = session.start("search_notes", r#"{"query": "text"}"#);
        while session.meaning().vectors == 0 {
            searching = answered(&mut vault, &mut session, searching);
        }
        assert!(session.meaning().vectors < 2200);
        if stops {
            let Step::Ask { call, .. } = searching else { panic!("{searching:?}") };
            session.cancel(call);
            embed(&mut vault, &mut session).unwrap();
        } else {
            let mut running = session.embed();
            while matches!(running, Step::Ask { .. }) {
                running = answered(&mut vault, &mut session, running);
                searching = answered(&mut vault, &mut session, searching);
            }
        }
        let sent: Vec<_> = vault.vectors.texts[texts..].iter().filter(|text| *text != ": text").collect();
        assert_eq!(sent.len(), 0);
        assert_eq!((session.meaning().vectors, session.meaning().waiting_notes), (2200, 0));
    }
}

#[test]
fn vectors_that_come_after_the_model_was_changed_are_not_taken() {
    let (mut vault, mut session) = (notes(), opened(&config()));
    let mut step = session.embed();
    while !matches!(&step, Step::Ask { requests, .. } if matches!(requests[..], [Request::Embed { .. }])) {
        step = answered(&mut vault, &mut session, step);
    }
    session.reconfigure(&by("other", &[])).unwrap();
    let Step::Done(reply) = answered(&mut vault, &mut session, step) else { panic!("it goes on") };
    assert_eq!(outcome(&reply).unwrap_err().message, "the model was changed meanwhile");
    assert_eq!((session.meaning().vectors, vault.vectors.pieces.len()), (0, 0));
}

#[test]
fn a_long_note_is_completed_however_often_the_model_fails() {
    let long = (0..200).map(|n| format!("# Part {n}\n\nText number {n}.")).collect::<Vec<_>>().join("\n\n");
    let mut vault = Vault::of(&[("Long.md", &long)]);
    let mut session = opened(&config());
    for _ in 0..4 {
        let mut step = session.embed();
        let mut asked = 0;
        while let Step::Ask { call, requests } = step {
            // One request is answered in each run.
            asked += usize::from(matches!(requests[..], [Request::Embed { .. }]));
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

/// How a run ends too early.
#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    /// The app is closed.
    Closed,
    /// The run is stopped, and another one begins.
    Stopped,
    /// The device can't keep anything for a moment.
    Failed,
}

/// Runs until `count` requests to keep or delete vectors were made, and ends so. Returns whether it came to its end
/// before that.
fn end_after(vault: &mut Vault, session: &mut Session, count: usize, end: End) -> bool {
    let mut step = session.embed();
    let mut made = 0;
    while let Step::Ask { call, requests } = step {
        let is_write =
            |request: &&Request| matches!(request, Request::KeepVectors { .. } | Request::ForgetVectors { .. });
        let writes = requests.iter().filter(is_write).count();
        if writes > 0 && made + writes > count {
            // Those of the same step are made one after the other.
            for request in requests.iter().take(count - made) {
                vault.answer(request);
            }
            match end {
                End::Closed => *session = opened(&config()),
                End::Stopped => drop(session.cancel(call)),
                End::Failed => {
                    let answers = requests.iter().map(|_| Answer::Failed("no room".to_owned())).collect();
                    let step = session.resume(call, answers);
                    vault.run(session, step);
                }
            }
            return false;
        }
        made += writes;
        let answers = requests.iter().map(|request| vault.answer(request)).collect();
        step = session.resume(call, answers);
    }
    true
}

#[test]
fn wherever_a_run_ends_no_vectors_are_lost_or_sent_again() {
    // Vectors of two pieces.
    let note = |first: u32, last: u32| {
        (first..last).map(|n| format!("# {n}\n\nText number {n}.\n")).collect::<Vec<_>>().concat()
    };
    for end in [End::Closed, End::Stopped, End::Failed] {
        for count in 0.. {
            let (mut vault, mut session) = (Vault::default().watching(), opened(&config()));
            let mut is_over = true;
            for text in [note(0, 1100), note(3, 1200)] {
                vault = vault.with("Long.md", text);
                session.changed(vec![Change::Unknown]);
                is_over &= end_after(&mut vault, &mut session, count, end);
                embed(&mut vault, &mut session).unwrap();
            }
            let mut session = opened(&config());
            embed(&mut vault, &mut session).unwrap();
            assert_eq!((session.meaning().vectors, session.meaning().waiting_notes), (1197, 0));
            let sent = vault.vectors.texts.len();
            // Those that were not stored yet, once for each of the two runs.
            let most = if end == End::Closed { 2 * (512 + 64) } else { 0 };
            assert!(sent - 1200 <= most, "{sent} after {count} requests, {end:?}");
            if is_over {
                break;
            }
        }
    }
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
    assert!(vault.vectors.pieces.values().all(|piece| !String::from_utf8_lossy(piece).contains("Journal")));
}
