//! The index: what is found, in which order, and the candidates for a literal.

use std::collections::BTreeSet;

use crate::support::search_index::{
    begin_put, found, found_with_tag, index_of, literal, may_hold, put, rename, settle, terms,
};
use lectern::search::index::Index;
use lectern::search::need::Need;

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
fn a_heading_is_one_that_the_outline_has() {
    let index = index_of(&[
        ("code.md", "```\n# budget\n```\nother\n"),
        ("comment.md", "%%\n# budget\n%%\nother\n"),
        ("underlined.md", "budget\n---\nother\n"),
        ("last.md", "nothing\n"),
    ]);
    assert_eq!(found(&index, "budget")[0], "underlined.md");
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
fn among_equal_notes_the_last_changed_comes_first() {
    let mut index = Index::default();
    put(&mut index, "old.md", 1.0, "the same\n");
    put(&mut index, "new.md", 3.0, "the same\n");
    put(&mut index, "mid.md", 2.0, "the same\n");
    assert_eq!(found(&index, "same"), ["new.md", "mid.md", "old.md"]);
}

#[test]
fn all_words_in_a_note_rank_before_one_often() {
    let index = index_of(&[("one.md", &"alpha ".repeat(50)), ("both.md", "alpha and beta\n"), ("x.md", "gamma\n")]);
    let ranked = index.search(&terms("alpha beta"), &mut |_, _| true).notes;
    assert_eq!(ranked.iter().map(|ranked| ranked.all_words).collect::<Vec<_>>(), [true, false]);
    assert_eq!(found(&index, "alpha beta"), ["both.md", "one.md"]);
    assert_eq!(index.search(&terms("alpha"), &mut |_, entry| *entry.path == *"one.md").notes.len(), 1);
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
fn a_word_that_a_query_repeats_counts_more() {
    let index = index_of(&[("a.md", "shape x y\n"), ("b.md", "texture x y\n"), ("x.md", "x\n")]);
    let words = |query: &str| query.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let search = |query: &str| index.search(&words(query), &mut |_, _| true);
    let first = |query: &str| index.note(search(query).notes[0].id).map(|note| note.path.to_string());
    assert_eq!(first("shape texture texture").as_deref(), Some("b.md"));
    assert_eq!(first("texture shape shape").as_deref(), Some("a.md"));
    assert_eq!(search("shape texture texture").words.len(), 2);
}

#[test]
fn a_pair_that_is_partly_a_function_word_counts_less() {
    let index = index_of(&[("bell.md", "修理钟楼\n"), ("of.md", "别的楼了\n"), ("x.md", "其余\n")]);
    assert_eq!(found(&index, "钟楼的楼了")[0], "bell.md");
}

#[test]
fn a_word_is_as_rare_as_its_own_forms_and_less_so_by_guesses() {
    let mut notes = vec![("rare.md", "complexity x y\n"), ("other.md", "matrix x y\n"), ("second.md", "matrix x z\n")];
    notes.push(("guess.md", "completes x\n"));
    // Of `complexity`, one of two notes has only a guess.
    assert_eq!(found(&index_of(&notes), "complexity matrix")[0], "rare.md");
}

#[test]
fn a_word_that_no_note_has_changes_no_order() {
    let index = index_of(&[
        ("both.md", &format!("alpha beta {}", "x ".repeat(40))),
        ("one.md", "alpha alpha alpha\n"),
        ("x.md", "x\n"),
    ]);
    assert_eq!(found(&index, "alpha beta"), found(&index, "alpha beta qqqq wwww eeee rrrr tttt zzzz"));
}

#[test]
fn a_note_keeps_its_id_and_its_text_under_a_new_name() {
    let mut index = index_of(&[("a/Plan.md", "---\ntitle: Scheme\n---\nabout budgets\n"), ("b.md", "words\n")]);
    let id = index.find("a/Plan.md").unwrap();
    rename(&mut index, "a/Plan.md", "c/Plan.md");
    assert_eq!(found(&index, "plan"), ["c/Plan.md"]);
    rename(&mut index, "c/Plan.md", "c/Design.md");
    assert_eq!((index.find("c/Design.md"), index.find("c/Plan.md")), (Some(id), None));
    assert_eq!(found(&index, "plan"), Vec::<String>::new());
    for query in ["design", "scheme", "budget"] {
        assert_eq!(found(&index, query), ["c/Design.md"]);
    }
    assert_eq!(put(&mut index, "c/Design.md", 1.0, "new\n"), id);
    assert_eq!(found(&index, "budget scheme"), Vec::<String>::new());
    rename(&mut index, "c/Design.md", "b.md");
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
fn tidying_frees_memory() {
    let mut index = Index::default();
    let text = |round: usize| {
        let words: Vec<String> = (0..3000).map(|word| format!("w{round:02}x{word} common{}", word % 100)).collect();
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
    assert_eq!(found(&index, "w03x7"), Vec::<String>::new());
    assert_eq!(found(&index, "w19x7").len(), 3);
}

#[test]
fn words_are_put_in_piece_by_piece_and_their_memory_counts_until_then() {
    let mut index = Index::default();
    let text = (0..20_000).map(|word| format!("waiting{word}")).collect::<Vec<_>>().join(" ");
    let before = index.bytes();
    begin_put(&mut index, "a.md", 0.0, &text, usize::MAX);
    // Each takes 32 bytes there: two numbers, and its thirteen letters and more in two.
    assert!(index.bytes() - before > 20_000 * 24, "{}", index.bytes() - before);
    let mut slices = 0;
    while index.settle(2000) {
        slices += 1;
    }
    assert!((5..20).contains(&slices), "{slices}");
    assert_eq!(found(&index, "waiting19999"), ["a.md"]);
    // Each term has a record of 24 bytes and a place of 8 in a table that is never less than half full.
    assert!(index.bytes() - before < 20_000 * 48, "{}", index.bytes() - before);
}

#[test]
fn terms_of_every_length_are_told_apart() {
    let mut index = Index::default();
    let word = |len: usize, last: char| "abcdefgh".chars().cycle().take(len - 1).chain([last]).collect::<String>();
    for len in 1..=64 {
        for last in ['x', 'y'] {
            begin_put(&mut index, &format!("{len}{last}.md"), 0.0, &format!("{0} {0}", word(len, last)), usize::MAX);
        }
    }
    settle(&mut index);
    for len in 2..=64 {
        for last in ['x', 'y'] {
            let notes = index.search(&[word(len, last)], &mut |_, _| true).notes;
            assert_eq!(&*index.note(notes[0].id).unwrap().path, format!("{len}{last}.md"));
            assert!(notes[1..].iter().all(|note| note.score < notes[0].score), "{len} {last}");
        }
    }
}
