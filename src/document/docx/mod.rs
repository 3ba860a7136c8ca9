//! Word documents: finds the parts of the package, reads them in order and combines them into one text.

mod field;
mod footnotes;
mod form_field;
mod inserts;
mod numbering;
mod properties;
mod story;
mod styles;

use lectern_base::sort::sort_by;
use lectern_base::{Document, Fault, Format};

use self::footnotes::NoteKind;
use self::numbering::Numbering;
use self::story::{Shared, WordStory};
use self::styles::Styles;
use super::package::{Package, Relation, Relations, mistaken};
use super::rich_text::LIMITS;
use super::rich_text::diagrams::read_part;
use super::rich_text::lines::Writer;
use super::rich_text::steps::Story;
use super::xml::Xml;
use crate::draft::Stop;

/// Maximum number of headers and of footers read: three of each for more than 60 sections.
const MAX_MARGINS: usize = 200;
/// Maximum number of diagrams and of charts read.
const MAX_DIAGRAMS: usize = 200;
/// Maximum number of documents read that are inside the document.
const MAX_INNER: usize = 50;
/// Maximum length of the text of those together, in bytes.
const MAX_INNER_BYTES: usize = 2 * 1024 * 1024;

/// Reads a Word document. `inner` reads a document inside it, by its name and bytes.
///
/// # Errors
/// Returns a [`Fault`] if no text could be read. If some text was read, the document notes what is missing instead.
pub(crate) async fn read(bytes: &[u8], inner: ReadInner) -> Result<Document, Fault> {
    let mut package = Package::open_in_slices(bytes, &LIMITS).await?;
    let main = main_part(&mut package)?;
    let relations = package.relations(&main)?;
    let mut reader = Reader { package, relations: &relations, shared: Shared::default(), writer: Writer::default() };
    reader.read_definitions()?;
    reader.read_diagrams()?;
    reader.read_inner(inner);
    reader.read_asides().await?;
    reader.read_margins("header").await?;
    let end = reader.read_body(&main).await?;
    reader.writer.ends_block();
    for note in reader.shared.asides.shown() {
        reader.writer.raw(&note);
    }
    reader.writer.ends_block();
    reader.read_margins("footer").await?;
    let document = reader.writer.draft.finish();
    match end {
        Err(stop) if document.text.trim().is_empty() => Err(stop.into()),
        _ => Ok(document),
    }
}

/// Reads a document inside another one, by its name and bytes.
pub(crate) type ReadInner = fn(&str, &[u8]) -> Option<Document>;

fn main_part(package: &mut Package<'_>) -> Result<String, Fault> {
    match package.contents()? {
        (Some(Format::Docx), Some(main)) => Ok(main),
        (kind, _) => Err(mistaken(kind)),
    }
}

struct Reader<'a> {
    package: Package<'a>,
    /// The relationships of the main part.
    relations: &'a Relations,
    shared: Shared,
    writer: Writer,
}

impl Reader<'_> {
    /// Reads the styles and the numbering. The text is still readable without them.
    fn read_definitions(&mut self) -> Result<(), Fault> {
        if let Some((styles, end)) = self.with("styles", Styles::read)? {
            self.shared.styles = styles;
            self.note(end, "its styles could not be read, so headings may be missing");
        }
        if let Some((numbering, end)) = self.with("numbering", Numbering::read)? {
            self.shared.numbering = numbering;
            self.note(end, "its lists could not be read, so their numbers may be missing");
        }
        Ok(())
    }

    /// Reads the diagrams and charts before the text that shows them.
    fn read_diagrams(&mut self) -> Result<(), Fault> {
        for kind in ["diagramData", "chart"] {
            for name in self.related(kind).into_iter().take(MAX_DIAGRAMS) {
                let text = read_part(&mut self.package, &name, kind == "chart")?;
                self.shared.diagrams.insert(name, text.into());
            }
        }
        Ok(())
    }

    /// Reads the documents inside this one before the text that shows them.
    fn read_inner(&mut self, inner: ReadInner) {
        let mut len = 0;
        for name in [self.related("aFChunk"), self.related("package")].concat().into_iter().take(MAX_INNER) {
            let Ok(Some(bytes)) = self.package.bytes(&name) else { continue };
            if let Some(document) = inner(&name, &bytes) {
                len += document.text.len();
                if len > MAX_INNER_BYTES {
                    self.writer.draft.note("not all of the documents inside it are shown");
                    break;
                }
                document.notes.into_iter().for_each(|note| self.writer.draft.note(note));
                self.shared.inner.insert(name, document.text.into());
            }
        }
    }

    async fn read_asides(&mut self) -> Result<(), Fault> {
        for (kind, missing) in [
            ("comments", "not all comments could be read"),
            ("footnotes", "not all footnotes could be read"),
            ("endnotes", "not all endnotes could be read"),
        ] {
            let Some(name) = self.related(kind).into_iter().next() else { continue };
            let relations = self.package.relations(&name)?;
            let Some(mut xml) = self.package.optional_xml(&name)? else { continue };
            let mut story = WordStory::new(&mut self.shared, &relations, None);
            let end = story.read(&mut xml, 0).await;
            let is_cut = story.frames.is_cut;
            let asides = story.frames.asides;
            drop(xml);
            match kind {
                "comments" => self.shared.asides.keep_comments(asides),
                "footnotes" => self.shared.asides.keep_notes(NoteKind::Foot, asides),
                _ => self.shared.asides.keep_notes(NoteKind::End, asides),
            }
            self.note(end, missing);
            if is_cut {
                self.writer.draft.note(missing);
            }
        }
        Ok(())
    }

    /// Reads the headers or the footers, and writes each distinct line once.
    async fn read_margins(&mut self, kind: &str) -> Result<(), Fault> {
        let mut seen = Vec::new();
        for name in self.related(kind).into_iter().take(MAX_MARGINS) {
            let relations = self.package.relations(&name)?;
            let Some(mut xml) = self.package.optional_xml(&name)? else { continue };
            let mut story = WordStory::new(&mut self.shared, &relations, None);
            // A damaged header is shown as far as it could be read. No note is needed: the gap is obvious to the
            // reader.
            let _ = story.read(&mut xml, 0).await;
            for line in story.frames.asides.into_iter().flat_map(|aside| aside.lines) {
                let line = line.trim().replace('\n', " ");
                if !line.is_empty() && !seen.contains(&line) && seen.len() < MAX_MARGINS {
                    self.writer.raw(&format!("[{kind}] {line}"));
                    seen.push(line);
                }
            }
        }
        if !seen.is_empty() {
            self.writer.ends_block();
        }
        Ok(())
    }

    async fn read_body(&mut self, main: &str) -> Result<Result<(), Stop>, Fault> {
        let Some(mut xml) = self.package.xml(main)? else { return Ok(Err(Stop::Missing)) };
        let mut story = WordStory::new(&mut self.shared, self.relations, Some(&mut self.writer));
        let end = story.read(&mut xml, 0).await;
        let is_cut = story.frames.is_cut;
        drop(story);
        if is_cut {
            self.writer.draft.note("one paragraph or table row was too long and is cut");
        }
        if let Err(stop) = end {
            self.writer.draft.note(format!("the text ends early: {stop}"));
        }
        Ok(end)
    }

    /// The names of the parts related to the main part by `kind`, in order.
    fn related(&self, kind: &str) -> Vec<String> {
        let is_it = |relation: &&Relation| relation.kind == kind && !relation.is_external;
        let mut names: Vec<String> =
            self.relations.values().filter(is_it).map(|relation| relation.target.to_string()).collect();
        // Sort by length first, so that `header2.xml` comes before `header10.xml`.
        sort_by(&mut names, |a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        names.dedup();
        names
    }

    fn with<T>(&mut self, kind: &str, read: impl Fn(&mut Xml<'_>) -> T) -> Result<Option<T>, Fault> {
        let Some(name) = self.related(kind).into_iter().next() else { return Ok(None) };
        Ok(self.package.optional_xml(&name)?.map(|mut xml| read(&mut xml)))
    }

    fn note(&mut self, end: Result<(), Stop>, missing: &str) {
        if let Err(stop) = end {
            self.writer.draft.note(format!("{missing}: {stop}"));
        }
    }
}
