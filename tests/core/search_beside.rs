//! Words that stand beside each other in the query rank notes higher in which they do so too.

use serde_json::json;

use crate::support::notes::{paths, search};
use crate::support::{Vault, session};

/// The order of notes that have the words apart, and more often, and of one that has them beside each other.
fn ranked(query: &str, apart: &[&str], beside: &str) -> Vec<String> {
    let filler = "Something else.\n\n".repeat(8);
    let notes = (0..).zip(apart).map(|(number, text)| (format!("apart{number}.md"), format!("{text}\n\n{text}\n")));
    let vault = notes.fold(Vault::default(), |vault, (name, text)| vault.with(&name, text.as_str()));
    let mut vault = vault.with("beside.md", format!("{filler}{beside}\n\n{filler}").as_str());
    paths(&search(&mut vault, &mut session(), &json!({ "query": query })))
}

#[test]
fn a_note_with_the_words_beside_each_other_comes_first() {
    for (query, apart, beside) in [
        (
            "hyphen connected",
            "A hyphen here, and a hyphen there.\n\nIt is connected, well connected.",
            "It is a hyphen connected to it.",
        ),
        ("hyphen connected", "# Hyphen\n\nThe one is connected, the others are not.", "They are hyphen-connected."),
        (
            "hyphen-connected",
            "# Hyphen\n\nThe one is connected, the others are not.",
            "It is a hyphen connected to it.",
        ),
        (
            "lighthouse keeper",
            "The keeper of a lighthouse.\n\nThe lighthouse has a good old keeper.",
            "A well-known lighthouse keeper.",
        ),
        ("history of Rome", "A history, the history.\n\nRome, and Rome again.", "Here is the history of Rome."),
        ("rotes Haus", "Ein rotes Auto, ein rotes Rad.\n\nDas Haus, das Haus.", "Dort steht ein rotes Haus."),
        ("красная площадь", "Красная книга, красная.\n\nБольшая площадь, площадь.", "Вот красная площадь."),
        ("kırmızı araba", "Kırmızı elma, kırmızı.\n\nBir araba, bu araba.", "İşte kırmızı araba."),
        ("مكتبة المدينة", "مكتبة كبيرة، مكتبة.\n\nالمدينة القديمة، المدينة.", "هذه مكتبة المدينة هنا."),
        ("회의 준비", "회의 하나, 회의 둘.\n\n준비 하나, 준비 둘.", "오늘 회의 준비 끝."),
        (
            "회의록을 작성하다",
            "회의록을 보다, 회의록을 읽다.\n\n글을 작성하다, 또 작성하다.",
            "오늘 회의록을 작성하다.",
        ),
        ("लाल किला", "लाल फूल, लाल रंग।\n\nपुराना किला, नया किला।", "यह लाल किला है।"),
        ("会议 记录", "会议在这里，会议在那里。\n\n记录一，记录二。", "这是会议记录。"),
    ] {
        let found = ranked(query, &[apart; 3], beside);
        assert_eq!(found.first().map(String::as_str), Some("beside.md"), "{query}: {found:?}");
    }
}

#[test]
fn words_near_each_other_in_order_rank_above_those_far_apart() {
    let apart = "The budget, a budget.\n\nA review, the review.";
    for beside in ["The budget for review.", "The budget\nreview.", "- budget, for review"] {
        assert_eq!(ranked("budget review", &[apart], beside), ["beside.md", "apart0.md"], "{beside}");
    }
}

#[test]
fn a_note_with_the_name_stays_above_a_mention() {
    let mut vault = Vault::of(&[
        ("Hyphen, connected.md", "A hyphen is it.\n\nWhat is connected?\n"),
        ("other.md", "A hyphen connected to it.\n"),
    ]);
    let found = paths(&search(&mut vault, &mut session(), &json!({ "query": "hyphen connected" })));
    assert_eq!(found, ["Hyphen, connected.md", "other.md"]);
}
