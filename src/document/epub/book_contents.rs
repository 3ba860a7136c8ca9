//! The table of contents of a book: the navigation page, or the older `toc.ncx`.

use std::collections::BTreeMap;

use super::package_file::{PackageFile, part_name, short};
use crate::draft::Stop;
use crate::package::Package;
use crate::xml::{Node, Xml};

/// Maximum number of entries.
const MAX_ENTRIES: usize = 20_000;
/// The deepest heading level in Markdown.
const MAX_LEVEL: usize = 6;

/// The labels of parts, each with its level.
#[derive(Debug, Default)]
pub(super) struct BookContents(BTreeMap<String, (u8, String)>);

impl BookContents {
    /// Reads the contents as far as possible. The headings of the pages do without them.
    pub fn read(package: &mut Package<'_>, book: &PackageFile) -> Result<Self, Stop> {
        let mut contents = Self::default();
        for (name, is_nav) in [(&book.nav, true), (&book.ncx, false)] {
            let Some(name) = name.as_ref().filter(|_| contents.0.is_empty()) else { continue };
            let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
            match package.xml(name) {
                Ok(Some(mut xml)) if is_nav => drop(contents.read_nav(&mut xml, folder)),
                Ok(Some(mut xml)) => drop(contents.read_ncx(&mut xml, folder)),
                Err(Stop::Locked) => return Err(Stop::Locked),
                _ => {}
            }
        }
        Ok(contents)
    }

    /// The level and the label of a part.
    pub fn label(&self, part: &str) -> Option<(u8, &str)> {
        self.0.get(part).map(|(level, label)| (*level, label.as_str()))
    }

    fn read_nav(&mut self, xml: &mut Xml<'_>, folder: &str) -> Result<(), Stop> {
        let (mut is_contents, mut depth) = (false, 0_usize);
        loop {
            match xml.next()? {
                Node::Open => match xml.name() {
                    "nav" => {
                        let kind = xml.prefixed("type");
                        is_contents = kind.is_none_or(|kind| kind.split_whitespace().any(|kind| kind == "toc"));
                    }
                    "ol" => depth += 1,
                    "a" if is_contents => {
                        let href = xml.attribute("href").unwrap_or_default().into_owned();
                        let label = xml.whole_text()?;
                        self.add(folder, &href, &label, depth);
                    }
                    _ => {}
                },
                Node::Close if xml.name() == "ol" => depth = depth.saturating_sub(1),
                Node::Close if xml.name() == "nav" => is_contents = false,
                Node::Close | Node::Text => {}
                Node::End => return Ok(()),
            }
        }
    }

    fn read_ncx(&mut self, xml: &mut Xml<'_>, folder: &str) -> Result<(), Stop> {
        let (mut label, mut depth) = (String::new(), 0_usize);
        loop {
            match xml.next()? {
                Node::Open => match xml.name() {
                    "navPoint" => depth += 1,
                    "text" => label = xml.whole_text()?,
                    "content" if depth > 0 => {
                        let href = xml.attribute("src").unwrap_or_default();
                        self.add(folder, &href, &label, depth);
                    }
                    _ => {}
                },
                Node::Close if xml.name() == "navPoint" => depth = depth.saturating_sub(1),
                Node::Close | Node::Text => {}
                Node::End => return Ok(()),
            }
        }
    }

    /// Adds the first entry of a part.
    fn add(&mut self, folder: &str, href: &str, label: &str, depth: usize) {
        let label = short(label);
        if !label.is_empty() && self.0.len() < MAX_ENTRIES {
            let level = u8::try_from(depth.clamp(1, MAX_LEVEL)).unwrap_or(1);
            self.0.entry(part_name(folder, href)).or_insert((level, label));
        }
    }
}
