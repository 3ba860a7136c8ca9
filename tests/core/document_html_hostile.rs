//! Web pages that are deep, huge, cut or made to do harm: all of them end, and what a person could read is shown.

use crate::support::html::{page, text};
use proptest::prelude::*;

#[test]
fn a_character_between_two_reads_is_whole() {
    for before in 16_370..16_400 {
        let html = format!("<p>{}{}", "a".repeat(before), "\u{1f600}".repeat(8));
        assert_eq!(text(&html), html[3..], "{before}");
    }
}

#[test]
fn deep_nesting_is_read_to_its_text() {
    for tag in [
        "<div>",
        "<b>",
        "<ul><li>",
        "<blockquote>",
        "<table><tr><td>",
        "<a href=x>",
        "<pre>",
        "<h1>",
        "<select>",
        "<dl><dd>",
    ] {
        let html = format!("{}deep", tag.repeat(20_000));
        assert!(page(&html).text.contains("deep"), "{tag}");
    }
    assert!(page("<div>".repeat(1_000_000) + "deep").text.contains("deep"));
}

#[test]
fn pages_without_end_are_cut() {
    let document = page("<i></i>".repeat(1_000_000));
    assert_eq!(document.notes[0], "only the beginning of the page is shown: it has too many elements");
    for html in ["<", "&", "<table><td colspan=99 rowspan=99>a", "<br>", "<!--"] {
        assert!(page(html.repeat(200_000)).text.len() <= 16 * 1024 * 1024, "{html}");
    }
    let heading = page(format!("<h1>{}", "word ".repeat(100_000)));
    assert!(heading.parts[0].title.len() < 5000);
}

/// Pieces that make trouble together.
const PIECES: &str = "<p>|</p>|<div>|</div>|<ul>|</ul>|<ol>|<li>|</li>|<table>|</table>|<tr>|<td>|<th colspan=3 rowspan=2>|</td>|<h1>|</h1>|\
    <h2>|<pre>|</pre>|<code>|</code>|<a href=x>|</a>|<blockquote>|</blockquote>|<dl>|<dd>|<dt>";

proptest! {
    #[test]
    fn visible_words_are_shown_whatever_stands_around(
        pieces in prop::collection::vec(prop::sample::select(PIECES.split('|').collect::<Vec<_>>()), 0..40),
    ) {
        let words: Vec<String> = (0..pieces.len()).map(|at| format!("w{at}w")).collect();
        let html: String = pieces.iter().zip(&words).flat_map(|(piece, word)| [*piece, word]).collect();
        let text = page(&html).text;
        for word in &words {
            prop_assert!(text.contains(word), "{} in {}: {}", word, html, text);
        }
    }
}

#[test]
fn a_tag_with_thousands_of_attributes_ends_the_page_and_not_the_stack() {
    let tag = |count: usize| format!("<p>first<b {}>last", "t=\"\" ".repeat(count));
    let read = move || {
        assert_eq!(page(tag(200)).text, "firstlast\n");
        let document = page(tag(100_000));
        assert_eq!(document.text, "first\n");
        assert_eq!(document.notes, ["only the beginning of the page is shown: an element has too many attributes"]);
    };
    // As many as are let through take 200 KB when optimised, and 5 MB when not.
    let stack = if cfg!(debug_assertions) { 8 } else { 1 } * 1024 * 1024;
    std::thread::Builder::new().stack_size(stack).spawn(read).unwrap().join().unwrap();
}
