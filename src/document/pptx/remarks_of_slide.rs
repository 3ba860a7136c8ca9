//! Comments on slides, in the old and in the new form, and their authors.

use std::collections::BTreeMap;

use crate::draft::Stop;
use crate::markup::one_line;
use crate::package::{Package, Relations};
use crate::xml::{Node, Xml};

/// Maximum number of authors kept.
const MAX_AUTHORS: usize = 1_000;
/// Maximum number of bytes kept of a name.
const MAX_NAME: usize = 200;
/// Maximum number of bytes read of the comments on a slide.
const MAX_BYTES: usize = 256 * 1024;

/// The names of the authors by id.
#[derive(Debug, Default)]
pub(super) struct Authors(BTreeMap<String, String>);

impl Authors {
    /// Reads the authors as far as possible.
    pub fn read(package: &mut Package<'_>, relations: &Relations) -> Result<Self, Stop> {
        let mut authors = BTreeMap::new();
        let kinds = ["commentAuthors", "authors"];
        for relation in relations.values().filter(|relation| kinds.contains(&&*relation.kind)) {
            let Some(mut xml) = package.optional_xml(&relation.target)? else { continue };
            while let Ok(true) = xml.opens(0) {
                if matches!(xml.name(), "cmAuthor" | "author") && authors.len() < MAX_AUTHORS {
                    let [id, name] = ["id", "name"].map(|name| short(&xml, name));
                    authors.insert(id, name);
                }
            }
        }
        Ok(Self(authors))
    }

    fn name(&self, id: &str) -> &str {
        self.0.get(id).map(String::as_str).filter(|name| !name.is_empty()).unwrap_or("unknown")
    }
}

/// The comments and replies in `xml`, each as one line, as far as they can be read.
pub(super) fn read_comments(xml: &mut Xml<'_>, authors: &Authors) -> (Vec<String>, Result<(), Stop>) {
    let mut comments = Vec::new();
    let end = read_all(xml, authors, &mut comments);
    (comments, end)
}

fn read_all(xml: &mut Xml<'_>, authors: &Authors, comments: &mut Vec<String>) -> Result<(), Stop> {
    // The author and the text so far, of a comment and of a reply to it.
    let mut open: Vec<(String, String)> = Vec::new();
    // Replies come before the text that they reply to.
    let mut replies = Vec::new();
    let mut bytes = 0;
    while bytes < MAX_BYTES {
        match xml.next()? {
            Node::Open => match xml.name() {
                "cm" | "reply" => open.push((short(xml, "authorId"), String::new())),
                "text" | "t" => {
                    let text = xml.whole_text()?;
                    bytes += text.len();
                    if let Some((_, comment)) = open.last_mut() {
                        comment.push_str(&text);
                    }
                }
                "p" | "br" => {
                    if let Some((_, comment)) = open.last_mut() {
                        comment.push(' ');
                    }
                }
                _ => {}
            },
            Node::Close if matches!(xml.name(), "cm" | "reply") => {
                let Some((author, text)) = open.pop() else { continue };
                let text = one_line(&text);
                let (kind, list) = if open.is_empty() { ("comment", &mut *comments) } else { ("reply", &mut replies) };
                bytes += 64;
                if !text.is_empty() {
                    list.push(format!("[{kind} by {}: {text}]", authors.name(&author)));
                }
                if open.is_empty() {
                    comments.append(&mut replies);
                }
            }
            Node::End => return Ok(()),
            Node::Close | Node::Text => {}
        }
    }
    Ok(())
}

/// The start of an attribute.
fn short(xml: &Xml<'_>, name: &str) -> String {
    let value = xml.attribute(name).unwrap_or_default();
    one_line(&value[..value.floor_char_boundary(MAX_NAME)])
}
