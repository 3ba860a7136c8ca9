//! A restored index answers as one made anew, and damaged bytes are never more than forgotten.

use lectern::{Config, Session};
use proptest::prelude::*;
use serde_json::json;

use crate::support::notes::{query, search};
use crate::support::{Vault, opened, text};

const PATH: &str = "[ab]/(Plan|note|Über|2026-10-09|y)[.]md";
const WORD: &str = "note|notes|über|uber|Plan|alpha|beta|日本|本語|cafe\u{301}|café|x{70}|#tag|#closed|don't|Wi-Fi";
const QUERIES: [&str; 9] =
    ["note", "uber plan", "alpha beta note", "日本語", "cafe", "wifi", "nothing", "alhpa", "9 October 2026"];

fn content() -> impl Strategy<Value = String> {
    let gap =
        prop_oneof![Just(" "), Just("\n"), Just("\n# "), Just("\n- [ ] "), Just("\n- [x] "), Just("\n\n"), Just(", ")];
    let front = prop_oneof![
        3 => Just(""),
        1 => Just("---\ntags: [tag]\naliases: [Plan, Café]\nyear: 1990\ndone: false\nof: [a, 2]\n---\n"),
        1 => Just("---\nlectern: false\n---\n"),
        1 => Just("# 2025-01-02\n"),
        1 => Just("# Plan of May 2025\n"),
    ];
    (front, proptest::collection::vec((WORD, gap), 0..40))
        .prop_map(|(front, parts)| parts.iter().fold(front.to_owned(), |text, (word, gap)| text + word + gap))
}

type Notes = Vec<(String, Option<String>)>;

fn notes() -> impl Strategy<Value = Notes> {
    proptest::collection::vec((PATH, proptest::option::weighted(0.8, content())), 0..12)
}

/// Writes or removes these notes.
fn edited(vault: Vault, notes: &Notes, mtime: f64) -> Vault {
    notes.iter().fold(vault, |vault, (path, content)| match content {
        Some(content) => vault.with(path, content.as_str()).with_mtime(path, mtime),
        None => vault.without(path),
    })
}

fn config() -> Config {
    Config { keep_index_over: Some(0.0), closed_tags: vec!["closed".to_owned()], ..Config::default() }
}

/// Everything that searches and a listing say.
fn answers(vault: &mut Vault, session: &mut Session) -> Vec<String> {
    let mut all: Vec<_> = QUERIES.iter().map(|words| text(&search(vault, session, &query(words))).to_owned()).collect();
    for condition in ["year > 1980", "done = false", "of has a", "missing is empty"] {
        all.push(text(&search(vault, session, &json!({ "where": condition }))).to_owned());
    }
    for args in [json!({ "tasks": "open" }), json!({ "tasks": "done" }), json!({ "since": "2025", "until": "2025" })] {
        all.push(text(&search(vault, session, &args)).to_owned());
    }
    all.push(text(&vault.call_tool(session, "list_files", "{}")).to_owned());
    all
}

fn kept(notes: &Notes) -> Vault {
    let mut vault = edited(Vault::default(), notes, 1.0);
    let mut session = opened(&config());
    search(&mut vault, &mut session, &query("note"));
    vault.finish(&mut session, Session::keep);
    vault
}

proptest! {
    #[test]
    fn a_restored_index_answers_as_one_made_anew(notes in notes(), edits in notes()) {
        let mut vault = edited(kept(&notes), &edits, 2.0);
        let restored = answers(&mut vault, &mut opened(&config()));
        vault.pieces.clear();
        prop_assert_eq!(restored, answers(&mut vault, &mut opened(&config())));
    }

    #[test]
    fn damaged_bytes_are_forgotten(
        notes in notes(),
        piece: prop::sample::Index,
        at: prop::sample::Index,
        damage in prop_oneof![(0..8_u8).prop_map(Some), Just(None)],
    ) {
        let mut vault = kept(&notes);
        prop_assume!(!vault.pieces.is_empty());
        let number = piece.index(vault.pieces.len());
        let bytes = vault.pieces.values_mut().nth(number).unwrap();
        let at = at.index(bytes.len());
        match damage {
            Some(bit) => bytes[at] ^= 1 << bit,
            None => bytes.truncate(at),
        }
        let mut session = opened(&config());
        let found = answers(&mut vault, &mut session);
        prop_assert_eq!(session.indexed().kept, 0);
        prop_assert!(vault.pieces.is_empty());
        prop_assert_eq!(found, answers(&mut vault, &mut opened(&config())));
    }

    #[test]
    fn random_bytes_are_forgotten(pieces in proptest::collection::btree_map(0..4_u32, any::<Vec<u8>>(), 0..4)) {
        let mut vault = Vault::of(&[("a.md", "A note.\n")]);
        vault.pieces = pieces;
        let mut session = opened(&config());
        let reply = search(&mut vault, &mut session, &query("note"));
        prop_assert_eq!(text(&reply), "== a.md ==\n1: A note.");
    }
}
