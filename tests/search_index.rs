//! The index against what it stands for: a list of notes that is looked through from end to end.
#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unicode_not_nfc, reason = "parts of letters are what is tried")]

use std::collections::{BTreeMap, BTreeSet};

use lectern::search::index::{Index, Indexing, NoteId};
use lectern::search::need::Need;
use lectern::search::words::{base, each_word};

fn put(index: &mut Index, path: &str, mtime: f64, text: &str) -> NoteId {
    put_in_slices(index, path, mtime, text, usize::MAX)
}

fn put_in_slices(index: &mut Index, path: &str, mtime: f64, text: &str, max_bytes: usize) -> NoteId {
    let mut note = Indexing::new(path, 0.0, mtime);
    while !note.go_on(text, max_bytes) {}
    index.put(note)
}

fn index_of(notes: &[(&str, &str)]) -> Index {
    let mut index = Index::default();
    for (path, text) in notes {
        put(&mut index, path, 0.0, text);
    }
    index
}

fn terms(text: &str) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    each_word(text, |word| {
        if !terms.iter().any(|term| term == word.term) {
            terms.push(word.term.to_owned());
        }
    });
    terms
}

fn path_of(index: &Index, id: NoteId) -> String {
    index.note(id).map(|entry| entry.path.to_string()).unwrap_or_default()
}

fn found(index: &Index, query: &str) -> Vec<String> {
    found_with_tag(index, query, None)
}

fn found_with_tag(index: &Index, query: &str, tag: Option<&str>) -> Vec<String> {
    let ranked = index.search(&terms(query), tag, &mut |_| true);
    ranked.iter().map(|ranked| path_of(index, ranked.id)).collect()
}

fn may_hold(index: &Index, need: &Need) -> Option<BTreeSet<String>> {
    let ids = index.candidates(need)?;
    Some(ids.iter().map(|&id| path_of(index, id)).collect())
}

fn literal(text: &str) -> Need {
    Need::Literal(text.to_owned())
}

#[test]
fn a_title_counts_more_than_a_heading_and_that_more_than_text() {
    let index = index_of(&[
        ("text.md", "All about the budget and other things\n"),
        ("heading.md", "# About the budget\nand other things\n"),
        ("budget.md", "Money and other things\n"),
        ("alias.md", "---\naliases: [Budget]\n---\nmuch that is different from all other things here\n"),
        ("none.md", "Nothing\n"),
    ]);
    let order = found(&index, "budget");
    assert_eq!(order.len(), 4);
    assert_eq!(order[2..], ["heading.md", "text.md"]);
    assert_eq!(order[..2].iter().map(String::as_str).collect::<BTreeSet<_>>(), ["alias.md", "budget.md"].into());
}

#[test]
fn a_tag_counts_for_its_words_and_its_parents() {
    let index = index_of(&[
        ("a.md", "about #project/alpha here\n"),
        ("b.md", "---\ntags:\n  - project/beta\n---\nalpha\n"),
        ("c.md", "---\ntags: [Project, other]\n---\nalpha\n"),
        ("code.md", "`#project` alpha\n```\n#project\n```\n"),
        ("link.md", "[alpha](#project) and #12\n"),
    ]);
    let with = |tag| found_with_tag(&index, "alpha", Some(tag)).into_iter().collect::<BTreeSet<_>>();
    assert_eq!(with("#project"), ["a.md", "b.md", "c.md"].map(str::to_owned).into());
    assert_eq!(with("PROJECT/alpha/"), ["a.md"].map(str::to_owned).into());
    assert_eq!(with("12"), BTreeSet::new());
    let order = found(&index, "project");
    assert_eq!(order[..3].iter().map(String::as_str).collect::<BTreeSet<_>>(), ["a.md", "b.md", "c.md"].into());
}

#[test]
fn the_form_as_written_ranks_before_others() {
    let index = index_of(&[("1.md", "ubers x\n"), ("2.md", "uber x\n"), ("3.md", "über x\n"), ("4.md", "other x\n")]);
    assert_eq!(found(&index, "über"), ["3.md", "2.md", "1.md"]);
    assert_eq!(found(&index, "uber"), ["2.md", "3.md", "1.md"]);
}

#[test]
fn the_last_word_may_be_unfinished() {
    let index = index_of(&[("1.md", "configuration of it\n"), ("2.md", "confetti\n")]);
    assert_eq!(found(&index, "confi"), ["1.md"]);
    assert_eq!(found(&index, "confi it"), ["1.md"]);
    assert_eq!(found(&index, "confi others"), Vec::<String>::new());
    assert_eq!(found(&index, "c"), Vec::<String>::new());
}

#[test]
fn every_script_is_found() {
    for (text, query) in [
        ("会議の議事録を書く", "議事録"),
        ("会議の議事録を書く", "録"),
        ("サーバーの設定", "ｻｰﾊﾞｰ"),
        ("今天开会讨论预算", "预算"),
        ("오늘 회의록을 썼다", "회의록"),
        ("การตั้งค่าปลั๊กอิน", "ปลั๊กอิน"),
        ("فتح الملاحظات في المجلد", "ملاحظة"),
        ("İstanbul'da toplantı", "istanbul"),
        ("Straßenbahn und ÜBER", "strassenbahn"),
        ("ο Σίσυφος", "ΣΙΣΥΦΟΣ"),
        ("Tiếng Việt", "viet"),
        ("Tie\u{302}\u{301}ng Vie\u{323}\u{302}t", "Việt"),
    ] {
        let index = index_of(&[("a.md", text), ("b.md", "nothing of the kind\n")]);
        assert_eq!(found(&index, query), ["a.md"], "{query} in {text}");
    }
}

#[test]
fn of_equals_the_one_changed_last_comes_first() {
    let mut index = Index::default();
    put(&mut index, "old.md", 1.0, "the same\n");
    put(&mut index, "new.md", 3.0, "the same\n");
    put(&mut index, "mid.md", 2.0, "the same\n");
    assert_eq!(found(&index, "same"), ["new.md", "mid.md", "old.md"]);
}

#[test]
fn all_words_in_a_note_rank_before_one_often() {
    let index = index_of(&[("one.md", &"alpha ".repeat(50)), ("both.md", "alpha and beta\n"), ("x.md", "gamma\n")]);
    let ranked = index.search(&terms("alpha beta"), None, &mut |_| true);
    assert_eq!(ranked.iter().map(|ranked| ranked.all_words).collect::<Vec<_>>(), [true, false]);
    assert_eq!(found(&index, "alpha beta"), ["both.md", "one.md"]);
    assert_eq!(index.search(&terms("alpha"), None, &mut |entry| *entry.path == *"one.md").len(), 1);
}

#[test]
fn function_words_count_little_unless_they_are_all_there_is() {
    let index = index_of(&[
        ("asking.md", "where do they go, and where do we\n"),
        ("subject.md", "deleted notes end in a folder\n"),
        ("more.md", "notes and folders\n"),
        ("other.md", "notes again\n"),
    ]);
    assert_eq!(found(&index, "where do deleted notes go")[0], "subject.md");
    assert_eq!(found(&index, "where do"), ["asking.md"]);
}

#[test]
fn a_note_keeps_its_id_and_its_text_under_a_new_name() {
    let mut index = index_of(&[("a/Plan.md", "---\ntitle: Scheme\n---\nabout budgets\n"), ("b.md", "words\n")]);
    let id = index.find("a/Plan.md").unwrap();
    index.rename("a/Plan.md", "c/Plan.md");
    assert_eq!(found(&index, "plan"), ["c/Plan.md"]);
    index.rename("c/Plan.md", "c/Design.md");
    assert_eq!((index.find("c/Design.md"), index.find("c/Plan.md")), (Some(id), None));
    assert_eq!(found(&index, "plan"), Vec::<String>::new());
    for query in ["design", "scheme", "budget"] {
        assert_eq!(found(&index, query), ["c/Design.md"]);
    }
    assert_eq!(put(&mut index, "c/Design.md", 1.0, "new\n"), id);
    assert_eq!(found(&index, "budget scheme"), Vec::<String>::new());
    index.rename("c/Design.md", "b.md");
    assert_eq!((index.len(), found(&index, "words")), (1, vec![]));
    assert!(index.remove("b.md") && !index.remove("b.md"));
    assert!(index.is_empty() && index.note(id).is_none());
}

#[test]
fn literals_are_found_inside_words() {
    let index = index_of(&[
        ("a.md", "the configuration of plugins\n"),
        ("b.md", "confirm plugin's use\n"),
        ("c.md", "日本語の使い方\n"),
        ("long.md", &"x".repeat(100)),
    ]);
    let with = |needs: &[&str]| {
        let needs = Need::All(needs.iter().copied().map(literal).collect());
        may_hold(&index, &needs).map(|notes| notes.into_iter().filter(|path| path != "long.md").collect::<Vec<_>>())
    };
    assert_eq!(with(&["figur"]).unwrap(), ["a.md"]);
    assert_eq!(with(&["conf"]).unwrap(), ["a.md", "b.md"]);
    assert_eq!(with(&["ration of plug"]).unwrap(), ["a.md"]);
    assert_eq!(with(&["conf", "plugins"]).unwrap(), ["a.md"]);
    assert_eq!(with(&["本語の使"]).unwrap(), ["c.md"]);
    assert_eq!(with(&["PLUGIN'"]).unwrap(), ["a.md", "b.md"]);
    assert_eq!(with(&["absent"]).unwrap(), Vec::<String>::new());
    assert!(may_hold(&index, &literal("absent")).unwrap().contains("long.md"), "what was left out may hold anything");
    assert_eq!(may_hold(&index, &Need::Any), None);
    assert_eq!(may_hold(&index, &Need::One(vec![literal("figur"), Need::Any])), None);
    assert_eq!(may_hold(&index, &literal("...")), None);
}

#[test]
fn tidying_gives_memory_for_what_comes_later() {
    let mut index = Index::default();
    let text = |round: usize| {
        let words: Vec<String> = (0..3000).map(|word| format!("w{round}x{word} common{}", word % 100)).collect();
        words.join(" ")
    };
    let mut after_first = 0;
    for round in 0..20 {
        for path in ["a.md", "b.md", "c.md"] {
            put(&mut index, path, 0.0, &text(round));
        }
        while index.tidy(500) {}
        if round == 2 {
            after_first = index.bytes();
        }
    }
    assert!(index.bytes() < after_first * 5 / 4, "{} then {}", after_first, index.bytes());
    assert_eq!(found(&index, "common7").len(), 3);
    assert_eq!(found(&index, "w3x7"), Vec::<String>::new());
    assert_eq!(found(&index, "w19x7").len(), 3);
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Clone)]
    enum Step {
        Put(String, String, usize),
        Remove(String),
        Rename(String, String),
        Tidy(usize),
    }

    const WORD: &str =
        "note|notes|über|uber|Plan|alpha|beta|日本|本語|語|ﬁle|cafe\u{301}|café|x{70}|#tag|#tag/sub|don't";
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
        ]
    }

    type Model = BTreeMap<String, (f64, String)>;

    fn apply(step: Step, index: &mut Index, model: &mut Model, time: f64) {
        match step {
            Step::Put(path, text, slice) => {
                put_in_slices(index, &path, time, &text, slice);
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
        }
    }

    /// Everything that a search says, exactly.
    fn answer(index: &Index, query: &[String], tag: Option<&str>) -> Vec<(String, u32, bool)> {
        let ranked = index.search(query, tag, &mut |_| true);
        ranked.iter().map(|ranked| (path_of(index, ranked.id), ranked.score.to_bits(), ranked.all_words)).collect()
    }

    const QUERIES: &[&str] =
        &["note", "uber plan", "alpha beta note", "語", "日本語", "cafe", "no", "file tag", "don't"];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn an_index_that_changed_answers_as_one_made_anew(steps in proptest::collection::vec(step(), 0..60)) {
            let (mut index, mut model) = (Index::default(), Model::new());
            for (time, step) in (0_u32..).zip(steps) {
                apply(step, &mut index, &mut model, time.into());
            }
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
            let holds = |text: &str| terms(text).iter().any(|term| base(term) == base(&query));
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
}
