//! What counts as lost, and what does not.

use proptest::prelude::*;

use super::{Loss, LossCount};
use crate::edit::hunks;

fn loss(before: &str, after: &str) -> Loss {
    let mut count = LossCount::new(before, after, &hunks(before, after));
    loop {
        if let Some(loss) = count.step(before, after) {
            return loss;
        }
    }
}

/// Text of `count` words, of which each differs from those of another `seed`.
fn prose(seed: usize, count: usize) -> String {
    let word = |index: usize| format!("w{seed}x{}", index * 7919 % 1009);
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn text_that_is_gone_is_counted_however_its_lines_are() {
    let paragraphs = |seed: usize| (0..10).map(|at| prose(seed + at, 60) + "\n").collect::<String>();
    let cjk = "春の海ひねもすのたりのたりかな。夏草や兵どもが夢の跡。".repeat(40);
    let short = |text: &str| text.lines().flat_map(|line| [&line[..12], "\n"]).collect::<String>();
    for (before, after) in [
        (prose(1, 3000), "x".to_owned()),
        (prose(1, 3000) + "\n", "x\n".to_owned()),
        (paragraphs(1), short(&paragraphs(1))),
        (paragraphs(1), paragraphs(20)),
        ("x".repeat(20_000), "x".to_owned()),
        (cjk.clone(), "菜の花や月は東に日は西に。古池や蛙飛びこむ水の音。".repeat(40)),
        (cjk, "春".to_owned()),
        ("- - - | ".repeat(2000), "-".to_owned()),
        ("a few words\n".to_owned(), "none\n".to_owned()),
        ("# Plan\n\nBuy a rope.\n".to_owned(), String::new()),
    ] {
        assert!(loss(&before, &after).is_large(), "{:?}", loss(&before, &after));
    }
}

#[test]
fn what_moves_or_is_written_otherwise_is_no_loss() {
    let text: String =
        (0..40).flat_map(|at| [at.to_string(), " ".to_owned(), prose(at, 12), "\n".to_owned()]).collect();
    let backwards: String = text.lines().rev().flat_map(|line| [line, "\r\n"]).collect();
    let list = |mark: fn(usize) -> String| -> String {
        ["milk", "rope", "bread", "oil"].iter().enumerate().map(|(at, word)| mark(at) + word + "\n").collect()
    };
    for (before, after) in [
        (text.clone(), backwards),
        (text.clone(), text.replace('\n', " ")),
        (text.clone(), text.replace(' ', "\n")),
        (text.clone(), text.replace('\n', "\r\n")),
        (text.clone(), text.lines().flat_map(|line| ["> - **", line, "**\n\n"]).collect()),
        (list(|_| "- ".to_owned()), list(|at| format!("{}. ", at + 1))),
        (list(|_| "* [ ] ".to_owned()), "milk, rope, bread, oil".to_owned()),
        (
            "| a | b |\n|---|---|\n| c | d |\n".to_owned(),
            "| a    | b    |\n| ---- | ---- |\n| c    | d    |\n".to_owned(),
        ),
    ] {
        assert_eq!(loss(&before, &after).removed, 0, "{after:?}");
    }
    // A few words may be others.
    assert!(!loss("status: open\n", "state: closed\n").is_large());
    // A part that is changed counts as such.
    let half = loss(&text, &(text[..text.len() / 2].to_owned() + &prose(77, 400)));
    assert!(half.removed * 100 / half.all >= 45 && half.removed * 100 / half.all <= 55, "{half:?}");
}

proptest! {
    #[test]
    fn never_more_is_lost_than_there_was(before in "[a-c \n。é-]{0,60}", after in "[a-c \n。é-]{0,60}") {
        let loss = loss(&before, &after);
        prop_assert!(loss.removed <= loss.all);
        let words = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        prop_assert!(!before.is_empty() || loss == Loss::default());
        prop_assert!(words(&after) > 0 || words(&before) == 0 || loss.removed > 0);
    }

    #[test]
    fn lines_in_any_order_are_no_loss(lines in prop::collection::vec("[a-c ,.]{0,8}", 0..9), seed: usize) {
        let mut others = lines.clone();
        for at in 1..others.len() {
            others.swap(at, seed.rotate_right(u32::try_from(at * 5).unwrap()) % (at + 1));
        }
        let [before, after] = [lines, others].map(|lines| lines.join("\n") + "\n");
        prop_assert_eq!(loss(&before, &after).removed, 0);
    }
}
