//! Converts drawings of the Excalidraw plugin, which are notes or plain JSON files.
//!
//! A note is shown with the list of texts that it contains. The drawing below them is usually compressed JSON and is
//! omitted; if it is plain JSON, its arrows are read.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::diagram::{Names, Place, arrow, first_line, in_reading_order};
use super::ipynb::Headings;
use super::json::{self, Value};
use super::{Document, Draft, Fault};
use crate::note::front_matter;

/// Maximum elements of a drawing to read. Each takes about 200 bytes.
const MAX_ELEMENTS: usize = 100_000;

/// Maximum bytes shown of a text, link or name.
const MAX_TEXT_BYTES: usize = 64 * 1024;

/// Part of the line that the plugin writes at the top of each note.
const BANNER: &str = "Switch to EXCALIDRAW VIEW";

pub(crate) fn read(bytes: &[u8]) -> Result<Document, Fault> {
    let text = json::utf8(bytes)?;
    let mut draft = Draft::default();
    if text.trim_start().starts_with('{') {
        let drawing = json::parse(bytes)?;
        let elements = drawing.pick(["elements"])[0];
        if !elements.is_list() {
            let what = if elements.is_null() {
                "is missing".to_owned()
            } else {
                format!("is {}, not a list", elements.kind())
            };
            return Err(Fault::Broken(format!("not a drawing: `elements` {what}")));
        }
        if !write_drawing(&mut draft, elements, true) {
            draft.note("the drawing has no text");
        }
    } else {
        write_note(&mut draft, text);
    }
    Ok(draft.finish())
}

/// The section of the note that a line is in.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    /// Text of the note that is not part of the drawing.
    Own,
    Texts,
    Links,
    Files,
    Drawing,
}

fn section(line: &str) -> Option<Section> {
    match line.trim_start_matches('#').trim() {
        _ if !line.starts_with('#') => None,
        "Text Elements" => Some(Section::Texts),
        "Element Links" => Some(Section::Links),
        "Embedded Files" | "Embedded files" => Some(Section::Files),
        "Drawing" => Some(Section::Drawing),
        _ => Some(Section::Own),
    }
}

fn write_note(draft: &mut Draft, text: &str) {
    let mut at = Section::Own;
    let mut headings = Headings::default();
    // The first line of each text by its block id, to name elements in links.
    let mut names: HashMap<&str, String> = HashMap::new();
    let (mut element, mut is_blank_due) = ("", false);
    // The current offset in the note, and the JSON of the drawing, if it is not compressed.
    let (mut offset, mut drawing) = (front_matter::split(text.as_bytes()).map_or(0, |(_, body)| body), "");
    for line in text[..offset].lines() {
        draft.line(line);
    }
    let mut lines = text[offset..].split_inclusive('\n');
    while let Some(line) = lines.next() {
        offset += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        if !headings.is_in_fence()
            && let Some(next) = section(line)
        {
            at = next;
            if at == Section::Drawing {
                continue;
            }
        }
        if is_drawing(line, at) {
            let (start, mut end) = (offset, offset);
            for content in lines.by_ref() {
                offset += content.len();
                if content.trim() == "```" {
                    break;
                }
                end = offset;
            }
            if line.trim() == "```json" {
                drawing = &text[start..end];
            }
            at = Section::Own;
            continue;
        }
        if !headings.is_in_fence() && (line.trim() == "%%" || line.contains(BANNER)) {
            continue;
        }
        if line.trim().is_empty() {
            (element, is_blank_due) = ("", true);
            continue;
        }
        if std::mem::take(&mut is_blank_due) {
            draft.blank();
        }
        headings.look_at(draft, line);
        match at {
            Section::Texts if !line.starts_with('#') => {
                let (text, id) = split_block_id(line);
                if element.is_empty() {
                    element = text;
                }
                if let (Some(id), Some(name)) = (id, first_line(element))
                    && names.len() < MAX_ELEMENTS
                {
                    names.insert(id, name);
                }
                draft.line(text);
            }
            Section::Links | Section::Files => {
                let target = line.split_once(": ").filter(|(id, _)| !id.contains([' ', '#', '[']));
                match target {
                    Some((id, target)) if names.contains_key(id) => draft.line(&format!("\"{}\": {target}", names[id])),
                    Some((_, target)) => draft.line(target),
                    None => draft.line(line),
                }
            }
            _ => draft.line(line),
        }
    }
    if let Ok(drawing) = json::parse(drawing.as_bytes()) {
        // Old notes have no list of texts, so they are taken from the drawing.
        let elements = drawing.pick(["elements"])[0];
        write_drawing(draft, elements, names.is_empty());
    }
}

/// Whether `line` opens the fence around the drawing.
fn is_drawing(line: &str, at: Section) -> bool {
    line.trim() == "```compressed-json" || (at == Section::Drawing && line.trim() == "```json")
}

/// Splits a line into its text and block id: `A text ^a1b2c3d4` → `A text`, `a1b2c3d4`.
fn split_block_id(line: &str) -> (&str, Option<&str>) {
    match line.trim_end().rsplit_once(" ^") {
        Some((text, id))
            if id.len() >= 8 && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) =>
        {
            (text, Some(id))
        }
        _ => (line, None),
    }
}

/// An element of a drawing.
struct Element<'a> {
    id: Cow<'a, str>,
    kind: Cow<'a, str>,
    place: Place,
    /// Its text, or the name of a frame.
    text: Cow<'a, str>,
    /// Its link.
    link: Cow<'a, str>,
    container: Cow<'a, str>,
    source: Value<'a>,
}

fn element(value: Value<'_>) -> Option<Element<'_>> {
    let [id, kind, text, original, raw, name, link, container] =
        value.pick(["id", "type", "text", "originalText", "rawText", "name", "link", "containerId"]);
    let [x, y, width, height, is_deleted] = value.pick(["x", "y", "width", "height", "isDeleted"]);
    if is_deleted.is_true() {
        return None;
    }
    let number = |value: Value<'_>| value.number().unwrap_or(0.0).clamp(-1e12, 1e12);
    let place = Place { x: number(x), y: number(y), width: number(width), height: number(height).abs() };
    let text = [original, raw, text, name].into_iter().find_map(|value| value.text(MAX_TEXT_BYTES));
    let text = text.unwrap_or_default();
    let [id, kind, link, container] =
        [id, kind, link, container].map(|value| value.text(MAX_TEXT_BYTES).unwrap_or_default());
    Some(Element { id, kind, place, text, link, container, source: value })
}

/// Writes the texts of a drawing, if `wants_texts`, and the arrows between named elements. Returns whether it wrote
/// anything.
fn write_drawing(draft: &mut Draft, elements: Value<'_>, wants_texts: bool) -> bool {
    let mut found: Vec<Element<'_>> = elements.items().take(MAX_ELEMENTS).filter_map(element).collect();
    if elements.items().nth(MAX_ELEMENTS).is_some() {
        draft.note(format!("only the first {MAX_ELEMENTS} elements are looked at"));
    }
    in_reading_order(&mut found, |element| element.place);
    let arrows: Vec<&Element<'_>> = found.iter().filter(|element| matches!(&*element.kind, "arrow" | "line")).collect();
    let arrow_ids: HashSet<&str> = arrows.iter().map(|arrow| &*arrow.id).collect();
    let mut given = Names::default();
    let mut names: HashMap<&str, String> = HashMap::new();
    let mut labels: HashMap<&str, &str> = HashMap::new();
    for element in found.iter().filter(|element| !element.text.trim().is_empty()) {
        if arrow_ids.contains(&*element.container) {
            labels.insert(&element.container, &element.text);
            continue;
        }
        let name = first_line(&element.text).map(|name| given.give(&name)).unwrap_or_default();
        if !element.container.is_empty() {
            names.insert(&element.container, name.clone());
        }
        names.insert(&element.id, name);
    }
    let mut has_text = false;
    if wants_texts {
        for element in &found {
            let is_label = arrow_ids.contains(&*element.container);
            if is_label || (element.text.trim().is_empty() && element.link.is_empty()) {
                continue;
            }
            if !has_text {
                draft.blank();
                draft.part(1, "Text Elements");
                draft.line("## Text Elements");
                has_text = true;
            }
            draft.blank();
            let text = element.text.trim_end();
            match (&*element.kind, text.is_empty()) {
                ("frame" | "magicframe", false) => draft.line(&format!("[frame \"{}\"]", text.replace('\n', " "))),
                (_, false) => text.lines().for_each(|line| draft.line(line)),
                (_, true) => {}
            }
            if !element.link.is_empty() {
                draft.line(&format!("[{} links to {}]", element.kind, element.link.replace('\n', " ")));
            }
        }
    }
    let mut has_arrow = false;
    for element in arrows {
        let [start, end, start_head, end_head] =
            element.source.pick(["startBinding", "endBinding", "startArrowhead", "endArrowhead"]);
        let name = |binding: Value<'_>| {
            let id = binding.pick(["elementId"])[0].text(MAX_TEXT_BYTES)?;
            names.get(&*id)
        };
        let (Some(from), Some(to)) = (name(start), name(end)) else { continue };
        if !has_arrow {
            draft.blank();
            draft.part(1, "Arrows");
            draft.line("## Arrows");
            draft.blank();
            has_arrow = true;
        }
        let heads = (start_head.is_text(), end_head.is_text());
        draft.line(&arrow(from, to, heads, labels.get(&*element.id).copied().unwrap_or_default()));
    }
    has_text || has_arrow
}
