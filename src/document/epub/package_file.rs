//! The package file of a book: its title, its authors, and the parts that are its chapters.

use std::collections::BTreeMap;

use crate::document::package::{Package, resolved};
use crate::document::stop::Stop;
use crate::document::xml::Node;
use crate::note::decoded_target;

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
        let mut name = None;
        if let Some(mut xml) = package.xml("META-INF/container.xml")? {
            while let Ok(node @ (Node::Open | Node::Close | Node::Text)) = xml.next() {
                if node == Node::Open && xml.name() == "rootfile" {
                    name = xml.attribute("full-path").map(|path| part_name("", &path));
                    break;
                }
            }
        }
        let name = name.ok_or(Stop::Missing)?;
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let Some(mut xml) = package.xml(&name)? else { return Err(Stop::Missing) };
        let (mut book, mut items) = (Self::default(), Items::new());
        let mut chapters = Vec::new();
        let mut advance = || -> Result<bool, Stop> {
            match xml.next()? {
                Node::Open => match xml.name() {
                    "title" if book.title.is_empty() => book.title = short(&xml.whole_text()?),
                    "creator" => {
                        let name = short(&xml.whole_text()?);
                        if !name.is_empty() && book.authors.len() + name.len() < MAX_TITLE {
                            book.authors.push_str(if book.authors.is_empty() { "" } else { ", " });
                            book.authors.push_str(&name);
                        }
                    }
                    "item" if items.len() < MAX_ITEMS => {
                        let [id, href, kind, properties] = ["id", "href", "media-type", "properties"]
                            .map(|name| xml.attribute(name).unwrap_or_default());
                        if id.len() <= MAX_NAME && href.len() <= MAX_NAME {
                            let part = part_name(&folder, &href);
                            if properties.split_whitespace().any(|property| property == "nav") {
                                book.nav = Some(part.clone());
                            } else if kind == "application/x-dtbncx+xml" {
                                book.ncx = Some(part.clone());
                            }
                            items.insert(id.into_owned(), (part, !kind.starts_with("image/")));
                        }
                    }
                    "itemref" if chapters.len() < MAX_ITEMS => {
                        chapters.extend(xml.attribute("idref").filter(|id| id.len() <= MAX_NAME).map(String::from));
                    }
                    _ => {}
                },
                Node::End => return Ok(false),
                Node::Close | Node::Text => {}
            }
            Ok(true)
        };
        let end = loop {
            match advance() {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(stop) => break Err(stop),
            }
        };
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
}

/// The name of the part that `href` in a file of `folder` points to, without a place in it.
pub(super) fn part_name(folder: &str, href: &str) -> String {
    let path = href.split('#').next().unwrap_or_default().trim();
    resolved(folder, &decoded_target(path))
}

/// A text on one line.
pub(super) fn short(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text[..text.floor_char_boundary(MAX_TITLE)].to_owned()
}
