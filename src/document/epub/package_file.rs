//! The package file of a book: its title, its authors, and the parts that are its chapters.

use std::collections::BTreeMap;

use lectern_base::decoded_target;

use crate::draft::Stop;
use crate::markup::one_line;
use crate::package::{Package, resolved};
use crate::xml::Xml;

/// Maximum number of parts that the package file may list, and of chapters.
const MAX_ITEMS: usize = 20_000;
/// Maximum length of a part's name or id in bytes.
const MAX_NAME: usize = 1_000;
/// Maximum number of bytes shown of the title and of the authors.
const MAX_TITLE: usize = 1_000;

/// A chapter: a page, or an image as a page.
#[derive(Debug)]
pub(super) struct Chapter {
    pub part: String,
    pub is_page: bool,
}

/// What the package file says.
#[derive(Debug, Default)]
pub(super) struct PackageFile {
    pub title: String,
    pub authors: String,
    pub chapters: Vec<Chapter>,
    /// The navigation page.
    pub nav: Option<String>,
    /// The table of contents of older books.
    pub ncx: Option<String>,
    /// Why reading ended early.
    pub stop: Option<Stop>,
}

/// A part, and whether it is a page.
type Items = BTreeMap<String, (String, bool)>;

impl PackageFile {
    /// Reads the package file.
    pub fn read(package: &mut Package<'_>) -> Result<Self, Stop> {
        let name = main_name(package)?.ok_or(Stop::Missing)?;
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut xml = package.xml(&name)?.ok_or(Stop::Missing)?;
        let (mut book, mut items, mut chapters) = (Self::default(), Items::new(), Vec::new());
        let end = book.read_all(&mut xml, folder, &mut items, &mut chapters);
        let chapter = |id: String| {
            let (part, is_page) = items.get(&id).cloned().unwrap_or_default();
            Chapter { part, is_page }
        };
        book.chapters = chapters.into_iter().map(chapter).collect();
        book.stop = end.err();
        if book.chapters.is_empty() {
            end?;
        }
        Ok(book)
    }

    /// Collects the parts, and the ids of those that are chapters.
    fn read_all(
        &mut self,
        xml: &mut Xml<'_>,
        folder: &str,
        items: &mut Items,
        chapters: &mut Vec<String>,
    ) -> Result<(), Stop> {
        while xml.opens(0)? {
            match xml.name() {
                "title" if self.title.is_empty() => self.title = short(&xml.whole_text()?),
                "creator" => {
                    let name = short(&xml.whole_text()?);
                    if !name.is_empty() && self.authors.len() + name.len() < MAX_TITLE {
                        self.authors.push_str(if self.authors.is_empty() { "" } else { ", " });
                        self.authors.push_str(&name);
                    }
                }
                "item" if items.len() < MAX_ITEMS => self.item(xml, folder, items),
                "itemref" if chapters.len() < MAX_ITEMS => {
                    chapters.extend(xml.attribute("idref").filter(|id| id.len() <= MAX_NAME).map(String::from));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn item(&mut self, xml: &Xml<'_>, folder: &str, items: &mut Items) {
        let [id, href, kind, properties] =
            ["id", "href", "media-type", "properties"].map(|name| xml.attribute(name).unwrap_or_default());
        if id.len() > MAX_NAME || href.len() > MAX_NAME {
            return;
        }
        let part = part_name(folder, &href);
        if properties.split_whitespace().any(|property| property == "nav") {
            self.nav = Some(part.clone());
        } else if kind == "application/x-dtbncx+xml" {
            self.ncx = Some(part.clone());
        }
        items.insert(id.into_owned(), (part, !kind.starts_with("image/") || kind == "image/svg+xml"));
    }
}

/// The name of the package file.
fn main_name(package: &mut Package<'_>) -> Result<Option<String>, Stop> {
    let Some(mut xml) = package.xml("META-INF/container.xml")? else { return Ok(None) };
    while let Ok(true) = xml.opens(0) {
        if xml.name() == "rootfile" {
            return Ok(xml.attribute("full-path").map(|path| part_name("", &path)));
        }
    }
    Ok(None)
}

/// The name of the part that `href` in a file of `folder` points to, without a place in it.
pub(super) fn part_name(folder: &str, href: &str) -> String {
    let path = href.split('#').next().unwrap_or_default().trim();
    resolved(folder, &decoded_target(path))
}

/// A text on one line.
pub(super) fn short(text: &str) -> String {
    let text = one_line(text);
    text[..text.floor_char_boundary(MAX_TITLE)].to_owned()
}
