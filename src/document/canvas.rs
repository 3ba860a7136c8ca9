//! Reads Obsidian canvases (JSON Canvas 1.0). Writes the cards in reading order below the groups that contain them,
//! then the arrows.
//!
//! Colours, sizes and the sides that arrows connect to are left out.

use std::borrow::Cow;
use std::collections::HashMap;

use lectern_base::front_matter;
use lectern_base::json::{self, Value};
use lectern_base::sort::{sort_by, sort_by_key};
use lectern_base::{Document, Fault};

use super::diagram::{Names, Place, arrow, first_line, in_reading_order};
use crate::draft::Draft;

/// Maximum number of cards read. Each takes up to 300 bytes while they are sorted.
const MAX_CARDS: usize = 100_000;

/// Maximum number of groups considered. Every card is compared with every group.
const MAX_GROUPS: usize = 1000;

/// Maximum number of bytes shown of one card.
const MAX_CARD_BYTES: usize = 1024 * 1024;

/// Maximum number of bytes read of an id, a path or a label.
const MAX_LABEL_BYTES: usize = 4096;

/// Coordinates are clamped to this range, so that sums of them stay exact numbers.
const MAX_COORDINATE: f64 = 1e12;

/// A card or a group.
struct Card<'a> {
    place: Place,
    kind: Cow<'a, str>,
    content: Value<'a>,
    /// The part of the file that is shown, or the background of the group.
    detail: Value<'a>,
    name: String,
    /// The index of the group that contains it.
    parent: Option<usize>,
}

pub(crate) fn read(bytes: &[u8]) -> Result<Document, Fault> {
    let mut draft = Draft::default();
    if json::utf8(bytes)?.trim_ascii().is_empty() {
        draft.note("the canvas is empty");
        return Ok(draft.finish());
    }
    let file = json::parse(bytes)?;
    if !file.is_object() {
        return Err(Fault::Broken(format!("not a canvas: {}, not an object", file.kind())));
    }
    let [nodes, edges] = file.pick(["nodes", "edges"]);
    for (name, list) in [("nodes", nodes), ("edges", edges)] {
        if !list.is_null() && !list.is_list() {
            return Err(Fault::Broken(format!("not a canvas: `{name}` is {}, not a list", list.kind())));
        }
    }
    let mut cards = Vec::new();
    let mut ids = HashMap::new();
    for node in nodes.items() {
        if cards.len() == MAX_CARDS {
            draft.note(format!("only the first {MAX_CARDS} cards are shown"));
            break;
        }
        let (id, card) = card(node);
        if let Some(id) = id {
            ids.insert(id, cards.len());
        }
        cards.push(card);
    }
    if cards.is_empty() {
        draft.note("the canvas is empty");
    }
    place_in_groups(&mut cards, &mut draft);
    let order = reading_order(&cards);
    let mut names = Names::default();
    for (at, _) in &order {
        let given = names.give(&cards[*at].name);
        cards[*at].name = given;
    }
    for (at, depth) in order {
        write(&mut draft, &cards[at], depth);
        if draft.is_full() {
            break;
        }
    }
    write_edges(&mut draft, edges, &cards, &ids);
    Ok(draft.finish())
}

fn card(node: Value<'_>) -> (Option<Cow<'_, str>>, Card<'_>) {
    let [id, kind, text, file, subpath, url, label, background] =
        node.pick(["id", "type", "text", "file", "subpath", "url", "label", "background"]);
    let [x, y, width, height] = node.pick(["x", "y", "width", "height"]);
    let number = |value: Value<'_>| value.number().unwrap_or(0.0).clamp(-MAX_COORDINATE, MAX_COORDINATE);
    let place = Place { x: number(x), y: number(y), width: number(width).max(0.0), height: number(height).max(0.0) };
    let kind = kind.text(MAX_LABEL_BYTES).unwrap_or(Cow::Borrowed("none"));
    let content = match &*kind {
        "text" => text,
        "file" => file,
        "link" => url,
        "group" => label,
        _ => [text, label, file, url].into_iter().find(|value| value.is_text()).unwrap_or(text),
    };
    let content_text = content.text(MAX_LABEL_BYTES).unwrap_or_default();
    let name = if kind == "file" {
        let name = content_text.rsplit('/').next().unwrap_or_default();
        first_line(&format!("{}{}", name.strip_suffix(".md").unwrap_or(name), part(subpath)))
    } else {
        // Obsidian hides the front matter of a card.
        let body = front_matter::split(content_text.as_bytes()).map_or(0, |(_, body)| body);
        first_line(&content_text[body..])
    };
    let detail = if kind == "group" { background } else { subpath };
    let name = name.unwrap_or_else(|| if kind == "group" { "Group".to_owned() } else { "Card".to_owned() });
    (id_of(id), Card { place, kind, content, detail, name, parent: None })
}

/// An id. Programs also write numbers.
fn id_of(value: Value<'_>) -> Option<Cow<'_, str>> {
    value.text(MAX_LABEL_BYTES).or_else(|| Some(value.index()?.to_string().into()))
}

/// The part of a file, with its `#`.
fn part(subpath: Value<'_>) -> String {
    let subpath = subpath.text(MAX_LABEL_BYTES).unwrap_or_default();
    let mark = if subpath.is_empty() || subpath.starts_with('#') { "" } else { "#" };
    format!("{mark}{subpath}")
}

/// Finds the smallest group around each card. Only a larger group can contain a group, so two groups never contain each
/// other. Of two groups with the same size, the first contains the second.
fn place_in_groups(cards: &mut [Card<'_>], draft: &mut Draft) {
    let mut groups: Vec<(usize, Place)> =
        cards.iter().enumerate().filter(|(_, card)| card.kind == "group").map(|(at, card)| (at, card.place)).collect();
    if groups.len() > MAX_GROUPS {
        draft.note(format!("cards are sorted into the first {MAX_GROUPS} groups only"));
        groups.truncate(MAX_GROUPS);
    }
    // From small to large. Groups of the same size are in reverse order.
    sort_by(&mut groups, |(a, a_place), (b, b_place)| a_place.area().total_cmp(&b_place.area()).then(b.cmp(a)));
    let ranks: HashMap<usize, usize> = groups.iter().enumerate().map(|(rank, (at, _))| (*at, rank)).collect();
    for (at, card) in cards.iter_mut().enumerate() {
        // A group beyond the limit is not placed in another group.
        let rank = if card.kind == "group" { ranks.get(&at).map_or(groups.len(), |rank| rank + 1) } else { 0 };
        let around = groups[rank..].iter().find(|(_, place)| place.holds(&card.place));
        card.parent = around.map(|(group, _)| *group);
    }
}

/// The indexes of all cards with their depth: first the cards outside groups, then group after group.
fn reading_order(cards: &[Card<'_>]) -> Vec<(usize, usize)> {
    let mut inside: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    for (at, card) in cards.iter().enumerate() {
        inside.entry(card.parent).or_default().push(at);
    }
    for children in inside.values_mut() {
        in_reading_order(children, |at| cards[*at].place);
        // Groups come last, because a card after the heading of a group would seem to belong to it.
        sort_by_key(children, |at| cards[*at].kind == "group");
    }
    let mut order = Vec::with_capacity(cards.len());
    let mut open: Vec<(usize, usize)> = Vec::new();
    let push_children = |open: &mut Vec<(usize, usize)>, parent: Option<usize>, depth: usize| {
        open.extend(inside.get(&parent).into_iter().flatten().rev().map(|at| (*at, depth)));
    };
    push_children(&mut open, None, 0);
    while let Some((at, depth)) = open.pop() {
        order.push((at, depth));
        if cards[at].kind == "group" {
            push_children(&mut open, Some(at), depth + 1);
        }
    }
    order
}

fn write(draft: &mut Draft, card: &Card<'_>, depth: usize) {
    draft.blank();
    let level = depth + 1;
    draft.part(u8::try_from(level).unwrap_or(u8::MAX), &card.name);
    let name = &card.name;
    let content = card.content.text(MAX_CARD_BYTES).unwrap_or_default();
    if card.content.byte_len() > MAX_CARD_BYTES {
        draft.note("cards of more than 1 MB are cut");
    }
    match &*card.kind {
        "group" => {
            draft.line(&format!("{} {name}", "#".repeat((level + 1).min(6))));
            // The name is the first line, and not all of it if it is long.
            if content.trim().len() > name.len() {
                content.lines().for_each(|line| draft.line(line));
            }
            if let Some(background) = card.detail.text(MAX_LABEL_BYTES) {
                draft.line(&format!("[background: {}]", one_line(&background)));
            }
        }
        "text" => {
            draft.line(&format!("[card \"{name}\"]"));
            if content.trim() != name {
                content.lines().for_each(|line| draft.line(line));
            }
        }
        "file" => {
            draft.line(&format!("[card \"{name}\": file {}]", one_line(&format!("{content}{}", part(card.detail)))));
        }
        "link" => draft.line(&format!("[card \"{name}\": link {}]", one_line(&content))),
        kind => {
            draft.line(&format!("[card \"{name}\" of the unknown type {:?}]", one_line(kind)));
            content.lines().for_each(|line| draft.line(line));
        }
    }
}

fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).collect::<Vec<_>>().join(" ")
}

fn write_edges(draft: &mut Draft, edges: Value<'_>, cards: &[Card<'_>], ids: &HashMap<Cow<'_, str>, usize>) {
    let mut lost = 0_usize;
    for (at, edge) in edges.items().enumerate() {
        if draft.is_full() {
            return;
        }
        if at == 0 {
            draft.heading("Arrows");
            draft.blank();
        }
        let [from, to, from_end, to_end, label] = edge.pick(["fromNode", "toNode", "fromEnd", "toEnd", "label"]);
        let mut name = |id: Value<'_>| {
            let id = id_of(id).unwrap_or_default();
            ids.get(&id).map_or_else(
                || {
                    lost += 1;
                    format!("no card {}", one_line(&id)).trim_end().to_owned()
                },
                |at| cards[*at].name.clone(),
            )
        };
        let (from, to) = (name(from), name(to));
        let has_head = |end: Value<'_>, unless: bool| match end.text(MAX_LABEL_BYTES).as_deref() {
            Some("arrow") => true,
            Some("none") => false,
            _ => unless,
        };
        let heads = (has_head(from_end, false), has_head(to_end, true));
        draft.line(&arrow(&from, &to, heads, &label.text(MAX_LABEL_BYTES).unwrap_or_default()));
    }
    if lost > 0 {
        let ends = if lost == 1 { "1 end of an arrow is" } else { &format!("{lost} ends of arrows are") };
        draft.note(format!("{ends} at no card"));
    }
}
