//! `related_notes`: which notes have to do with a note, and why. What is excluded takes no part in it.

use std::collections::BTreeMap;

use lectern::{Answer, Change, Config, ErrorCode, MeaningModel, RelatedNote, Reply, Request, Session, Step};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::word_vectors::DIMS;
use crate::support::{Vault, opened, outcome, session, session_with, text};

fn related(vault: &mut Vault, session: &mut Session, args: &Value) -> Reply {
    vault.call_tool(session, "related_notes", &args.to_string())
}

fn found(reply: &Reply) -> Vec<RelatedNote> {
    reply.structured_content.related.as_deref().unwrap_or_else(|| panic!("{}", text(reply))).to_vec()
}

fn paths(reply: &Reply) -> Vec<String> {
    found(reply).into_iter().map(|note| note.path).collect()
}

fn of(vault: &mut Vault, path: &str) -> Reply {
    related(vault, &mut session(), &json!({ "path": path }))
}

/// Notes about nothing in particular, so that words are rare.
const OTHERS: [(&str, &str); 4] = [
    ("Tides.md", "High water at nine.\n"),
    ("Bread.md", "Flour, salt and time.\n"),
    ("Walk.md", "Along the river.\n"),
    ("List.md", "Nails and paint.\n"),
];

fn windows() -> Vault {
    let notes = [
        ("Windows.md", "# Old windows\n\nThe glass is held by putty.\n\nSee [[Tools]] and [[Shed#Left|the shed]].\n"),
        ("Glazing.md", "Putty hardens slowly. Clean the glass first.\n"),
        ("Tools.md", "A knife, a hammer.\n"),
        ("Autumn.md", "Plans.\n\n- repair the [window](Windows.md)\n"),
        ("Shelves.md", "Wood from the [[Shed]].\n"),
        ("Shed.md", "Cold.\n"),
    ];
    Vault::of(&[&notes[..], &OTHERS].concat())
}

#[test]
fn each_note_says_why_it_is_there() {
    let reply = of(&mut windows(), "Windows.md");
    let expected = "== Autumn.md ==
  links here, in line 3
== Shed.md ==
  linked here, in line 5
== Tools.md ==
  linked here, in line 5
== Shelves.md ==
  both link to: Shed.md
  shares: Shed
== Glazing.md ==
  shares: glass, putty";
    assert_eq!(text(&reply), expected);
    assert_eq!(reply.structured_content.display, "Related to Windows.md: 5 notes");
    let notes = found(&reply);
    assert_eq!((notes[0].links_here, notes[1].linked_here), (Some(3), Some(5)));
    assert!(notes.windows(2).all(|pair| pair[0].score >= pair[1].score));
}

#[test]
fn what_is_excluded_takes_no_part() {
    let closed = [
        ("Private/Putty.md", "Putty and glass, [[Windows]], [[Shed]].\n"),
        ("Private/Shed.md", "Cold.\n"),
        ("Secret.md", "---\nlectern: false\n---\nPutty and glass, [[Windows]], [[Tools]].\n"),
    ];
    let mut with = closed.iter().fold(windows(), |vault, (path, text)| vault.with(path, *text));
    let mut without = windows();
    for args in [
        json!({ "path": "Windows.md" }),
        json!({ "path": "Windows.md", "selection": "held by putty" }),
        json!({ "path": "Shed.md" }),
        json!({ "path": "Private/Putty.md" }),
        json!({ "path": "Secret.md" }),
    ] {
        let call = |vault: &mut Vault| related(vault, &mut session_with(&["Private"], None), &args);
        assert_eq!(call(&mut with), call(&mut without), "{args}");
    }
}

#[test]
fn a_selection_is_compared_by_itself() {
    let mut vault = windows();
    let mut call = |selection: &str| {
        let reply = related(&mut vault, &mut session(), &json!({ "path": "Windows.md", "selection": selection }));
        found(&reply)
    };
    let names = |notes: &[RelatedNote]| notes.iter().map(|note| note.path.clone()).collect::<Vec<_>>();
    assert_eq!(names(&call("glass is held by putty")), ["Glazing.md"]);
    // Only the links on its lines, and none to the note.
    assert_eq!(names(&call("See [[Tools]]")), ["Tools.md", "Shed.md", "Shelves.md"]);
    assert_eq!(names(&call("not in the note")), [""; 0]);
    assert_eq!(names(&call("  "))[0], "Autumn.md", "of all the note");
}

#[test]
fn a_selection_is_found_whatever_ends_the_lines() {
    // An editor has `\n`, whatever the file has.
    let [note, selection] = ["Cold.\n\nThe glass is held by putty.\n\nSee [[Tools]].\n", "putty.\n\nSee [[Tools]]."];
    let windows_style = |text: &str| text.replace('\n', "\r\n");
    for (note, selection) in [(windows_style(note), selection.to_owned()), (note.to_owned(), windows_style(selection))]
    {
        let args = json!({ "path": "Windows.md", "selection": selection });
        let reply = related(&mut windows().with("Windows.md", note), &mut session(), &args);
        let tools = found(&reply).into_iter().find(|note| note.path == "Tools.md").unwrap();
        assert_eq!(tools.linked_here, Some(5), "{selection:?}");
    }
}

#[test]
fn what_turns_out_to_be_excluded_or_gone_is_not_listed() {
    let (mut vault, mut session) = (windows().watching(), session());
    let args = json!({ "path": "Windows.md" });
    assert_eq!(paths(&related(&mut vault, &mut session, &args)).len(), 5);
    // Before the host tells that it has changed.
    let closed = "---\nlectern: false\n---\nrepair the [window](Windows.md)\n";
    vault = vault.with_read("Autumn.md", Answer::Bytes(closed.into())).with_read("Shelves.md", Answer::Missing);
    assert_eq!(paths(&related(&mut vault, &mut session, &args)), ["Shed.md", "Tools.md", "Glazing.md"]);
}

#[test]
fn links_are_those_that_the_app_would_open() {
    let notes = [
        ("a/Plan.md", "[[Target]] `[[Code]]`\n"),
        ("a/Target.md", "x\n"),
        ("b/Target.md", "x\n"),
        ("Code.md", "x\n"),
        ("Encoded.md", "[t](a/Plan.md) \n"),
        ("b/Plan.md", "y\n"),
        ("Other.md", "[[b/Plan]]\n"),
    ];
    let mut vault = Vault::of(&[&notes[..], &OTHERS].concat());
    let linked = |reply: &Reply| {
        let found = found(reply).into_iter().filter(|note| note.links_here.is_some() || note.linked_here.is_some());
        found.map(|note| note.path).collect::<Vec<_>>()
    };
    assert_eq!(linked(&of(&mut vault, "a/Plan.md")), ["a/Target.md", "Encoded.md"], "one is in its folder");
    // The app knows better.
    let mut vault =
        Vault::of(&[&notes[..], &OTHERS].concat()).opening(&[("Target", "b/Target.md"), ("a/Plan.md", "a/Plan.md")]);
    assert_eq!(linked(&of(&mut vault, "a/Plan.md")), ["Encoded.md", "b/Target.md"]);
}

#[test]
fn notes_that_one_note_links_to_belong_together() {
    let notes = [("Map.md", "[[One]] [[Two]]\n"), ("One.md", "x\n"), ("Two.md", "y\n")];
    let reply = of(&mut Vault::of(&[&notes[..], &OTHERS].concat()), "One.md");
    assert_eq!(text(&reply), "== Map.md ==\n  links here, in line 1\n== Two.md ==\n  both are linked in: Map.md");
}

#[test]
fn a_note_has_the_documents_that_it_links_to_and_a_document_its_notes() {
    let files = [
        ("Lamps.md", "See [[Plan.html]] and\n[costs](Costs.csv).\n"),
        ("Plan.html", "<h1>Plan</h1><p>A lighthouse keeper climbs the granite tower.</p>\n"),
        ("Costs.csv", "lamp,3\n"),
        ("Tower.md", "The lighthouse keeper on the granite tower.\n"),
    ];
    let mut vault = Vault::of(&[&files[..], &OTHERS].concat());
    let (plan, costs) = ("Plan.html ==\n  linked here, in line 1", "Costs.csv ==\n  linked here, in line 2");
    assert_eq!(text(&of(&mut vault, "Lamps.md")), format!("== {costs}\n== {plan}"));
    let reply = of(&mut vault, "Plan.html");
    assert_eq!(paths(&reply), ["Lamps.md", "Tower.md", "Costs.csv"]);
    assert!(text(&reply).contains("links here, in line 1") && text(&reply).contains("shares: "), "{}", text(&reply));
}

#[test]
fn what_is_similar_in_meaning_is_found_and_nothing_is_sent_for_it() {
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let model = MeaningModel { key: "words".to_owned(), dims: DIMS as f64 };
    let config = Config { meaning: Some(model), ..Config::default() };
    let notes = [
        ("Trip.md", "# Trip\n\nVehicle ready.\n\n# Company\n\nPhysician comes.\n"),
        ("Garage.md", "# Garage\n\nCold here.\n\n# Care\n\nAutomobile needs oil.\n"),
        ("Clinic.md", "Doctor hours.\n"),
    ];
    let (mut vault, mut session) = (Vault::of(&[&notes[..], &OTHERS].concat()), opened(&config));
    vault.finish(&mut session, Session::embed);
    let sent = vault.vectors.texts.len();
    let part = |text: &str| json!({ "path": "Trip.md", "selection": text });
    let reply = related(&mut vault, &mut session, &part("Vehicle ready."));
    assert_eq!(text(&reply), "== Garage.md ==\n  similar in meaning: line 7");
    let reply = related(&mut vault, &mut session, &part("Physician comes."));
    assert_eq!(paths(&reply), ["Clinic.md"]);
    assert_eq!(found(&reply)[0].similar, Some((1, 1)));
    let both = paths(&related(&mut vault, &mut session, &json!({ "path": "Trip.md" })));
    assert_eq!(both, ["Clinic.md"], "the nearest to both parts together");
    assert_eq!(vault.vectors.texts.len(), sent);
}

#[test]
fn calls_that_cannot_be_answered_say_what_to_do() {
    let mut vault = windows().with("a.png", "x");
    let error = |reply: Reply| reply.structured_content.error.unwrap();
    let picture = error(of(&mut vault, "a.png"));
    let message = "\"a.png\" is no note, and no document with text";
    assert_eq!((picture.code, picture.message.as_str()), (ErrorCode::InvalidArguments, message));
    assert_eq!(error(of(&mut vault, "Widows.md")).code, ErrorCode::NotFound);
    let alone = of(&mut Vault::of(&[("a.md", "alone\n")]), "a.md");
    assert_eq!(outcome(&alone).unwrap(), "[no note has to do with it]");
}

#[test]
fn no_more_notes_are_listed_than_asked_for_or_than_fit() {
    let few = related(&mut windows(), &mut session(), &json!({ "path": "Windows.md", "limit": 2 }));
    assert_eq!(paths(&few), ["Autumn.md", "Shed.md"]);
    let small = related(&mut windows(), &mut session_with(&[], Some(70)), &json!({ "path": "Windows.md" }));
    assert_eq!(text(&small), "== Autumn.md ==\n  links here, in line 3\n[1 of 5 notes; give a smaller limit]");
}

#[test]
fn rules_that_change_meanwhile_hold() {
    let (mut vault, mut session) = (windows(), session());
    let mut step = session.start("related_notes", r#"{"path": "Windows.md"}"#);
    let mut changed = false;
    let reply = loop {
        match step {
            Step::Done(reply) => break reply,
            Step::Ask { call, requests } => {
                if !changed && requests.iter().any(|request| matches!(request, Request::Links(_))) {
                    changed = true;
                    let closed = ["Tools.md", "Glazing.md"].map(str::to_owned).to_vec();
                    session.reconfigure(&Config { protected: closed, ..Config::default() }).unwrap();
                }
                step = session.resume(call, vault.answers(&requests));
            }
        }
    };
    assert!(changed);
    assert_eq!(paths(&reply), ["Autumn.md", "Shed.md", "Shelves.md"]);
}

proptest! {
    /// Whatever happened to the vault before, and each link is found that reading all notes finds.
    #[test]
    fn a_vault_that_changed_gives_what_a_fresh_one_gives(
        steps in proptest::collection::vec((0..6_usize, "(glass |putty |lamp |oil |\\[\\[[a-f]\\]\\] |\\[t\\]\\([a-f]\\.md\\) |`\\[\\[a\\]\\]`|\\| \\[\\[b\\\\\\|x\\]\\] |\n|# ){0,12}", any::<bool>()), 1..25),
    ) {
        let mut vault = Vault::of(&OTHERS).watching();
        let (mut session, mut notes) = (session(), BTreeMap::new());
        for (time, (at, text, is_asked)) in (1_u32..).zip(steps) {
            let path = format!("{}.md", &"abcdef"[at..=at]);
            vault = vault.with(&path, text.clone()).with_mtime(&path, time.into());
            notes.insert(path.clone(), text);
            session.changed(vec![Change::Unknown]);
            if is_asked {
                related(&mut vault, &mut session, &json!({ "path": path }));
            }
        }
        for path in notes.keys() {
            let args = json!({ "path": path, "limit": 50 });
            let reply = related(&mut vault, &mut session, &args);
            let mut fresh = vault.clone();
            let expected = of(&mut fresh, path);
            prop_assert_eq!(text(&reply), text(&expected));
            let links = fresh.ask("links", &args);
            let mut linked: Vec<String> = links.structured_content.links.unwrap_or_default().iter()
                .flat_map(|link| [Some(link.from.clone()), link.to.clone()]).flatten()
                .filter(|other| other != path).collect();
            linked.sort();
            linked.dedup();
            let is_linked = |note: &RelatedNote| note.links_here.is_some() || note.linked_here.is_some();
            let mut listed: Vec<String> = found(&reply).into_iter().filter(is_linked).map(|note| note.path).collect();
            listed.sort();
            prop_assert_eq!(listed, linked);
        }
    }
}

#[test]
fn hostile_names_and_texts_are_taken_as_they_are() {
    let texts = ["\u{feff}putty\0 glass\r\n", "[[[[]](](<[[a#b|", "putty [[x]y]] glass", ""];
    let names = ["a#b.md", "[x]y.md", "Café|x.md", "ב.md"];
    let notes: Vec<_> = names.into_iter().zip(texts).collect();
    for name in names {
        for selection in [None, Some("\0"), Some("\u{fffd}"), Some("\u{feff}putty"), Some("putty"), Some("\n")] {
            let mut vault = Vault::of(&[&notes[..], &OTHERS].concat());
            let args = json!({ "path": name, "selection": selection });
            let reply = related(&mut vault, &mut session(), &args);
            assert_eq!(outcome(&reply).map(|_| ()).map_err(|error| error.message.clone()), Ok(()), "{args}");
        }
    }
}
