//! Searches by time: the dates of notes, the times of their files, and dates in a query.

use lectern::search::dates::{Leaning, Period, each_period, first_day, iso};
use lectern::{Answer, Context, ErrorCode, Reply, Request, Session, Step};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::notes::{found, paths, search};
use crate::support::{Vault, assert_ends, closing, code, opened, session, text, utc};

/// The reply of a search on 9 October 2026.
fn on_that_day(vault: &mut Vault, session: &mut Session, args: &Value) -> Reply {
    let context = Context { today: Some("2026-10-09".to_owned()), ..Context::default() };
    vault.call_within(session, &context, "search_notes", args)
}

#[test]
fn any_usual_spelling_of_a_date_finds_the_daily_note_first() {
    let mut vault = Vault::of(&[
        ("2026-10-09.md", "Rain.\n"),
        ("Numbers.md", "9 10 2026 09 October Oktober 9. 10월 9일 10月9日 2026年10月9日\n"),
        ("2026-10-10.md", "Sun on 9 October 2026 too. 2026-10-09\n"),
    ]);
    let mut session = session();
    for query in [
        "9 October 2026",
        "October 9, 2026",
        "9. Oktober",
        "10월 9일",
        "10月9日",
        "2026-10-09",
        "2026年10月9日",
        "20261009",
        "did it rain on the 9th of October?",
    ] {
        assert_eq!(
            found(&mut vault, &mut session, query).first().map(String::as_str),
            Some("2026-10-09.md"),
            "{query}"
        );
    }
    // Neither what may be another day, nor a phrase, nor what is excluded.
    for query in ["9/10", "\"9 October 2026\"", "sun -2026-10-09"] {
        assert_ne!(
            found(&mut vault, &mut session, query).first().map(String::as_str),
            Some("2026-10-09.md"),
            "{query}"
        );
    }
    // The other conditions hold.
    let elsewhere = json!({ "query": "9 October 2026", "path": "2026-10-10.md" });
    assert_eq!(paths(&search(&mut vault, &mut session, &elsewhere)), ["2026-10-10.md"]);
    let tagged = json!({ "query": "9 October 2026", "tag": "none" });
    assert!(paths(&search(&mut vault, &mut session, &tagged)).is_empty());
}

#[test]
fn a_note_that_is_renamed_has_the_date_of_its_new_name() {
    let mut vault = Vault::of(&[("2026-10-09.md", "Rain.\n")]).watching();
    let mut session = session();
    assert_eq!(found(&mut vault, &mut session, "20261009"), ["2026-10-09.md"]);
    vault = vault.without("2026-10-09.md").with("Rain of 10. Oktober 2026.md", "Rain.\n");
    session.changed(vec![crate::support::notes::moved("2026-10-09.md", "Rain of 10. Oktober 2026.md")]);
    // No word of its name.
    assert_eq!(found(&mut vault, &mut session, "20261009"), [""; 0]);
    assert_eq!(found(&mut vault, &mut session, "20261010"), ["Rain of 10. Oktober 2026.md"]);
}

#[test]
fn a_note_of_a_week_or_a_month_is_found_if_the_span_shares_a_day_with_it() {
    let mut vault = Vault::of(&[
        ("2023-05 Holiday plans.md", "x\n"),
        ("2023 W14.md", "x\n"),
        ("23.05.2023.md", "x\n"),
        ("2023-05-31 May.md", "x\n"),
        ("Budget.md", "---\ndate: May 2023\n---\nx\n"),
        ("Quarter.md", "# Review 2023 Q2\n\nx\n"),
        ("Release 2023.5.md", "x\n"),
    ]);
    let mut session = session();
    let mut ask = |since: &str, until: &str| {
        let mut found = paths(&on_that_day(&mut vault, &mut session, &json!({ "since": since, "until": until })));
        found.sort();
        found.join(" ")
    };
    assert_eq!(ask("2023-04-09", "2023-04-09"), "2023 W14.md Quarter.md");
    assert_eq!(ask("2023-04-10", "2023-04-30"), "Quarter.md");
    assert_eq!(ask("2023-05-23", "2023-05-23"), "2023-05 Holiday plans.md 23.05.2023.md Budget.md Quarter.md");
    assert_eq!(ask("24 May 2023", "2023-W22"), "2023-05 Holiday plans.md 2023-05-31 May.md Budget.md Quarter.md");
    assert_eq!(ask("2023-07", "last 7 days"), "");
}

#[test]
fn files_are_found_by_when_they_were_changed_or_created() {
    let day = |day: &str| utc(day);
    let mut vault = Vault::of(&[("a.md", "x\n"), ("b.md", "x\n"), ("c.md", "x\n"), ("d.md", "x\n")])
        .with_mtime("a.md", day("2026-10-08") - 1.0)
        .with_mtime("b.md", day("2026-10-08"))
        .with_mtime("c.md", day("2026-10-09") - 1.0)
        .with_mtime("d.md", day("2026-10-09"))
        .with_ctime("a.md", day("2026-10-01"))
        .with_ctime("b.md", day("2025-10-01"));
    let mut session = session();
    let mut ask = |args: &Value| paths(&on_that_day(&mut vault, &mut session, args));
    assert_eq!(ask(&json!({ "time": "changed", "since": "yesterday", "until": "yesterday" })), ["c.md", "b.md"]);
    assert_eq!(ask(&json!({ "time": "changed", "since": "1d" })), ["d.md", "c.md", "b.md"]);
    assert_eq!(ask(&json!({ "time": "changed", "until": "7 October 2026" })), ["a.md"]);
    assert_eq!(ask(&json!({ "time": "changed", "since": "today", "query": "x" })), ["d.md"]);
    // A file whose time is unknown is not found.
    assert_eq!(ask(&json!({ "time": "created", "since": "1000" })), ["a.md", "b.md"]);
    assert_eq!(ask(&json!({ "time": "created", "since": "this month" })), ["a.md"]);
    assert_eq!(ask(&json!({ "query": "x", "sort": "-file.changed" })), ["d.md", "c.md", "b.md", "a.md"]);
    assert_eq!(ask(&json!({ "query": "x", "sort": "file.created" }))[..2], ["b.md", "a.md"]);
}

#[test]
fn the_next_page_has_the_same_span() {
    let names: Vec<_> = (1..=5).map(|day| format!("2026-10-0{day}.md")).collect();
    let mut vault = names.iter().fold(Vault::default(), |vault, name| vault.with(name, "x\n"));
    let mut session = session();
    let mut args = json!({ "since": "2026-10-02", "limit": 2, "time": "date" });
    let first = on_that_day(&mut vault, &mut session, &args);
    assert_eq!(paths(&first), ["2026-10-05.md", "2026-10-04.md"]);
    assert_ends(&first, "[notes 1-2 of 4; for more, call search_notes with cursor=\"2.2\"]");
    let next = serde_json::to_value(&first.structured_content).expect("a reply is JSON")["next"].clone();
    assert_eq!([&next["since"], &next["time"], &next["cursor"]], ["2026-10-02", "date", "2.2"]);
    args["cursor"] = "2.2".into();
    assert_eq!(paths(&on_that_day(&mut vault, &mut session, &args)), ["2026-10-03.md", "2026-10-02.md"]);
}

#[test]
fn a_span_that_cannot_be_is_refused() {
    let mut vault = Vault::of(&[("a.md", "x\n")]);
    for (args, expected) in [
        (json!({ "time": "changed", "query": "x" }), "time is given without since and until"),
        (json!({ "since": "2026-10-09", "until": "2026-10" }), ""),
        (json!({ "since": "today", "until": "last week" }), "since is 2026-10-09, which is after until, 2026-10-04"),
        (json!({ "until": "soon" }), "until is \"soon\", which is not understood"),
        (json!({ "since": "7d", "time": "born" }), "time is \"born\", which is not a known value"),
    ] {
        let reply = on_that_day(&mut vault, &mut session(), &args);
        assert_eq!(reply.is_error, !expected.is_empty(), "{args}");
        assert!(text(&reply).contains(expected), "{args}: {}", text(&reply));
    }
    let context = Context { today: Some("9 October".to_owned()), ..Context::default() };
    let step = session().start_within(&context, "search_notes", r#"{"query": "x"}"#);
    assert!(text(&vault.run(&mut session(), step)).contains("today of the call's context is \"9 October\""));
}

#[test]
fn a_host_that_does_not_know_when_days_begin_is_told_so() {
    for answer in [Answer::Missing, Answer::DayStarts(vec![]), Answer::DayStarts(vec![f64::NAN])] {
        let mut session = session();
        let step = session.start("search_notes", r#"{"since": "2026", "time": "changed"}"#);
        let Step::Ask { call, requests } = step else { panic!("it asks when the day begins") };
        assert_eq!(requests, [Request::DayStarts(vec!["2026-01-01".to_owned()])]);
        let Step::Done(reply) = session.resume(call, vec![answer]) else { panic!("it ends") };
        assert_eq!(code(&reply), ErrorCode::Internal);
    }
}

#[test]
fn closed_notes_have_neither_dates_nor_tasks() {
    let open = [("2026-10-08.md", "- [ ] water\n")];
    let closed = [("2026-10-09.md", "#secret\n- [ ] gold\n"), ("Private/9 October 2026.md", "- [ ] gold\n")];
    let replies = [Vault::of(&open), Vault::of(&[&open[..], &closed[..]].concat())].map(|mut vault| {
        let mut session = opened(&closing(&["Private"], &["secret"]));
        [
            json!({ "query": "9 October 2026" }),
            json!({ "since": "2026-10-09" }),
            json!({ "since": "2026-10" }),
            json!({ "since": "2026", "time": "changed" }),
            json!({ "tasks": "open" }),
            json!({ "tasks": "open", "query": "gold" }),
            json!({ "tasks": "done" }),
        ]
        .map(|args| text(&on_that_day(&mut vault, &mut session, &args)).to_owned())
    });
    assert_eq!(replies[0], replies[1]);
}

proptest! {
    #[test]
    fn a_period_is_in_order_and_only_words_depend_on_today(text in "[0-9a-z -]{0,12}|[0-9]{1,4} ?[dwmy]|20[0-9]{2}-[0-9]{2}", today in -1000..30_000) {
        let Ok(period) = Period::parse(&text, Some(today)) else { return Ok(()) };
        prop_assert!(period.first <= period.last);
        prop_assert_eq!(first_day(&iso(period.first)), Some(period.first));
        if let Ok(fixed) = Period::parse(&text, None) {
            prop_assert_eq!(fixed, period);
        }
    }

    #[test]
    fn each_period_is_after_the_one_before_and_parsed_alike(
        text in "(last|next|this|7|3|days|weeks?|2026|-|/|W41|KW|May|in|the|ago|Friday|上|周|日|三|前|지난|일|요일|\\.|,|vor|9|'|é| ){0,14}",
        today in -1000..30_000,
        is_ahead: bool,
    ) {
        let leans = if is_ahead { Leaning::Future } else { Leaning::Past };
        let mut found = Vec::new();
        each_period(&text, Some(today), leans, &mut |period, span| found.push((period, span)));
        let mut end = 0;
        for (period, span) in found {
            prop_assert!(period.first <= period.last && end <= span.start && span.start < span.end);
            end = span.end;
            if leans == Leaning::Past && span == (0..text.trim().len()) {
                prop_assert_eq!(Period::parse(&text, Some(today)), Ok(period));
            }
        }
    }
}
