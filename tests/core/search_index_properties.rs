//! The index against what it stands for: a list of notes that is looked through from end to end.
#![expect(clippy::unicode_not_nfc, reason = "parts of letters are what is tried")]

use std::collections::{BTreeMap, BTreeSet};

use crate::support::search_index::{
    begin_put, found, literal, may_hold, path_of, put, put_in_slices, ranked_with_tag, settle, terms,
};
use lectern::search::index::Index;
use lectern::search::words::{base, each_word_and_variant};
use proptest::prelude::*;

#[derive(Debug, Clone)]
enum Step {
    Put(String, String, usize),
    Remove(String),
    Rename(String, String),
    Tidy(usize),
    Settle(usize),
}

const WORD: &str = "note|notes|über|uber|Plan|alpha|beta|日本|本語|語|ﬁle|cafe\u{301}|café|x{70}|#tag|#tag/sub|don't";
const PATH: &str = "[ab]/(Plan|note|Über|x)[.]md";
fn text() -> impl Strategy<Value = String> {
    let gap = prop_oneof![Just(" "), Just("\n"), Just("\n# "), Just(""), Just("\n\n"), Just(", "), Just(" `")];
    let front = prop_oneof![4 => Just(""), 1 => Just("---\ntags: [tag, alpha]\naliases: [Plan]\n---\n")];
    (front, proptest::collection::vec((WORD, gap), 0..30))
        .prop_map(|(front, parts)| parts.iter().fold(front.to_owned(), |text, (word, gap)| text + word + gap))
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        5 => (PATH, text(), 1..200_usize).prop_map(|(path, text, slice)| Step::Put(path, text, slice)),
        2 => PATH.prop_map(Step::Remove),
        2 => (PATH, PATH).prop_map(|(from, to)| Step::Rename(from, to)),
        2 => (1..60_usize).prop_map(Step::Tidy),
        2 => (1..60_usize).prop_map(Step::Settle),
    ]
}

type Model = BTreeMap<String, (f64, String)>;

fn apply(step: Step, index: &mut Index, model: &mut Model, time: f64) {
    match step {
        Step::Put(path, text, slice) => {
            begin_put(index, &path, time, &text, slice);
            model.insert(path, (time, text));
        }
        Step::Remove(path) => assert_eq!(index.remove(&path), model.remove(&path).is_some()),
        Step::Rename(from, to) => {
            index.rename(&from, &to);
            if let Some(note) = model.remove(&from) {
                model.insert(to, note);
            }
        }
        Step::Tidy(work) => {
            index.tidy(work);
        }
        Step::Settle(work) => {
            index.settle(work);
        }
    }
}

/// Everything that a search says, exactly.
fn answer(index: &Index, query: &[String], tag: Option<&str>) -> Vec<(String, u32, bool)> {
    let ranked = ranked_with_tag(index, query, tag);
    ranked.iter().map(|ranked| (path_of(index, ranked.id), ranked.score.to_bits(), ranked.all_words)).collect()
}

const QUERIES: &[&str] = &["note", "uber plan", "alpha beta note", "語", "日本語", "cafe", "no", "file tag", "don't"];

#[test]
fn a_letter_that_is_stacked_is_found_as_it_is_by_itself() {
    for (text, part) in [
        ("ក\u{17d2}ｶ", "ｶ"),
        ("ក\u{17d2}\u{17d2}ｶ", "\u{17d2}\u{17d2}ｶ"),
        ("က\u{1039}ｶﾞ", "ｶﾞ"),
        ("က\u{1039}ｶﾞ", "ｶ"),
        ("က\u{1039}\u{f9d0}", "\u{f9d0}"),
        ("ក\u{17d2}ខ", "ខ"),
    ] {
        let mut index = Index::default();
        put(&mut index, "a.md", 0.0, text);
        let notes = may_hold(&index, &literal(part));
        assert!(notes.is_none_or(|notes| notes.contains("a.md")), "{part:?} in {text:?}");
    }
}

proptest! {
    #[test]
    fn an_index_that_changed_answers_as_one_made_anew(steps in proptest::collection::vec(step(), 0..60)) {
        let (mut index, mut model) = (Index::default(), Model::new());
        for (time, step) in (0_u32..).zip(steps) {
            apply(step, &mut index, &mut model, time.into());
        }
        settle(&mut index);
        let mut fresh = Index::default();
        for (path, (mtime, text)) in &model {
            put(&mut fresh, path, *mtime, text);
        }
        prop_assert_eq!(index.len(), model.len());
        prop_assert_eq!(index.notes().count(), model.len());
        for query in QUERIES {
            let words = terms(query);
            for tag in [None, Some("tag"), Some("tag/sub")] {
                prop_assert_eq!(answer(&index, &words, tag), answer(&fresh, &words, tag), "{} {:?}", query, tag);
            }
            prop_assert_eq!(may_hold(&index, &literal(query)), may_hold(&fresh, &literal(query)));
        }
    }

    #[test]
    fn a_word_is_found_in_just_the_notes_with_its_base(texts in proptest::collection::vec(text(), 1..8), query in "note|uber|plan|alpha|beta|日本|file|café|don't") {
        let mut index = Index::default();
        for (number, text) in texts.iter().enumerate() {
            put(&mut index, &format!("{number}.md"), 0.0, text);
        }
        let holds = |text: &str| {
            let mut holds = false;
            each_word_and_variant(text, |word| holds |= base(word.term) == base(&query));
            holds
        };
        let expected: BTreeSet<String> = texts.iter().enumerate()
            .filter(|(_, text)| holds(text) || (text.starts_with("---") && query == "plan"))
            .map(|(number, _)| format!("{number}.md")).collect();
        // Else it is taken for the beginning of a word.
        prop_assume!(!expected.is_empty());
        prop_assert_eq!(found(&index, &query).into_iter().collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn no_note_with_a_literal_is_left_out(
        texts in proptest::collection::vec("([a-cA-C]{1,6}|[éßſİ]{1,2}|[\u{301}\u{307}\u{327}]|['’]|[ \n._#-]|[\u{ad}\u{200d}]|[か-ごカ\u{3099}ｶﾞ]{1,3}|[日本語]{1,3}|[가각각]{1,3}|[กขิ่้]{1,4}|[ក្ខ]{1,4}|x{60,70}|\\PC){0,30}", 1..6),
        whole in any::<prop::sample::Index>(),
        start in any::<prop::sample::Index>(),
        len in 1..12_usize,
    ) {
        let mut index = Index::default();
        for (number, text) in texts.iter().enumerate() {
            put_in_slices(&mut index, &format!("{number}.md"), 0.0, text, 7);
        }
        let text: Vec<char> = whole.get(&texts).chars().collect();
        prop_assume!(!text.is_empty());
        let start = start.index(text.len());
        let part: String = text[start..(start + len).min(text.len())].iter().collect();
        for part in [part.clone(), part.to_lowercase()] {
            if let Some(notes) = may_hold(&index, &literal(&part)) {
                for (number, text) in texts.iter().enumerate() {
                    if text.contains(&part) || text.to_lowercase().contains(&part) {
                        prop_assert!(notes.contains(&format!("{number}.md")), "{:?} in {:?}", part, text);
                    }
                }
            }
        }
    }
}
