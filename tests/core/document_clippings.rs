//! Saved web pages: the main text first, then menus and footers. Nothing is lost.

use crate::support::html::{page, text};
use proptest::prelude::*;

const MENU: &str = "<nav><ul><li><a href=/a>Home</a><li><a href=/b>News</a></ul></nav>";

fn article() -> String {
    "<p>A sentence of an article that is long enough to count as running text.</p>".repeat(10)
}

#[test]
fn the_main_text_comes_before_menus() {
    let html = format!(
        "<title>T</title><body><div class=top>{MENU}<h4>Latest</h4><p>Teaser</div><div><div><h1>Article</h1>{}</div></div><footer>Imprint</footer>",
        article()
    );
    let document = page(&html);
    let lines: Vec<_> = document.text.lines().collect();
    assert_eq!(
        lines[..5],
        ["Title: T", "", "# Article", "", "A sentence of an article that is long enough to count as running text."]
    );
    let rest =
        lines.iter().position(|line| *line == "[menus, sidebars and footers of the page:]").expect("a line says so");
    assert_eq!(
        lines[rest..],
        [
            "[menus, sidebars and footers of the page:]",
            "",
            "- [Home](/a)",
            "- [News](/b)",
            "",
            "#### Latest",
            "",
            "Teaser",
            "",
            "Imprint"
        ]
    );
    assert_eq!(
        document.notes,
        [format!("the main text comes first: menus and the like follow from line {} on", rest + 1)]
    );
    let parts: Vec<_> = document.parts.iter().map(|part| (lines[part.line as usize - 1], &*part.title)).collect();
    assert_eq!(parts, [("# Article", "Article"), ("#### Latest", "Latest")]);
}

#[test]
fn menus_in_the_main_text_follow_it_but_what_belongs_to_it_stays() {
    let html = format!(
        "<body>{MENU}{}<aside>short</aside><p>End of the article, which is a sentence too.<aside>{}</aside>",
        article(),
        article()
    );
    let shown = text(&html);
    let (main, rest) = shown.split_once("[menus").expect("a line says so");
    assert!(main.contains("End of the article") && !main.contains("short") && !main.contains("Home"), "{shown}");
    assert!(rest.contains("short") && rest.contains("Home") && !rest.contains("sentence of"), "{shown}");
}

#[test]
fn blank_lines_of_code_stay() {
    let html = format!("<body><div>{MENU}</div><div>{}<pre>a\n\n\nb</pre></div>", article());
    let shown = text(&html);
    assert!(shown.contains("```\na\n\n\nb\n```\n\n[menus"), "{shown}");
}

#[test]
fn a_page_without_one_main_text_stays_as_it_is() {
    for html in [
        format!("{MENU}<p>short"),
        format!("{MENU}<table><tr><td>1<td>2<tr><td>3<td>4</table>"),
        format!("<div>{}</div><div>{}</div>", article(), article()),
        format!("<div>{}</div>{MENU}", article()),
        // The table has more text than the paragraphs.
        format!("<div>{}</div><div><table>{}</table></div>", article(), "<tr><td>a cell<td>another cell".repeat(200)),
    ] {
        assert!(!text(&html).contains("[menus"), "{html}");
    }
}

/// Pieces that make trouble together.
#[rustfmt::skip]
const PIECES: [&str; 18] = [
    "<div>", "</div>", "<main>", "</main>", "<nav>", "</nav>", "<aside>", "</aside>", "<article>", "</article>",
    "<p>", "<ul><li>", "</ul>", "<table><tr><td>", "</table>", "<h2>", "<pre>",
    "A sentence with a word of its own, such as WORD, that is long enough to count as running text.",
];

proptest! {
    #[test]
    fn no_text_is_lost_and_parts_are_where_they_were(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..80)) {
        let mut number = 0;
        let html = pieces.iter().map(|piece| { number += 1; piece.replace("WORD", &format!("w{number}w")) }).collect::<String>();
        let html = format!("<title>T</title><div>{}</div>{html}", article());
        let document = page(&html);
        for at in 0..=number {
            let word = format!("w{at}w");
            prop_assert_eq!(document.text.matches(&word).count(), html.matches(&word).count(), "{}", word);
        }
        let lines: Vec<_> = document.text.lines().collect();
        for part in &document.parts {
            prop_assert!(lines[part.line as usize - 1].contains('#'), "{:?}", part);
        }
    }
}
