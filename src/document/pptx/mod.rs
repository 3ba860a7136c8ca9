//! Presentations of `PowerPoint`: finds the slides in order, and writes each with its notes and comments.

mod bullets;
mod open_shape;
mod places;
mod remarks_of_slide;
mod shape;
mod slide_story;

use std::collections::BTreeMap;
use std::rc::Rc;

use lectern_base::{Document, Fault, Format, Place};

use super::package::{Package, Relations, mistaken};
use super::rich_text::LIMITS;
use super::rich_text::diagrams::read_part;
use super::rich_text::lines::Writer;
use super::rich_text::slide::{Slide, write_below};
use super::rich_text::steps::Story;
use super::slices::give_way;
use super::xml::Node;
use crate::draft::{Draft, Stop};
use places::{Places, in_order};
use remarks_of_slide::{Authors, read_comments};
use slide_story::SlideStory;

/// Maximum number of slides. The largest presentations in public corpora have about 1,000.
const MAX_SLIDES: usize = 20_000;
/// Maximum number of charts and diagrams read of a slide.
const MAX_DRAWINGS: usize = 200;
/// Maximum number of different footers shown.
const MAX_FOOTERS: usize = 200;

/// Reads a presentation, or its slide at `place`.
///
/// # Errors
/// Returns a [`Fault`] if no text could be read, or if there is no such slide.
pub(crate) async fn read(bytes: &[u8], place: &Place) -> Result<Document, Fault> {
    let mut package = Package::open_in_slices(bytes, &LIMITS).await?;
    let main = match package.contents()? {
        (Some(Format::Pptx), Some(main)) => main,
        (kind, _) => return Err(mistaken(kind)),
    };
    let relations = package.relations(&main)?;
    let mut draft = Draft::default();
    let slides = slides(&mut package, &main, &relations, &mut draft)?;
    let wanted = match place.page.and_then(|page| usize::try_from(page).ok()) {
        Some(page) if page == 0 || page > slides.len() => {
            return Err(Fault::NoPage(u32::try_from(slides.len()).unwrap_or(u32::MAX)));
        }
        Some(page) => page - 1..page,
        None => 0..slides.len(),
    };
    let authors = Authors::read(&mut package, &relations)?;
    let mut deck = Deck { package, authors, draft, footers: Vec::new(), has_text: false, places: Places::default() };
    let (mut first_stop, mut failed) = (None, 0);
    for (number, part) in slides.iter().enumerate().take(wanted.end).skip(wanted.start) {
        give_way().await;
        let read = match part.as_deref() {
            Some(part) => deck.slide(number + 1, part).await,
            None => Err(Stop::Missing),
        };
        if let Err(stop) = read {
            first_stop.get_or_insert((number + 1, stop));
            failed += 1;
            if matches!(stop, Stop::Large(_) | Stop::Many(_)) {
                deck.draft.note(format!("the text ends early: {stop}"));
                break;
            }
        }
        if deck.draft.is_full() {
            break;
        }
    }
    if let Some((number, stop)) = first_stop {
        if !deck.has_text {
            return Err(stop.into());
        }
        let more = if failed > 1 { format!(" (and {} more)", failed - 1) } else { String::new() };
        deck.draft.note(format!("slide {number}{more} could not be read to its end: {stop}"));
    }
    if !deck.footers.is_empty() {
        deck.draft.blank();
        deck.footers.iter().for_each(|footer| deck.draft.line(&format!("[footer] {footer}")));
    }
    if slides.is_empty() {
        deck.draft.note("the presentation has no slides");
    }
    Ok(deck.draft.finish())
}

/// The parts of the slides in order, `None` where one is missing.
fn slides(
    package: &mut Package<'_>,
    main: &str,
    relations: &Relations,
    draft: &mut Draft,
) -> Result<Vec<Option<Rc<str>>>, Fault> {
    let Some(mut xml) = package.xml(main)? else { return Err(Stop::Missing.into()) };
    let mut slides = Vec::new();
    loop {
        match xml.next() {
            Ok(Node::Open) if xml.name() == "sldId" => {
                if slides.len() == MAX_SLIDES {
                    draft.note(format!("only the first {MAX_SLIDES} slides are shown"));
                    break;
                }
                let relation = xml.prefixed("id").and_then(|id| relations.get(&*id));
                slides.push(relation.map(|relation| Rc::clone(&relation.target)));
            }
            Ok(Node::Close) if xml.name() == "sldIdLst" => break,
            Ok(Node::Open | Node::Close | Node::Text) => {}
            Ok(Node::End) => break,
            Err(stop) => {
                draft.note(format!("the list of its slides ends early: {stop}"));
                break;
            }
        }
    }
    Ok(slides)
}

struct Deck<'a> {
    package: Package<'a>,
    authors: Authors,
    draft: Draft,
    /// The different footers so far.
    footers: Vec<String>,
    /// Whether a slide could be read to its end, or has text.
    has_text: bool,
    places: Places,
}

impl Deck<'_> {
    /// Writes the slide in `part`, as far as it can be read.
    async fn slide(&mut self, number: usize, part: &str) -> Result<(), Stop> {
        let relations = self.package.relations(part)?;
        let drawings = self.drawings(&relations)?;
        let inherited = self.places.of(&mut self.package, &relations)?;
        let mut writer = Writer::default();
        let Some(mut xml) = self.package.xml(part)? else { return Err(Stop::Missing) };
        let mut story = SlideStory::new(&relations, &drawings, Some(&mut writer));
        let end = story.read_slide(&mut xml).await;
        let (title, footers) = (story.title(), story.footers());
        let (is_hidden, is_cut) = (story.is_hidden, story.frames.is_cut);
        let pieces = std::mem::take(&mut story.pieces);
        drop(story);
        drop(xml);
        let mut text = writer.draft.finish();
        text.text = in_order(text.text, &pieces, &inherited);
        self.has_text |= end.is_ok() || !text.text.is_empty();
        Slide { number, title, is_hidden, text, is_cut }.write(&mut self.draft);
        for footer in footers {
            if self.footers.len() < MAX_FOOTERS && !self.footers.contains(&footer) {
                self.footers.push(footer);
            }
        }
        self.notes(&relations).await?;
        self.comments(&relations)?;
        end
    }

    /// The texts of the charts and diagrams of a slide, by the name of their part.
    fn drawings(&mut self, relations: &Relations) -> Result<BTreeMap<Rc<str>, Rc<str>>, Stop> {
        let mut drawings = BTreeMap::new();
        let kinds = ["chart", "chartEx", "diagramData"];
        for relation in relations.values().filter(|it| kinds.contains(&&*it.kind)).take(MAX_DRAWINGS) {
            let text = read_part(&mut self.package, &relation.target, relation.kind != "diagramData")?;
            drawings.insert(Rc::clone(&relation.target), text.into());
        }
        Ok(drawings)
    }

    /// Writes the speaker's notes.
    async fn notes(&mut self, relations: &Relations) -> Result<(), Stop> {
        let Some(part) = relations.values().find(|relation| relation.kind == "notesSlide") else { return Ok(()) };
        let (own, none) = (self.package.relations(&part.target)?, BTreeMap::new());
        let Some(mut xml) = self.package.optional_xml(&part.target)? else { return Ok(()) };
        let mut story = SlideStory::new(&own, &none, None);
        let end = story.read(&mut xml, 0).await;
        let lines: Vec<_> = story.texts().map(|line| format!("[notes] {line}")).collect();
        write_below(&mut self.draft, &lines);
        end
    }

    /// Writes the comments on a slide.
    fn comments(&mut self, relations: &Relations) -> Result<(), Stop> {
        for part in relations.values().filter(|relation| relation.kind == "comments") {
            let Some(mut xml) = self.package.optional_xml(&part.target)? else { continue };
            let (comments, end) = read_comments(&mut xml, &self.authors);
            write_below(&mut self.draft, &comments);
            end?;
        }
        Ok(())
    }
}
