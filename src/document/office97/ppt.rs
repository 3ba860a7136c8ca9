//! Presentations of `PowerPoint` 97 to 2003: the text of each slide, and its notes.

use std::collections::BTreeMap;

use lectern_base::{Document, Fault, Place};

use super::narrow;
use crate::compound::{Compound, long, mistaken, place, short, wide};
use crate::draft::Draft;
use crate::rich_text::slide::{Slide, title, write_below};

/// Maximum depth of records, and maximum number of slides.
const MAX_DEPTH: usize = 32;
const MAX_SLIDES: usize = 20_000;
/// Maximum number of edits that are followed back, and of parts in their lists together.
const MAX_EDITS: usize = 10_000;
const MAX_PARTS: usize = 1_000_000;
/// The mark of a presentation with a password.
const LOCKED: u32 = 0xf3d1_c4df;

/// A record: its kind, its instance, and its content.
type Record<'a> = (usize, usize, &'a [u8]);

fn records(bytes: &[u8]) -> impl Iterator<Item = Record<'_>> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let head = rest.get(..8)?;
        let len = place(head, 4).min(rest.len() - 8);
        let content = &rest[8..8 + len];
        rest = &rest[8 + len..];
        Some((short(head, 2), short(head, 0) >> 4, content))
    })
}

/// Reads a presentation, or its slide at `wanted`.
///
/// # Errors
/// A [`Fault`] if it has a password, another format or no such slide.
pub(crate) fn read(bytes: &[u8], wanted: &Place) -> Result<Document, Fault> {
    let file = Compound::open(bytes)?;
    let Some(main) = file.named("PowerPoint Document") else { return Err(mistaken(&file)) };
    let user = file.named("Current User").unwrap_or_default();
    if long(&user, 12) == LOCKED || file.find(0, "EncryptedSummary").is_some() {
        return Err(Fault::Locked);
    }
    let (persisted, document) = persisted(&main, place(&user, 16));
    let record = |at: usize| main.get(at..).and_then(|rest| records(rest).next());
    let document = document.and_then(|id| persisted.get(&id)).and_then(|at| record(*at));
    let Some((_, _, document)) = document.filter(|(kind, ..)| *kind == 0x3e8) else {
        return Err(Fault::Broken("its list of slides is missing".to_owned()));
    };
    let lists = |wanted: usize| {
        let list = records(document).find(|(kind, instance, _)| *kind == 0xff0 && *instance == wanted);
        list.map(|(.., content)| entries(content)).unwrap_or_default()
    };
    let (slides, notes) = (lists(0), lists(2));
    let page = wanted.page.map(|page| page as usize);
    if page.is_some_and(|page| page == 0 || page > slides.len()) {
        return Err(Fault::NoPage(u32::try_from(slides.len()).unwrap_or(u32::MAX)));
    }
    let part = |id: u32| persisted.get(&id).and_then(|at| record(*at)).map(|(.., content)| content).unwrap_or_default();
    let (mut draft, mut work) = (Draft::default(), 0);
    for (at, slide) in slides.iter().enumerate().filter(|(at, _)| page.is_none_or(|page| page == at + 1)) {
        let content = part(slide.part);
        work += content.len();
        // In a damaged file, many slides may have the same part.
        if work > 2 * bytes.len() {
            draft.note("slides are left out because they repeat");
            break;
        }
        let mut shown = Texts { listed: &slide.texts, ..Texts::default() };
        shown.walk(content, 0);
        if shown.found.is_empty() {
            shown.found.clone_from(&slide.texts);
        }
        let is_title = |(kind, _): &&(u32, String)| matches!(kind, 0 | 6);
        let heading =
            shown.found.iter().find(is_title).map(|(_, text)| title(std::slice::from_ref(text))).unwrap_or_default();
        let mut body = Draft::default();
        let mut has_title = false;
        for text in &shown.found {
            if is_title(&text) && !std::mem::replace(&mut has_title, true) || text.1.trim().is_empty() {
                continue;
            }
            body.blank();
            text.1.trim_end().lines().for_each(|line| body.line(line));
        }
        let is_hidden = records(content).any(|(kind, _, content)| kind == 0x3f9 && short(content, 10) & 4 != 0);
        Slide { number: at + 1, title: heading, is_hidden, text: body.finish(), is_cut: false }.write(&mut draft);
        let id = records(content).find(|(kind, ..)| *kind == 0x3ef).map_or(0, |(.., atom)| long(atom, 16));
        if let Some(note) = notes.iter().find(|note| id != 0 && note.id == id) {
            let mut said = Texts { listed: &note.texts, ..Texts::default() };
            said.walk(part(note.part), 0);
            let lines = said.found.iter().filter(|(kind, _)| *kind == 2).flat_map(|(_, text)| text.lines());
            let lines: Vec<_> =
                lines.filter(|line| !line.trim().is_empty()).map(|line| format!("[notes] {line}")).collect();
            write_below(&mut draft, &lines);
        }
        if draft.is_full() {
            break;
        }
    }
    if slides.is_empty() {
        draft.note("the presentation has no slides");
    }
    Ok(draft.finish())
}

/// Where each part is as of the last edit, by its id, and the id of the document itself.
fn persisted(main: &[u8], last: usize) -> (BTreeMap<u32, usize>, Option<u32>) {
    let (mut parts, mut document, mut at, mut left) = (BTreeMap::new(), None, last, MAX_PARTS);
    for _ in 0..MAX_EDITS {
        let Some((0xff5, _, edit)) = main.get(at..).and_then(|rest| records(rest).next()) else { break };
        document = document.or(Some(long(edit, 16)));
        let directory = main.get(place(edit, 12)..).and_then(|rest| records(rest).next());
        let (.., mut entries) = directory.filter(|(kind, ..)| *kind == 0x1772).unwrap_or_default();
        while entries.len() >= 4 && left > 0 {
            let (first, count) = (long(entries, 0) & 0xf_ffff, (long(entries, 0) >> 20) as usize);
            for (id, entry) in (first..).zip(entries[4..].chunks_exact(4).take(count)) {
                parts.entry(id).or_insert(place(entry, 0));
            }
            left = left.saturating_sub(count + 1);
            entries = entries.get(4 + count * 4..).unwrap_or_default();
        }
        let before = place(edit, 8);
        // Edits go back in the file.
        if before == 0 || before >= at {
            break;
        }
        at = before;
    }
    (parts, document)
}

/// A slide or its notes as the document lists it.
struct Listed {
    part: u32,
    id: u32,
    /// Its texts with their kinds.
    texts: Vec<(u32, String)>,
}

fn entries(list: &[u8]) -> Vec<Listed> {
    let (mut slides, mut kind) = (Vec::<Listed>::new(), 0);
    for (record, _, content) in records(list) {
        let has_room = slides.len() < MAX_SLIDES;
        match (record, slides.last_mut()) {
            (0x3f3, _) if has_room => {
                slides.push(Listed { part: long(content, 0), id: long(content, 12), texts: Vec::new() });
            }
            (0xf9f, _) => kind = long(content, 0),
            (0xfa0 | 0xfa8, Some(slide)) => slide.texts.push((kind, text(record, content))),
            _ => {}
        }
    }
    slides
}

fn text(record: usize, content: &[u8]) -> String {
    let text = if record == 0xfa0 { wide(content) } else { narrow(content) };
    text.replace(['\r', '\u{b}'], "\n")
}

/// The texts of a slide in the order of its shapes.
#[derive(Default)]
struct Texts<'a> {
    /// Those that the document lists. A shape may refer to one.
    listed: &'a [(u32, String)],
    found: Vec<(u32, String)>,
    kind: u32,
}

impl Texts<'_> {
    fn walk(&mut self, content: &[u8], depth: usize) {
        for (kind, _, content) in records(content) {
            match kind {
                0xf9e => self.found.extend(self.listed.get(place(content, 0)).cloned()),
                0xf9f => self.kind = long(content, 0),
                0xfa0 | 0xfa8 => self.found.push((self.kind, text(kind, content))),
                // Containers: drawings, groups, shapes and their texts.
                0x40c | 0xf002 | 0xf003 | 0xf004 | 0xf00d if depth < MAX_DEPTH => self.walk(content, depth + 1),
                _ => {}
            }
        }
    }
}
