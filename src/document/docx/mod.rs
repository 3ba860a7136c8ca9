//! Word documents: finds the parts of the package, reads them in order and combines them into one text.

pub(super) mod diagram_text;
mod field;
pub(super) mod footnotes;
mod form_field;
pub(super) mod frame;
pub(super) mod look;
pub(super) mod math;
pub(super) mod numbering;
pub(super) mod numerals;
pub(super) mod paragraph;
mod part_steps;
mod reference;
mod story;
pub(super) mod styles;
pub(super) mod symbols;
pub(super) mod word_table;
pub(super) mod writer;

use std::collections::BTreeMap;

use super::package::{Package, PackageKind, Relation, mistaken};
use super::part_reader::Limits;
use super::stop::Stop;
use super::xml::Xml;
use super::{Document, Fault};
use diagram_text::{optional, read_part};
use footnotes::NoteKind;
use numbering::Numbering;
use story::{Shared, Story};
use styles::Styles;

pub(super) use numbering::Label;
pub(super) use symbols::{font as symbol_font, shown as shown_symbol};
pub(super) use writer::{Line, Writer};

/// Limits for one document. The text of a novel is 10 MB. A Word page takes 1,000 to 1,500 tags and runs of text; a
/// million take up to a second in wasm. Word writes drawings of about 100 KB into attributes. A table in a table in a
/// text box is at depth 40. 2 MB of relationships hold about 20,000 web addresses.
pub(super) const LIMITS: Limits = Limits {
    entries: 10_000,
    bytes: 64 * 1024 * 1024,
    node_bytes: 0,
    nodes: 2_000_000,
    token: 2 * 1024 * 1024,
    depth: 512,
    relations: 2 * 1024 * 1024,
};
/// Maximum number of headers and of footers read: three of each for more than 60 sections.
const MAX_MARGINS: usize = 200;
/// Maximum number of diagrams and of charts read.
const MAX_DIAGRAMS: usize = 200;

/// Reads a Word document.
///
/// # Errors
/// Returns a [`Fault`] if no text could be read. If some text was read, the document notes what is missing instead.
pub(crate) fn read(bytes: &[u8]) -> Result<Document, Fault> {
    let mut package = Package::open(bytes, &LIMITS)?;
    let main = main_part(&mut package)?;
    let relations = package.relations(&main)?;
    let mut reader = Reader { package, relations: &relations, shared: Shared::default(), writer: Writer::default() };
    reader.read_definitions()?;
    reader.read_diagrams()?;
    reader.read_asides()?;
    reader.read_margins("header")?;
    let end = reader.read_body(&main)?;
    reader.writer.ends_block();
    for note in reader.shared.asides.shown() {
        reader.writer.raw(&note);
    }
    reader.writer.ends_block();
    reader.read_margins("footer")?;
    let document = reader.writer.draft.finish();
    match end {
        Err(stop) if document.text.trim().is_empty() => Err(stop.into()),
        _ => Ok(document),
    }
}

fn main_part(package: &mut Package<'_>) -> Result<String, Fault> {
    match package.contents() {
        (Some(PackageKind::Docx), Some(main)) => Ok(main),
        (kind, _) => Err(mistaken(kind)),
    }
}

struct Reader<'a> {
    package: Package<'a>,
    /// The relationships of the main part.
    relations: &'a BTreeMap<String, Relation>,
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

    fn read_asides(&mut self) -> Result<(), Fault> {
        for (kind, missing) in [
            ("comments", "not all comments could be read"),
            ("footnotes", "not all footnotes could be read"),
            ("endnotes", "not all endnotes could be read"),
        ] {
            let Some(name) = self.related(kind).into_iter().next() else { continue };
            let relations = self.package.relations(&name)?;
            let Some(mut xml) = optional(self.package.xml(&name))? else { continue };
            let mut story = Story::aside(&mut self.shared, &relations);
            let end = story.read(&mut xml);
            let is_cut = story.is_cut();
            let asides = story.into_asides();
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
    fn read_margins(&mut self, kind: &str) -> Result<(), Fault> {
        let mut seen = Vec::new();
        for name in self.related(kind).into_iter().take(MAX_MARGINS) {
            let relations = self.package.relations(&name)?;
            let Some(mut xml) = optional(self.package.xml(&name))? else { continue };
            let mut story = Story::aside(&mut self.shared, &relations);
            // A damaged header is shown as far as it could be read. No note is needed: the gap is obvious to the
            // reader.
            let _ = story.read(&mut xml);
            for line in story.into_asides().into_iter().flat_map(|aside| aside.lines) {
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

    fn read_body(&mut self, main: &str) -> Result<Result<(), Stop>, Fault> {
        let Some(mut xml) = self.package.xml(main)? else { return Ok(Err(Stop::Missing)) };
        let mut story = Story::body(&mut self.shared, self.relations, &mut self.writer);
        let end = story.read(&mut xml);
        let is_cut = story.is_cut();
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
        names.sort_by_key(|name| (name.len(), name.clone()));
        names.dedup();
        names
    }

    fn with<T>(&mut self, kind: &str, read: impl Fn(&mut Xml<'_>) -> T) -> Result<Option<T>, Fault> {
        let Some(name) = self.related(kind).into_iter().next() else { return Ok(None) };
        Ok(optional(self.package.xml(&name))?.map(|mut xml| read(&mut xml)))
    }

    fn note(&mut self, end: Result<(), Stop>, missing: &str) {
        if let Err(stop) = end {
            self.writer.draft.note(format!("{missing}: {stop}"));
        }
    }
}
