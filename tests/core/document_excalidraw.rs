//! Drawings as text.

use lectern_document::{Document, Format, read};
use serde_json::json;

const NOTE: &str = "---\n\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n\n---\n\
    ==\u{26a0}  Switch to EXCALIDRAW VIEW in the MORE OPTIONS menu of this document. \u{26a0}== You can decompress\n\n\
    My own words.\n\n# Excalidraw Data\n\n## Text Elements\nHello world ^abcd1234\n\nTwo\nlines ^efgh5678\n\n\
    ## Element Links\nabcd1234: [[Other note]]\n\n## Embedded Files\n0a1b2c: [[cat.png]]\n\n%%\n## Drawing\n\
    ```compressed-json\nN4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATLZMzYBXUtiRoIACyhQ4zZAHoFAc0JRJQgEYA6bGwC2CgF7N6hbEcK4OCtptbErHALRY8RMpWdx8Q1TdIEfARcZgRmBShcZQUebQBGbQAGGjoghH0EDihmbgBtcDBQMBKIEm4IAC\n```\n%%\n";

fn text(file: &str) -> String {
    read(Format::Excalidraw, file.as_bytes()).unwrap().text
}

fn drawing() -> serde_json::Value {
    json!({"type": "excalidraw", "version": 2, "elements": [
        {"id": "r2", "type": "rectangle", "x": 300, "y": 0, "width": 100, "height": 60},
        {"id": "t2", "type": "text", "text": "En\nd", "originalText": "End", "containerId": "r2", "x": 310, "y": 10, "width": 50, "height": 20},
        {"id": "r1", "type": "rectangle", "x": 0, "y": 0, "width": 100, "height": 60},
        {"id": "t1", "type": "text", "text": "Start", "containerId": "r1", "x": 10, "y": 12, "width": 50, "height": 20},
        {"id": "a", "type": "arrow", "x": 100, "y": 30, "startBinding": {"elementId": "r1"}, "endBinding": {"elementId": "r2"}, "endArrowhead": "arrow", "startArrowhead": null},
        {"id": "l", "type": "text", "text": "goes to", "containerId": "a", "x": 150, "y": 10},
        {"id": "loose", "type": "arrow", "x": 0, "y": 0, "startBinding": null, "endBinding": {"elementId": "r2"}},
        {"id": "gone", "type": "text", "text": "deleted", "isDeleted": true, "x": 0, "y": 0},
        {"id": "t3", "type": "text", "text": "Below", "x": 0, "y": 500, "link": "[[Note]]"}]})
}

const COUNTS: &str = "[2 shapes, 2 arrows]\n\n";
const TEXTS: &str = "## Text Elements\n\nStart\n\nEnd\n\nBelow\n[text links to [[Note]]]\n\n";
const ARROWS: &str = "## Arrows\n\n\"Start\" -> \"End\" (goes to)\n";

#[test]
fn a_note_gives_its_own_text_and_the_drawings_texts() {
    let document = read(Format::Excalidraw, NOTE.as_bytes()).unwrap();
    assert_eq!(
        document.text,
        "---\n\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n\n---\n\n\nMy own words.\n\n# Excalidraw Data\n\n\
         ## Text Elements\nHello world ^abcd1234\n\nTwo\nlines ^efgh5678\n\n## Element Links\nabcd1234: [[Other note]]\n\n\
         ## Embedded Files\n0a1b2c: [[cat.png]]\n"
    );
    let titles: Vec<_> = document.parts.iter().map(|part| &*part.title).collect();
    assert_eq!(titles, ["Excalidraw Data", "Text Elements", "Element Links", "Embedded Files"]);
}

#[test]
fn old_notes_have_plain_json_behind_a_comment() {
    let file = format!("My text\n\n# Text Elements\nStart ^abcd1234\n\n%%\n# Drawing\n```json\n{}\n```\n%%", drawing());
    assert_eq!(text(&file), format!("My text\n\n# Text Elements\nStart ^abcd1234\n\n\n\n{COUNTS}{ARROWS}"));
}

#[test]
fn a_note_without_a_list_of_texts_gives_those_of_the_drawing() {
    let file = format!("## Drawing\n```json\n{:#}\n```\nafter\n", drawing());
    assert_eq!(text(&file), format!("\n{COUNTS}{TEXTS}{ARROWS}{}after\n", "\n".repeat(file.lines().count() - 16)));
    // Where there is no room for what the data shows, the rest is on its last line.
    let file = format!("## Drawing\n```json\n{}\n```\nafter\n", drawing());
    let rest =
        "## Text Elements; Start; End; Below; [text links to [[Note]]]; ## Arrows; \"Start\" -> \"End\" (goes to)";
    assert_eq!(text(&file), format!("\n{COUNTS}{rest}\nafter\n"));
}

#[test]
fn a_fence_in_the_notes_own_text_stays() {
    assert_eq!(text("Own\n```json\n{\"a\": 1}\n%%\n```\nend\n"), "Own\n```json\n{\"a\": 1}\n%%\n```\nend\n");
}

#[test]
fn plain_json_gives_texts_in_reading_order_and_arrows_between_them() {
    assert_eq!(text(&drawing().to_string()), format!("{COUNTS}{TEXTS}{ARROWS}"));
}

#[test]
fn a_drawing_without_text_has_a_note() {
    let expected = Document { notes: vec!["the drawing has no text".to_owned()], ..Document::default() };
    assert_eq!(read(Format::Excalidraw, b"{\"elements\": []}"), Ok(expected));
}

#[test]
fn what_is_broken_is_said() {
    for (file, what) in [
        (&b"{"[..], "invalid JSON: unexpected end at line 1 column 1"),
        (b"{}", "not a drawing: `elements` is missing"),
        (b"{\"elements\": 1}", "not a drawing: `elements` is a number, not a list"),
    ] {
        let note = format!("these are the lines of the file as they are, because it is broken: {what}");
        let document = read(Format::Excalidraw, file).unwrap();
        assert_eq!((document.text.trim_end().as_bytes(), document.notes), (file, vec![note]));
    }
}

#[test]
fn many_drawings_in_one_note_take_linear_time() {
    let file = "```compressed-json\n```\n".repeat(300_000);
    assert_eq!(text(&file), "");
}
