//! Runs that make vectors and end too early: what the model has answered is neither lost nor sent again.

use lectern::{Answer, Change, Request, Session, Step};

use crate::kept_vectors::{by, embed_once, numbered, until_vectors};
use crate::meaning::{config, embed, notes};
use crate::support::{Vault, opened, outcome};

#[test]
fn what_a_model_has_answered_is_kept_if_the_program_is_killed() {
    let mut vault = numbered(1000);
    for requests in [1, 2, 7, 12] {
        vault.vectors.pieces.clear();
        vault.vectors.texts.clear();
        let mut session = opened(&config());
        let mut step = session.embed();
        for _ in 0..requests {
            step = until_vectors(&mut vault, &mut session, step);
            step = vault.next_step(&mut session, step);
        }
        // It was killed when it had asked for more.
        until_vectors(&mut vault, &mut session, step);
        let asked = vault.vectors.texts.len();
        assert!(asked >= requests * 16, "{asked}");
        let mut session = opened(&config());
        embed(&mut vault, &mut session).unwrap();
        assert_eq!(vault.vectors.texts.len(), 1000, "{requests} requests were made before");
    }
}

#[test]
fn what_a_stopped_search_has_restored_is_restored_again() {
    // Vectors of several pieces.
    let (mut vault, mut session) = (numbered(2200), opened(&config()));
    embed(&mut vault, &mut session).unwrap();
    let texts = vault.vectors.texts.len();
    // Stopped when the first piece is restored; the search is forgotten, or a run begins before it goes on.
    for stops in [true, false] {
        session = opened(&config());
        let mut searching = session.start("search_notes", r#"{"query": "text"}"#);
        while session.meaning().vectors == 0 {
            searching = vault.next_step(&mut session, searching);
        }
        assert!(session.meaning().vectors < 2200);
        if stops {
            let Step::Ask { call, .. } = searching else { panic!("{searching:?}") };
            session.cancel(call);
            embed(&mut vault, &mut session).unwrap();
        } else {
            let mut running = session.embed();
            while matches!(running, Step::Ask { .. }) {
                running = vault.next_step(&mut session, running);
                searching = vault.next_step(&mut session, searching);
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
    let step = session.embed();
    let step = until_vectors(&mut vault, &mut session, step);
    session.reconfigure(&by("other", &[])).unwrap();
    let Step::Done(reply) = vault.next_step(&mut session, step) else { panic!("it goes on") };
    assert_eq!(outcome(&reply).unwrap_err().message, "the model was changed meanwhile");
    assert_eq!((session.meaning().vectors, vault.vectors.pieces.len()), (0, 0));
}

#[test]
fn a_long_note_is_completed_however_often_the_model_fails() {
    let long = (0..200).map(|n| format!("# Part {n}\n\nText number {n}.")).collect::<Vec<_>>().join("\n\n");
    let mut vault = Vault::of(&[("Long.md", &long)]);
    let mut session = opened(&config());
    for _ in 0..4 {
        // One request is answered in each run.
        embed_once(&mut vault, &mut session, &Answer::Failed("no more".to_owned()));
        // As after a start.
        session = opened(&config());
    }
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
        step = session.resume(call, vault.answers(&requests));
    }
    true
}

#[test]
fn no_vectors_are_lost_or_sent_again_wherever_a_run_ends() {
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
            // In each of the two runs, what the note has anew and was not stored yet.
            let most = if end == End::Closed { 1100 + 100 } else { 0 };
            assert!(sent - 1200 <= most, "{sent} after {count} requests, {end:?}");
            if is_over {
                break;
            }
        }
    }
}
