//! Texts and presentations in the `OpenDocument` format, as `LibreOffice` writes them.

mod inserts;
mod odf_lists;
mod odf_objects;
mod odf_styles;
mod text_story;

use std::collections::BTreeMap;

use lectern_base::{Document, Fault, Format, Place};

use super::markup::one_line;
use super::package::{Package, mistaken};
use super::rich_text::LIMITS;
use super::rich_text::lines::Writer;
use super::rich_text::slide::{self, Slide, write_below};
use super::rich_text::steps::Story;
use super::xml::{Node, Xml};
use crate::draft::{Draft, Stop};
use odf_styles::Styles;
use text_story::TextStory;

/// Maximum number of different lines of headers and of footers shown.
const MAX_MARGINS: usize = 200;

/// The texts of objects by their folder, each with its kind.
type Objects = BTreeMap<String, (&'static str, String)>;

/// Reads a text or a presentation, or the slide at `place`.
///
/// # Errors
/// Returns a [`Fault`] if no text could be read, or if there is no such slide.
pub(crate) async fn read(format: Format, bytes: &[u8], place: &Place) -> Result<Document, Fault> {
    let mut package = Package::open_in_slices(bytes, &LIMITS).await?;
    match (format, package.contents()?) {
        // Without a declared type, the name decides.
        (_, (Some(Format::Ods), Some(_)))
        | (Format::Odt, (Some(Format::Odt), _))
        | (Format::Odp, (Some(Format::Odp), _)) => {}
        (_, (kind, _)) => return Err(mistaken(kind)),
    }
    let objects = objects(&mut package).await?;
    let (mut styles, mut margins) = (Styles::default(), Vec::new());
    if let Ok(Some(mut xml)) = package.xml("styles.xml") {
        let mut story = TextStory::new(&mut styles, &objects, None, false);
        // The text is still readable without them.
        let _ = story.read(&mut xml, 0).await;
        margins = story.beside.margins;
    }
    let Some(mut xml) = package.xml("content.xml")? else { return Err(Stop::Missing.into()) };
    match format {
        Format::Odp => slides(&mut xml, &mut styles, &objects, place).await,
        _ => text(&mut xml, &mut styles, &objects, &margins).await,
    }
}

/// Reads the formulas and charts before the text that shows them.
async fn objects(package: &mut Package<'_>) -> Result<Objects, Fault> {
    let mut objects = Objects::new();
    for object in package.objects().await? {
        let Ok(Some(mut xml)) = package.xml(&format!("{}/content.xml", object.folder)) else { continue };
        let shown = match &*object.kind {
            "formula" => ("formula", odf_objects::formula(&mut xml)),
            "chart" => ("chart", odf_objects::chart(&mut xml)),
            _ => continue,
        };
        objects.insert(object.folder, shown);
    }
    Ok(objects)
}

async fn text(
    xml: &mut Xml<'_>,
    styles: &mut Styles,
    objects: &Objects,
    margins: &[(&'static str, String)],
) -> Result<Document, Fault> {
    let mut writer = Writer::default();
    write_margins(&mut writer, margins, "header");
    let has_header = !writer.draft.is_empty();
    let mut story = TextStory::new(styles, objects, Some(&mut writer), false);
    let end = story.read(xml, 0).await;
    let (is_cut, beside) = (story.frames.is_cut, story.beside);
    write_notes(&mut writer, &beside.notes);
    if let Err(stop) = end {
        if writer.draft.is_empty() || has_header {
            return Err(stop.into());
        }
        writer.draft.note(format!("the text ends early: {stop}"));
    }
    writer.ends_block();
    write_margins(&mut writer, margins, "footer");
    if is_cut {
        writer.draft.note("one paragraph or table row was too long and is cut");
    }
    Ok(writer.draft.finish())
}

/// Writes each distinct line of the headers or footers once.
fn write_margins(writer: &mut Writer, margins: &[(&'static str, String)], kind: &str) {
    let mut seen = Vec::new();
    for (_, line) in margins.iter().filter(|(own, _)| *own == kind) {
        let line = one_line(line);
        if !line.is_empty() && seen.len() < MAX_MARGINS && !seen.contains(&line) {
            writer.raw(&format!("[{kind}] {line}"));
            seen.push(line);
        }
    }
    writer.ends_block();
}

fn write_notes(writer: &mut Writer, notes: &[String]) {
    writer.ends_block();
    for note in notes {
        writer.raw(note);
    }
}

async fn slides(xml: &mut Xml<'_>, styles: &mut Styles, objects: &Objects, place: &Place) -> Result<Document, Fault> {
    let mut draft = Draft::default();
    let mut number = 0_u32;
    loop {
        let node = match xml.next() {
            Ok(node) => node,
            Err(stop) if draft.is_empty() => return Err(stop.into()),
            Err(stop) => {
                draft.note(format!("the text ends early: {stop}"));
                break;
            }
        };
        match (node, xml.full_name()) {
            (Node::Open, "style:style") => styles.read_style(xml)?,
            (Node::Open, "text:list-style") => styles.read_list(xml)?,
            (Node::Open, "draw:page") => {
                number = number.saturating_add(1);
                if place.page.is_some_and(|page| page != number) {
                    xml.skip()?;
                    continue;
                }
                slide(xml, styles, objects, &mut draft, number as usize).await;
                if draft.is_full() || place.page.is_some() {
                    break;
                }
            }
            (Node::End, _) => break,
            _ => {}
        }
    }
    if place.page.is_some() && draft.is_empty() {
        return Err(Fault::NoPage(number));
    }
    if number == 0 {
        draft.note("the presentation has no slides");
    }
    Ok(draft.finish())
}

/// Writes the slide whose element was just opened. An error in it is returned by the next step.
async fn slide(xml: &mut Xml<'_>, styles: &mut Styles, objects: &Objects, draft: &mut Draft, number: usize) {
    let is_hidden = xml.attribute("style-name").is_some_and(|name| styles.is_hidden_slide(&name));
    let mut writer = Writer::default();
    let mut story = TextStory::new(styles, objects, Some(&mut writer), true);
    let _ = story.read(xml, xml.depth()).await;
    let (is_cut, beside) = (story.frames.is_cut, story.beside);
    write_notes(&mut writer, &beside.notes);
    let (title, text) = (slide::title(&beside.title), writer.draft.finish());
    Slide { number, title, is_hidden, text, is_cut }.write(draft);
    let speech = beside.speech.iter().flat_map(|line| line.lines());
    write_below(draft, &speech.map(|line| format!("[notes] {line}")).collect::<Vec<_>>());
}
