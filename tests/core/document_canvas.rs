//! Canvases as text.

use lectern_document::{Document, Format, read};
use proptest::prelude::*;
use serde_json::{Value, json};

fn read_json(file: &Value) -> Document {
    read(Format::Canvas, file.to_string().as_bytes()).unwrap()
}

fn card(id: &str, text: &str, x: i32, y: i32) -> Value {
    json!({"id": id, "type": "text", "text": text, "x": x, "y": y, "width": 100, "height": 60})
}

fn group(id: &str, label: &str, place: [i32; 4]) -> Value {
    let [x, y, width, height] = place;
    json!({"id": id, "type": "group", "label": label, "x": x, "y": y, "width": width, "height": height})
}

fn nodes(nodes: &[Value]) -> Document {
    read_json(&json!({"nodes": nodes, "edges": []}))
}

#[test]
fn cards_are_read_in_rows_from_left_to_right() {
    // The second card of the first row begins a little higher than the first.
    let document = nodes(&[
        card("1", "four", 200, 300),
        card("2", "two", 200, -20),
        card("3", "one", 0, 0),
        card("4", "three", 0, 290),
    ]);
    assert_eq!(document.text, "[card \"one\"]\n\n[card \"two\"]\n\n[card \"three\"]\n\n[card \"four\"]\n");
}

#[test]
fn a_low_card_beside_a_tall_one_keeps_its_row() {
    let mut tall = card("t", "tall", 0, 0);
    tall["height"] = json!(1000);
    let document = nodes(&[card("2", "b", 200, 300), card("1", "a", 200, 10), tall]);
    assert_eq!(document.text, "[card \"tall\"]\n\n[card \"a\"]\n\n[card \"b\"]\n");
}

#[test]
fn groups_are_headings_with_the_cards_that_lie_in_them() {
    let document = nodes(&[
        card("in", "inner", 20, 120),
        group("outer", "Outer", [0, 0, 500, 500]),
        group("nested", "Nested", [10, 100, 200, 200]),
        card("out", "outside", 900, 900),
        card("o", "in outer", 300, 20),
    ]);
    assert_eq!(
        document.text,
        "[card \"outside\"]\n\n## Outer\n\n[card \"in outer\"]\n\n### Nested\n\n[card \"inner\"]\n"
    );
    let parts: Vec<_> = document.parts.iter().map(|part| (part.line, part.level, &*part.title)).collect();
    assert_eq!(parts, [(1, 1, "outside"), (3, 1, "Outer"), (5, 2, "in outer"), (7, 2, "Nested"), (9, 3, "inner")]);
}

#[test]
fn groups_that_are_alike_do_not_hold_each_other() {
    let place = [0, 0, 100, 100];
    let document = nodes(&[group("a", "A", place), group("b", "B", place), group("c", "C", place)]);
    assert_eq!(document.text, "## A\n\n### B\n\n#### C\n");
}

#[test]
fn cards_show_their_text_file_or_link() {
    let document = nodes(&[
        card("1", "# Plan\n\n- first\n- second", 0, 0),
        json!({"id": "2", "type": "file", "file": "Notes/Idea.md", "subpath": "#Why", "x": 200, "y": 0}),
        json!({"id": "3", "type": "link", "url": "https://example.org/", "x": 400, "y": 0}),
        json!({"id": "4", "type": "slide", "text": "new", "x": 600, "y": 0}),
    ]);
    assert_eq!(
        document.text,
        "[card \"Plan\"]\n# Plan\n\n- first\n- second\n\n[card \"Idea#Why\": file Notes/Idea.md#Why]\n\n\
         [card \"https://example.org/\": link https://example.org/]\n\n[card \"new\" of the unknown type \"slide\"]\nnew\n"
    );
}

#[test]
fn arrows_name_their_cards_and_their_heads() {
    let edge = |from: &str, to: &str, ends: [&str; 2], label: &str| json!({"fromNode": from, "toNode": to, "fromEnd": ends[0], "toEnd": ends[1], "label": label});
    let file = json!({"nodes": [card("1", "A", 0, 0), card("2", "B", 200, 0)], "edges": [
        {"fromNode": "1", "toNode": "2"},
        edge("1", "2", ["none", "none"], "goes with"),
        edge("2", "1", ["arrow", "arrow"], ""),
        edge("1", "2", ["arrow", "none"], "two\nlines"),
        {"fromNode": "1", "toNode": "gone"}]});
    let document = read_json(&file);
    assert_eq!(
        document.text,
        "[card \"A\"]\n\n[card \"B\"]\n\n## Arrows\n\n\"A\" -> \"B\"\n\"A\" -- \"B\" (goes with)\n\"B\" <-> \"A\"\n\
         \"A\" <- \"B\" (two lines)\n\"A\" -> \"no card gone\"\n"
    );
    assert_eq!(document.notes, ["1 end of an arrow is at no card"]);
}

#[test]
fn cards_of_one_name_are_told_apart() {
    let document = nodes(&[card("1", "To do", 0, 0), card("2", "To do", 200, 0), card("3", "To do (2)", 400, 0)]);
    assert_eq!(
        document.text,
        "[card \"To do\"]\n\n[card \"To do (2)\"]\nTo do\n\n[card \"To do (2) (2)\"]\nTo do (2)\n"
    );
}

/// The lines that name the cards.
fn names(texts: &[&str]) -> Vec<String> {
    let cards: Vec<_> = texts.iter().zip(0..).map(|(text, at)| card("c", text, 0, at * 200)).collect();
    nodes(&cards).parts.into_iter().map(|part| part.title).collect()
}

#[test]
fn a_card_is_named_by_what_obsidian_shows() {
    let texts = [
        "---\ncssclasses:\n  - gray\n---\n# January\n\ntext",
        "---\ntags: x\n---\n",
        "> [!note]- Folded\n> text",
        "> [!tip]\n> Only text",
        "- [ ] Call Ann\n- [x] done",
        "[x](a.md) and [[b]]",
        "[[2024-01|January]]",
    ];
    let shown = ["January", "Card", "Folded", "Only text", "Call Ann"];
    assert_eq!(names(&texts), [&shown[..], &["[x](a.md) and [[b]]", "[[2024-01|January]]"]].concat());
}

#[test]
fn arrows_find_cards_whose_ids_are_numbers() {
    let mut cards = [card("", "A", 0, 0), card("", "B", 200, 0)];
    (cards[0]["id"], cards[1]["id"]) = (json!(1), json!(2));
    let edges = [json!({"fromNode": 1, "toNode": 2}), json!({"toNode": 2}), json!(3)];
    let document = read_json(&json!({"nodes": cards, "edges": edges}));
    let (_, arrows) = document.text.split_once("## Arrows\n\n").unwrap();
    assert_eq!(arrows, "\"A\" -> \"B\"\n\"no card\" -> \"B\"\n\"no card\" -> \"no card\"\n");
}

#[test]
fn a_group_shows_its_whole_label_and_its_background() {
    let long = "a label with more letters than the sixty of a name, which is shown in full below";
    let mut with_background = group("b", "Map", [0, 1000, 9, 9]);
    with_background["background"] = json!("Files/map.png");
    let document = nodes(&[group("a", long, [0, 0, 9, 9]), group("c", "One\ntwo", [0, 500, 9, 9]), with_background]);
    let name = "a label with more letters than the sixty of a name, which is\u{2026}";
    assert_eq!(
        document.text,
        format!("## {name}\n{long}\n\n## One\nOne\ntwo\n\n## Map\n[background: Files/map.png]\n")
    );
}

#[test]
fn the_part_of_a_file_begins_with_its_mark() {
    let file = |subpath: &str| json!({"type": "file", "file": "Idea.md", "subpath": subpath});
    let shown = ["Idea", "Idea#Why", "Idea#Why (2)"];
    let document = nodes(&[file(""), file("#Why"), file("Why")]);
    assert_eq!(document.parts.into_iter().map(|part| part.title).collect::<Vec<_>>(), shown);
    assert!(document.text.ends_with("file Idea.md#Why]\n"));
}

#[test]
fn an_empty_canvas_has_a_note() {
    for file in ["", " \n", "{}", "{\"nodes\":[],\"edges\":[]}"] {
        let document = read(Format::Canvas, file.as_bytes()).unwrap();
        assert_eq!((&*document.text, &*document.notes), ("", &["the canvas is empty".to_owned()][..]), "{file:?}");
    }
}

#[test]
fn what_is_broken_is_shown_as_its_lines() {
    for (file, what) in [
        ("[", "invalid JSON: unexpected end at line 1 column 1"),
        ("[]", "not a canvas: a list, not an object"),
        ("{\"nodes\": {}}", "not a canvas: `nodes` is an object, not a list"),
    ] {
        let note = format!("these are the lines of the file as they are, because it is broken: {what}");
        let lines = Document { text: format!("{file}\n"), notes: vec![note], ..Document::default() };
        assert_eq!(read(Format::Canvas, file.as_bytes()), Ok(lines));
    }
}

#[test]
fn cards_without_a_place_are_shown_too() {
    let document = nodes(&[
        json!({"type": "text", "text": "a", "x": "left", "y": 1e300}),
        json!({"type": "text", "text": "b"}),
        json!({}),
        json!(3),
    ]);
    let none = "of the unknown type \"none\"]";
    assert_eq!(
        document.text,
        format!("[card \"b\"]\n\n[card \"Card\" {none}\n\n[card \"Card (2)\" {none}\n\n[card \"a\"]\n")
    );
}

#[test]
fn a_hundred_thousand_cards_and_groups_are_bounded() {
    let groups = (0..50_000).map(|at| group("g", "G", [0, 0, 1000 + at, 1000]).to_string());
    let cards = (0..60_000).map(|at| card("c", "c", at % 100, at % 900).to_string());
    let file = format!("{{\"nodes\":[{}]}}", groups.chain(cards).collect::<Vec<_>>().join(","));
    let document = read(Format::Canvas, file.as_bytes()).unwrap();
    assert_eq!(document.parts.len(), 100_000);
    assert_eq!(
        document.notes,
        ["only the first 100000 cards are shown", "cards are sorted into the first 1000 groups only"]
    );
}

proptest! {
    #[test]
    fn every_card_is_shown_once(places in prop::collection::vec((any::<bool>(), -50..50, -50..50, 0..80, 0..80), 0..40)) {
        let nodes: Vec<Value> = places.iter().enumerate().map(|(at, (is_group, x, y, width, height))| {
            let kind = if *is_group { "group" } else { "text" };
            let name = format!("n{at}");
            json!({"id": name, "type": kind, "label": name, "text": name, "x": x, "y": y, "width": width, "height": height})
        }).collect();
        let document = read_json(&json!({"nodes": nodes}));
        let mut titles: Vec<String> = document.parts.into_iter().map(|part| part.title).collect();
        titles.sort_by_key(|title| title[1..].parse::<usize>().unwrap());
        prop_assert_eq!(titles, (0..nodes.len()).map(|at| format!("n{at}")).collect::<Vec<_>>());
    }
}
