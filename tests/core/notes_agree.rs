//! Titles, outlines, the index and the policy agree about every note.

use lectern::search::index::{Index, Indexing};
use lectern::{Content, Entry, Policy, Rules, VaultPath};
use proptest::prelude::*;

use crate::support::{Vault, session};

fn title(note: &str) -> Option<String> {
    let reply = Vault::of(&[("a.md", note)]).call_tool(&mut session(), "list_files", "{}");
    reply.structured_content.entries.into_iter().flatten().find_map(|entry| match entry {
        Entry::File { title, .. } => title,
        Entry::Folder { .. } => None,
    })
}

/// The headings of the first level, in order.
fn outlined(note: &str) -> Vec<String> {
    let args = r#"{"path": "a.md", "view": "outline"}"#;
    let reply = Vault::of(&[("a.md", note)]).call(&mut session(), args);
    let Some(Content::Text { text }) = reply.content.first() else { return Vec::new() };
    // `2-3: ## tags: # work` is of the second level.
    let labels = text.lines().filter_map(|line| line.split_once(": ")).map(|(_, label)| label);
    labels.filter_map(|label| label.strip_prefix("# ")).map(|title| title.trim_end().to_owned()).collect()
}

fn is_indexed(note: &str, tag: &str) -> bool {
    let mut index = Index::default();
    let mut indexing = Indexing::new("a.md", 0.0, 0.0);
    while !indexing.read_more(note, 7) {}
    index.put(indexing);
    while index.settle(1000) {}
    index.tagged(tag).is_some_and(|notes| notes.contains(&true))
}

fn is_closed(note: &str, tag: &str) -> bool {
    let policy = Policy::new(&Rules { closed_tags: &[tag.to_owned()], ..Rules::default() }).expect("a tag");
    policy.closes_content(&VaultPath::parse("a.md").expect("a path"), note.as_bytes())
}

/// Front matter without a title.
const FRONT: &str = "---[ ]?\n((tags|tag|x): ?(work|#work|\\[work/a, x\\]|\"work\\\\x2fa\"|work # x|# work|\\|\n  work|\\[work)?\n|- work\n|  - work/a\n|```\n|x: y: z\n){0,4}(---[ ]?\n|\\.\\.\\.\n)?";
const LINE: &str = "( {0,5}|\t)(> |- |1\\. |)(#{1,2} |)(```|````|~~~|`|``|%%|\\$\\$|<!--|-->|<div>|===|---|#work|#work/a|word|c|#x|\\(|\\)|x\\]\\(|\\[|\\[\\[|\\]\\]|<b |>|\\*|_|==|\\$|\\||https://a/|@|\\\\|\u{200b}| ){0,8}\r?\n";

fn note() -> impl Strategy<Value = String> {
    (prop_oneof![2 => Just(String::new()), 1 => FRONT], proptest::collection::vec(LINE, 0..8))
        .prop_map(|(front, lines)| front + &lines.concat())
}

proptest! {
    #[test]
    fn a_tag_that_is_found_closes_the_note(note in note()) {
        for tag in ["work", "work/a"] {
            prop_assert!(!is_indexed(&note, tag) || is_closed(&note, tag), "{} in {}", tag, note);
        }
    }

    #[test]
    fn a_title_is_the_first_heading_of_the_outline(note in note()) {
        let first = outlined(&note).into_iter().next().filter(|title| !title.is_empty());
        prop_assert_eq!(title(&note), first, "{}", note);
    }

    #[test]
    fn nothing_in_code_counts(
        before in "(word|- item|> quote|word\n===)?\n\n",
        mark in "[`]{4,6}|~{4,6}",
        code in proptest::collection::vec("(# no|no\n==|#work|```|~~~|%%|<!--|- ```|> #work)\n", 0..6),
    ) {
        let before = before.replace("===", "--");
        let note = format!("{before}{mark}\n{}{mark}\n\n# Yes\n", code.concat());
        prop_assert_eq!(title(&note), Some("Yes".to_owned()), "{}", note);
        prop_assert_eq!(outlined(&note), ["Yes"], "{}", note);
        prop_assert!(!is_indexed(&note, "work") && !is_closed(&note, "work"), "{}", note);
    }
}
