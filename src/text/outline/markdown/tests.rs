//! Notes and their outlines.

use crate::text::outline::{Language, outline, render};

#[track_caller]
fn assert_outline(note: &str, expected: &str) {
    let shown = render(&outline(Language::Markdown, note.as_bytes()).entries, 10_000).text;
    assert_eq!(shown, expected, "{note}");
}

#[test]
fn a_section_reaches_to_the_next_heading_of_its_level_or_above() {
    assert_outline("# A\ntext\n## B\n### C\n\n## D\n# E\nlast\n", "1-6: # A\n3-5: ## B\n4-5: ### C\n6: ## D\n7-8: # E");
}

#[test]
fn closing_marks_and_block_ids_are_no_part_of_a_heading() {
    assert_outline("# A ##\n# B#\n# C ^id\n#\n#no\n####### no\n", "1: # A\n2: # B#\n3: # C\n4-6: #");
}

#[test]
fn an_underlined_paragraph_is_a_heading() {
    assert_outline("one\n===\ntwo\nmore\n---\n\n---\n", "1-7: # one\n3-7: ## two");
}

#[test]
fn a_rule_below_a_list_or_quote_underlines_nothing() {
    assert_outline("- item\n---\n> quote\n---\n> quote\nlazy\n===\n", "");
}

#[test]
fn headings_in_code_html_comments_and_formulas_are_none() {
    for (open, close) in [
        ("```md", "```"),
        ("~~~~", "~~~~~"),
        ("<!-- a", "-->"),
        ("<div>", ""),
        ("%%", "%%"),
        ("text %% more", "text %% more"),
        ("$$", "$$"),
        ("- ```", "  ```"),
        ("1. - ~~~\n", "     ~~~"),
        ("> ```", "> ```"),
    ] {
        let indent = if open.starts_with("1.") {
            "     "
        } else if open.starts_with('-') {
            "  "
        } else {
            ""
        };
        let quote = if open.starts_with('>') { "> " } else { "" };
        let note = format!("{open}\n{quote}{indent}# no\n{close}\n\n# yes\n");
        let found = outline(Language::Markdown, note.as_bytes()).entries;
        let labels: Vec<_> = found.iter().map(|entry| entry.label.as_str()).collect();
        assert_eq!(labels, ["# yes"], "{note}");
    }
}

#[test]
fn a_fence_ends_with_the_list_or_quote_that_holds_it() {
    assert_outline("- ```\n  # no\n\n# yes\n", "4: # yes");
    assert_outline("> ```\n> # no\n# yes\n", "3: # yes");
    assert_outline("```\n# no\n~~~\n``\n# no\n````\n# yes\n", "7: # yes");
}

#[test]
fn a_mark_that_nothing_closes_hides_nothing() {
    assert_outline("100 %% of it\n# A\ncosts $$ much\n# B\n", "2-3: # A\n4: # B");
    assert_outline("a %%% b\n# A\n", "2: # A");
    assert_outline("`%%` is code\n# A\nand so is ``%%``\n# B\n", "2-3: # A\n4: # B");
}

#[test]
fn headings_in_lists_and_quotes_are_not_the_notes_own() {
    assert_outline("- # no\n\n  # no\n> # no\n\n    # no\n   # yes\n", "7: # yes");
    assert_outline("-\n\n  # the item ended with the blank line\n", "3: # the item ended with the blank line");
}

#[test]
fn front_matter_is_one_entry_with_its_keys() {
    let note = "---\ntitle: x\ntags:\n  - a: b\n- c: d\n# no: comment\n\"my key\": 1\n---\n# A\n";
    assert_outline(note, "1-8: front matter: title, tags, my key\n9: # A");
    assert_outline("---\n---\n", "1-2: front matter");
    assert_outline("---\ntitle: never closed\n", "");
    assert_outline("\u{feff}---\r\na: 1\r\n---\r\n# A\r\n", "1-3: front matter: a\n4: # A");
}

#[test]
fn block_ids_are_entries_below_their_heading() {
    let note = "# A\ntext ^first\n- item ^in-list\n\n^alone\n\nx^2\n`a` ^no_id\n```\ncode ^no\n```\n";
    assert_outline(note, "1-11: # A\n2: ^first\n3: ^in-list\n5: ^alone");
}
