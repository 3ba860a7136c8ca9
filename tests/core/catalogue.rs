//! The catalogue of notes: a session reads only what has changed.

use lectern::{Answer, Change, Session, Step};
use serde_json::json;

use crate::support::notes::*;
use crate::support::{CLOSED, Vault, session};

#[test]
fn what_is_known_is_neither_listed_nor_read_again() {
    let mut vault = Vault::of(&[("a.md", "apple\n"), ("b.md", "pear\n"), ("c.png", "apple\n")]).watching();
    let mut session = session();
    assert_eq!(found(&mut vault, &mut session, "apple"), ["a.md"]);
    assert_eq!(vault.asked, ["watch ", "list ", "read a.md", "read b.md", "read a.md"]);
    vault.asked.clear();
    assert_eq!(found(&mut vault, &mut session, "pear"), ["b.md"]);
    assert_eq!(vault.asked, ["read b.md"]);
}

#[test]
fn a_host_that_does_not_watch_is_asked_what_there_is_each_time() {
    let mut vault = Vault::of(&[("a.md", "apple\n"), ("b.md", "pear\n")]);
    let mut session = session();
    assert_eq!(found(&mut vault, &mut session, "apple"), ["a.md"]);
    let mut vault = vault.with("c.md", "apple tart\n").without("a.md");
    vault.asked.clear();
    assert_eq!(found(&mut vault, &mut session, "apple"), ["c.md"]);
    assert_eq!(vault.asked, ["list ", "read c.md", "read c.md"]);
}

#[test]
fn only_what_has_changed_is_read_in_a_burst_of_2_000() {
    let (mut vault, mut session) = known("Notes", 3000);
    let mut changes = Vec::new();
    for n in 0..2000 {
        let (path, content) = (format!("Notes/{n}.md"), format!("pear m{n}\n"));
        vault = vault.with(&path, content.as_str()).with_mtime(&path, 5.0);
        // As an editor that saves twice tells it.
        changes.extend([written(&path, &content, 4.0), written(&path, &content, 5.0)]);
    }
    session.changed(changes);
    assert_eq!(session.indexed().unread, 2000);
    vault.finish(&mut session, Session::catch_up);
    assert_eq!(reads(&mut vault).len(), 2000);
    assert_eq!(session.indexed().notes, 3000);
    assert_eq!(found(&mut vault, &mut session, "m1999"), ["Notes/1999.md"]);
    assert_eq!(found(&mut vault, &mut session, "n1999"), [""; 0]);
    assert_eq!(found(&mut vault, &mut session, "n2000"), ["Notes/2000.md"]);
}

#[test]
fn nothing_is_read_again_when_a_folder_of_5_000_notes_is_moved() {
    let (mut vault, mut session) = known("Old", 5000);
    let mut changes = vec![Change::Unknown];
    for n in 0..5000 {
        let (from, to, content) = (format!("Old/{n}.md"), format!("New/Place/{n}.md"), format!("apple n{n}\n"));
        vault = vault.without(&from).with(&to, content.as_str());
        changes.extend([moved(&from, &to), written(&to, &content, 0.0)]);
    }
    session.changed(changes);
    vault.finish(&mut session, Session::catch_up);
    assert_eq!(reads(&mut vault), [""; 0]);
    assert_eq!(session.indexed().notes, 5000);
    assert_eq!(found(&mut vault, &mut session, "n4999"), ["New/Place/4999.md"]);
}

#[test]
fn a_note_that_changes_while_it_is_read_is_read_again() {
    let mut vault = Vault::of(&[("a.md", "apple\n"), ("b.md", "apple\n")]).watching();
    let mut session = session();
    let step = start(&mut session, "apple");
    let (call, requests) = until(&mut vault, &mut session, step, is_read);
    let answers = vault.answers(&requests);
    let mut vault = vault.with("a.md", "pear\n").with_mtime("a.md", 1.0);
    session.changed(vec![written("a.md", "pear\n", 1.0)]);
    let step = session.resume(call, answers);
    assert_eq!(paths(&vault.run(&mut session, step)), ["b.md"]);
    assert_eq!(found(&mut vault, &mut session, "pear"), ["a.md"]);
}

#[test]
fn a_search_ends_in_a_vault_that_changes_with_every_answer() {
    for hot in ["a", "m", "z"] {
        let (mut vault, mut session) = known("m", 100);
        vault = vault.with("n.md", "plum\n");
        session.changed(vec![written("n.md", "plum\n", 0.0)]);
        let mut step = start(&mut session, "plum");
        let mut steps = 0;
        let reply = loop {
            match step {
                Step::Done(reply) => break reply,
                Step::Ask { call, requests } => {
                    let answers = vault.answers(&requests);
                    // New notes, and notes that are written again and again, told by other calls.
                    let changed: Vec<_> = (0..40).map(|n| format!("{hot}{}.md", n + steps / 2 * 20)).collect();
                    for path in &changed {
                        vault = vault.with(path, "cherry\n").with_mtime(path, f64::from(steps));
                    }
                    session.changed(changed.iter().map(|path| written(path, "cherry\n", f64::from(steps))).collect());
                    step = session.resume(call, answers);
                }
            }
            steps += 1;
            assert!(steps < 500, "the search goes on for ever");
        };
        assert_eq!(paths(&reply), ["n.md"], "what had changed before the call is found");
    }
}

#[test]
fn a_note_that_is_written_again_after_it_was_not_there_is_found() {
    let mut vault = Vault::of(&[("a.md", "apple\n"), ("b.md", "pear\n")]).watching();
    let mut session = session();
    let step = start(&mut session, "apple");
    let (call, requests) = until(&mut vault, &mut session, step, is_read);
    let answers = requests.iter().map(|_| Answer::Missing).collect();
    session.changed(vec![Change::Gone("a.md".to_owned()), written("a.md", "apple\n", 7.0)]);
    let mut vault = vault.with_mtime("a.md", 7.0);
    let step = session.resume(call, answers);
    assert_eq!(paths(&vault.run(&mut session, step)), ["a.md"]);
}

#[test]
fn what_is_told_during_a_listing_is_newer_than_the_listing() {
    let mut vault = Vault::of(&[("a/1.md", "apple\n"), ("a/2.md", "apple\n"), ("b/3.md", "apple\n")]).watching();
    let mut session = session();
    let step = start(&mut session, "apple");
    let (call, requests) = until(&mut vault, &mut session, step, is_list);
    let answers = vault.answers(&requests);
    let Step::Ask { call, requests } = session.resume(call, answers) else { panic!("a question") };
    // The folders are listed; then everything changes before the listings arrive.
    let answers = vault.answers(&requests);
    let mut vault = vault.without("a/1.md").without("b/3.md").with("a/3.md", "apple\n").with("c/4.md", "apple pie\n");
    session.changed(vec![
        Change::Gone("a/1.md".to_owned()),
        moved("b/3.md", "a/3.md"),
        written("a/3.md", "apple\n", 0.0),
        written("c/4.md", "apple pie\n", 0.0),
    ]);
    let step = session.resume(call, answers);
    let given = vault.run(&mut session, step);
    assert_eq!(given, search(&mut vault.clone(), &mut crate::support::session(), &query("apple")));
}

#[test]
fn a_folder_that_moves_during_a_listing_is_listed_where_it_is() {
    let mut vault = Vault::of(&[("a/1.md", "apple\n"), ("b/c/2.md", "apple\n")]).watching();
    let mut session = session();
    let step = start(&mut session, "apple");
    let (call, requests) = until(&mut vault, &mut session, step, is_list);
    let answers = vault.answers(&requests);
    let Step::Ask { call, requests } = session.resume(call, answers) else { panic!("a question") };
    // The folder that it moves to is listed by then, and the one that it is in is not.
    let answers = vault.answers(&requests);
    let mut vault = vault.without("b/c/2.md").with("a/c/2.md", "apple\n");
    session.changed(vec![Change::Unknown, moved("b/c/2.md", "a/c/2.md"), written("a/c/2.md", "apple\n", 0.0)]);
    let step = session.resume(call, answers);
    assert_eq!(paths(&vault.run(&mut session, step)), ["a/1.md", "a/c/2.md"]);
}

#[test]
fn a_call_ends_in_a_vault_that_changes_all_the_time() {
    let mut vault = Vault::of(&[("a/1.md", "apple\n")]).watching();
    let mut session = session();
    let mut step = start(&mut session, "apple");
    for _ in 0..100 {
        match step {
            Step::Done(reply) => return assert_eq!(paths(&reply), ["a/1.md"]),
            Step::Ask { call, requests } => {
                let answers = vault.answers(&requests);
                session.changed(vec![Change::Unknown]);
                step = session.resume(call, answers);
            }
        }
    }
    panic!("the call does not end");
}

#[test]
fn a_note_that_could_not_be_read_is_tried_again_by_the_next_call() {
    let vault = Vault::of(&[("a.md", "apple\n"), ("b.md", "apple\n")]).watching();
    let mut session = session();
    let mut locked = vault.clone().with_read("a.md", Answer::Failed("EBUSY".to_owned()));
    assert_eq!(found(&mut locked, &mut session, "apple"), ["b.md"]);
    assert_eq!(locked.asked.iter().filter(|asked| *asked == "read a.md").count(), 1);
    assert_eq!(found(&mut vault.clone(), &mut session, "apple"), ["a.md", "b.md"]);
}

#[test]
fn a_note_that_goes_during_a_search_does_not_end_it() {
    for args in [json!({ "query": "apple", "limit": 35 }), json!({ "query": "a.ple", "mode": "regex", "limit": 50 })] {
        // More than are read at once.
        let (mut vault, mut session) = known("Notes", 40);
        let order = paths(&search(&mut vault, &mut session, &query("apple")));
        let step = session.start("search_notes", &args.to_string());
        let (call, requests) = until(&mut vault, &mut session, step, is_read);
        assert_eq!(requests.len(), 32);
        let answers = vault.answers(&requests);
        // All goes that has not been asked for, but for the last.
        let gone = &order[32..39];
        vault = gone.iter().fold(vault, |vault, path| vault.without(path));
        session.changed(gone.iter().cloned().map(Change::Gone).collect());
        let step = session.resume(call, answers);
        let given = paths(&vault.run(&mut session, step));
        assert_eq!(given, [&order[..32], &order[39..]].concat(), "{args}");
    }
}

#[test]
fn a_note_that_goes_or_closes_unseen_is_not_found_by_its_name() {
    let vault = Vault::of(&[("Apple.md", "none\n"), ("b.md", "apple\n")]).watching();
    let closed = vault.clone().with("Apple.md", CLOSED);
    let broken = vault.clone().with_read("Apple.md", Answer::Failed("EIO".to_owned()));
    for mut after in [vault.clone().without("Apple.md"), closed, broken] {
        let (mut vault, mut session) = (vault.clone(), session());
        assert_eq!(found(&mut vault, &mut session, "apple"), ["Apple.md", "b.md"]);
        assert_eq!(found(&mut after, &mut session, "apple"), ["b.md"]);
    }
}

#[test]
fn calls_at_the_same_time_do_not_disturb_each_other() {
    let names: Vec<_> = (0..90).map(|n| format!("{}/{n}.md", n % 7)).collect();
    for watching in [false, true] {
        let vault = names.iter().fold(Vault::default(), |vault, name| vault.with(name, "apple\n"));
        let mut vault = if watching { vault.watching() } else { vault };
        let mut session = session();
        let mut steps: Vec<_> = (0..3).map(|_| Some(start(&mut session, "apple"))).collect();
        let expected = search(&mut vault.clone(), &mut crate::support::session(), &query("apple"));
        while steps.iter().any(Option::is_some) {
            for step in &mut steps {
                match step.take() {
                    Some(Step::Ask { call, requests }) => {
                        *step = Some(session.resume(call, vault.answers(&requests)));
                    }
                    Some(Step::Done(reply)) => assert_eq!(reply, expected),
                    None => {}
                }
            }
        }
    }
}

#[test]
fn a_cancelled_call_leaves_nothing_undone() {
    let vault = Vault::of(&[("a/1.md", "apple\n"), ("b/2.md", "apple\n"), ("c/3.md", "apple\n")]).watching();
    let expected = search(&mut vault.clone(), &mut session(), &query("apple"));
    for steps in 0..8 {
        let (mut vault, mut session) = (vault.clone(), session());
        let mut step = start(&mut session, "apple");
        for _ in 0..steps {
            step = vault.next_step(&mut session, step);
        }
        if let Step::Ask { call, requests } = step {
            session.cancel(call);
            let late = session.resume(call, vault.answers(&requests));
            assert!(matches!(late, Step::Done(reply) if reply.is_error), "after {steps} steps");
        }
        assert_eq!(search(&mut vault, &mut session, &query("apple")), expected, "after {steps} steps");
    }
}

#[test]
fn notes_that_are_written_again_and_again_take_no_more_memory() {
    let (mut vault, mut session) = known("Notes", 200);
    let before = session.indexed().bytes;
    for round in 1..60_u32 {
        let mut changes = Vec::new();
        for n in 0..200 {
            let (path, content) = (format!("Notes/{n}.md"), format!("apple n{n}\n"));
            vault = vault.with_mtime(&path, round.into());
            changes.push(written(&path, &content, round.into()));
        }
        session.changed(changes);
        vault.finish(&mut session, Session::catch_up);
    }
    assert_eq!(session.indexed().notes, 200);
    assert!(session.indexed().bytes < 2 * before, "{} after {before}", session.indexed().bytes);
}
