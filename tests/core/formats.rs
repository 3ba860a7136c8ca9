//! The list in docs/formats.md says what the code reads.
#![expect(clippy::disallowed_methods, reason = "a test reads its files")]

use lectern::readable;

const ABOVE: &str = "<!-- Made from the code, checked by tests/core/formats.rs -->\n\n";

/// As Prettier wraps lines.
const COLUMNS: usize = 120;

#[test]
fn the_list_of_formats_is_what_is_read() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/formats.md")).expect("a page");
    let list: String = readable().iter().map(|row| item(&format!("{}: {}.", row.files, row.shown))).collect();
    let (_, below) = page.split_once(ABOVE).expect("the page says where the list is");
    assert!(below.starts_with(&format!("{list}\n")), "the list should be\n\n{list}");
}

/// An item of a list in Markdown.
fn item(text: &str) -> String {
    let mut lines = vec![String::from("-")];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("a line");
        if line.chars().count() + 1 + word.chars().count() > COLUMNS {
            lines.push(format!("  {word}"));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}
