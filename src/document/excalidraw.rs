//! The data of a drawing of the Excalidraw plugin: its texts are shown, its arrows between them, and how much of
//! everything else there is.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use lectern_base::Fault;
use lectern_base::json::{self, Value};

use super::diagram::{Names, Place, arrow, first_line, in_reading_order};
use crate::draft::Draft;

/// Maximum number of elements read of a drawing. Each takes about 200 bytes.
const MAX_ELEMENTS: usize = 100_000;

/// Maximum number of bytes shown of one text, link or name.
const MAX_TEXT_BYTES: usize = 64 * 1024;

/// The types of elements that are only counted, and what they are called.
const COUNTED: [(&[&str], &str); 7] = [
    (&["freedraw"], "stroke"),
    (&["image"], "image"),
    (&["rectangle", "ellipse", "diamond"], "shape"),
    (&["arrow"], "arrow"),
    (&["line"], "line"),
    (&["frame", "magicframe"], "frame"),
    (&["embeddable", "iframe"], "embedded page"),
];

/// Writes a drawing that is plain JSON.
pub(super) fn write_json(draft: &mut Draft, bytes: &[u8]) -> Result<(), Fault> {
    let drawing = json::parse(bytes)?;
    let elements = drawing.pick(["elements"])[0];
    if !elements.is_list() {
        let what =
            if elements.is_null() { "is missing".to_owned() } else { format!("is {}, not a list", elements.kind()) };
        return Err(Fault::Broken(format!("not a drawing: `elements` {what}")));
    }
    if !write_drawing(draft, elements, true) {
        draft.note("the drawing has no text");
    }
    Ok(())
}

/// An element that may be shown.
struct Element<'a> {
    id: Cow<'a, str>,
    kind: Cow<'a, str>,
    place: Place,
    /// Its text, or the name of a frame.
    text: Cow<'a, str>,
    /// The target of its link.
    link: Cow<'a, str>,
    container: Cow<'a, str>,
    source: Value<'a>,
}

impl Element<'_> {
    fn is_arrow(&self) -> bool {
        matches!(&*self.kind, "arrow" | "line")
    }
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

/// Writes how many elements a drawing has, its texts if `wants_texts` is set, and its arrows between elements that have a
/// name. Returns whether there are texts or arrows.
pub(super) fn write_drawing(draft: &mut Draft, elements: Value<'_>, wants_texts: bool) -> bool {
    let mut found: Vec<Element<'_>> = elements.items().take(MAX_ELEMENTS).filter_map(element).collect();
    if elements.items().nth(MAX_ELEMENTS).is_some() {
        draft.note(format!("only the first {MAX_ELEMENTS} elements are looked at"));
    }
    write_counts(draft, &found);
    in_reading_order(&mut found, |element| element.place);
    let arrow_ids: HashSet<&str> = found.iter().filter(|it| it.is_arrow()).map(|arrow| &*arrow.id).collect();
    let (labels, texts): (Vec<_>, Vec<_>) =
        found.iter().partition::<Vec<_>, _>(|element| arrow_ids.contains(&*element.container));
    let has_text = wants_texts && write_texts(draft, &texts);
    write_arrows(draft, &found, &names(&texts), &labels) || has_text
}

/// The names of elements by their ids.
fn names<'a>(texts: &[&'a Element<'_>]) -> HashMap<&'a str, String> {
    let (mut given, mut names) = (Names::default(), HashMap::new());
    for element in texts.iter().filter(|element| !element.text.trim().is_empty()) {
        let name = first_line(&element.text).map(|name| given.give(&name)).unwrap_or_default();
        if !element.container.is_empty() {
            names.insert(&*element.container, name.clone());
        }
        names.insert(&*element.id, name);
    }
    names
}

/// Writes texts and links. Returns whether there are any.
fn write_texts(draft: &mut Draft, texts: &[&Element<'_>]) -> bool {
    let mut has_text = false;
    for element in texts.iter().filter(|element| !element.text.trim().is_empty() || !element.link.is_empty()) {
        if !std::mem::replace(&mut has_text, true) {
            draft.heading("Text Elements");
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
    has_text
}

/// Writes the arrows between elements with a name. Returns whether there are any.
fn write_arrows(
    draft: &mut Draft,
    found: &[Element<'_>],
    names: &HashMap<&str, String>,
    labels: &[&Element<'_>],
) -> bool {
    let labels: HashMap<&str, &str> = labels
        .iter()
        .filter(|label| !label.text.trim().is_empty())
        .map(|label| (&*label.container, &*label.text))
        .collect();
    let mut has_arrow = false;
    for element in found.iter().filter(|element| element.is_arrow()) {
        let [start, end, start_head, end_head] =
            element.source.pick(["startBinding", "endBinding", "startArrowhead", "endArrowhead"]);
        let name = |binding: Value<'_>| {
            let id = binding.pick(["elementId"])[0].text(MAX_TEXT_BYTES)?;
            names.get(&*id)
        };
        let (Some(from), Some(to)) = (name(start), name(end)) else { continue };
        if !std::mem::replace(&mut has_arrow, true) {
            draft.heading("Arrows");
            draft.blank();
        }
        let heads = (start_head.is_text(), end_head.is_text());
        draft.line(&arrow(from, to, heads, labels.get(&*element.id).copied().unwrap_or_default()));
    }
    has_arrow
}

fn write_counts(draft: &mut Draft, found: &[Element<'_>]) {
    let count = |(kinds, name): (&[&str], &str)| match found.iter().filter(|of| kinds.contains(&&*of.kind)).count() {
        0 => None,
        1 => Some(format!("1 {name}")),
        count => Some(format!("{count} {name}s")),
    };
    let counts: Vec<_> = COUNTED.into_iter().filter_map(count).collect();
    if !counts.is_empty() {
        draft.line(&format!("[{}]", counts.join(", ")));
    }
}
