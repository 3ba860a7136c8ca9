//! The links and comments of an Excel sheet.

use std::collections::{BTreeMap, BTreeSet};

use super::strings::rich_text;
use super::table::Table;
use crate::draft::Stop;
use crate::package::{Package, Relations};
use crate::xml::{Node, Xml};

/// Maximum number of links and of comments read per sheet. Excel allows 65,530 links.
pub(super) const MAX_REMARKS: usize = 65_536;

/// A link as the sheet stores it: its cell, the id of its relationship, and the location in the target.
pub(super) struct Link {
    cell: String,
    id: String,
    place: String,
}

/// Adds the links and the comments of a sheet with these relationships.
pub(super) async fn add(
    package: &mut Package<'_>,
    relations: &Relations,
    links: Vec<Link>,
    persons: &BTreeMap<String, String>,
    table: &mut Table<'_>,
) {
    for link in links {
        let target = relations.get(&link.id).map_or("", |relation| &relation.target);
        let hash = if link.place.is_empty() { "" } else { "#" };
        table.remark("link at", &link.cell, "", &format!("{target}{hash}{}", link.place));
    }
    let mut threaded = BTreeSet::new();
    for part in relations.values().filter(|relation| relation.kind == "threadedComment") {
        if let Ok(Some(mut xml)) = package.xml(&part.target) {
            // Ignore errors here and keep what was read: comments are optional.
            let _ = thread(&mut xml, persons, table, &mut threaded).await;
        }
    }
    for part in relations.values().filter(|relation| relation.kind == "comments") {
        if let Ok(Some(mut xml)) = package.xml(&part.target) {
            let _ = comments(&mut xml, table, &threaded).await;
        }
    }
}

/// The link in the element that was opened last.
pub(super) fn link(xml: &Xml<'_>) -> Link {
    let mut link = Link { cell: String::new(), id: String::new(), place: String::new() };
    // At least as long as Excel allows for a cell address and a link.
    let short = |value: &str| value.chars().take(2048).collect::<String>();
    xml.attributes(|name, value| match name {
        "ref" => link.cell = value.chars().take(32).collect(),
        "id" => link.id = value.chars().take(64).collect(),
        "location" => link.place = short(&value),
        _ => {}
    });
    link
}

/// Reads comments in the format used until 2018. Skips those that only repeat a threaded comment.
async fn comments(xml: &mut Xml<'_>, table: &mut Table<'_>, threaded: &BTreeSet<String>) -> Result<(), Stop> {
    let mut authors: Vec<String> = Vec::new();
    let mut in_author = false;
    let mut text = String::new();
    for _ in 0..MAX_REMARKS * 64 {
        xml.pause().await;
        match xml.next()? {
            Node::Open if xml.name() == "author" && authors.len() < MAX_REMARKS => {
                in_author = true;
                authors.push(String::new());
            }
            Node::Open if xml.name() == "comment" => {
                let cell = xml.attribute("ref").unwrap_or_default().into_owned();
                let author = xml.attribute("authorId").and_then(|id| authors.get(id.parse::<usize>().ok()?)).cloned();
                text.clear();
                rich_text(xml, "comment", &mut text)?;
                if !threaded.contains(&cell) {
                    comment(table, &cell, &author.unwrap_or_default(), &text);
                }
            }
            Node::Close if xml.name() == "author" => in_author = false,
            Node::Text if in_author => {
                if let Some(author) = authors.last_mut() {
                    author.extend(xml.text().chars().take(64));
                }
            }
            Node::End => break,
            _ => {}
        }
    }
    Ok(())
}

/// Reads threaded comments: the current format, with replies.
async fn thread(
    xml: &mut Xml<'_>,
    persons: &BTreeMap<String, String>,
    table: &mut Table<'_>,
    threaded: &mut BTreeSet<String>,
) -> Result<(), Stop> {
    let mut text = String::new();
    while xml.opens_in_slices(0).await? {
        if xml.name() == "threadedComment" {
            let cell: String = xml.short("ref", 32);
            let person = xml.attribute("personId").unwrap_or_default().into_owned();
            text.clear();
            rich_text(xml, "threadedComment", &mut text)?;
            comment(table, &cell, persons.get(&person).map_or("", String::as_str), &text);
            if threaded.len() < MAX_REMARKS {
                threaded.insert(cell);
            }
        }
    }
    Ok(())
}

fn comment(table: &mut Table<'_>, cell: &str, author: &str, text: &str) {
    // Excel repeats the author's name in the text of the comment.
    let own = text.trim_start();
    let own = own.strip_prefix(author).and_then(|rest| rest.strip_prefix(':')).unwrap_or(own);
    let by = if author.trim().is_empty() { String::new() } else { format!(" by {author}") };
    table.remark("comment on", cell, &by, own);
}

/// The names of comment authors, by id.
pub(super) async fn persons(package: &mut Package<'_>, part: &str) -> BTreeMap<String, String> {
    let mut persons = BTreeMap::new();
    let Ok(Some(mut xml)) = package.xml(part) else { return persons };
    while let Ok(true) = xml.opens_in_slices(0).await {
        if xml.name() == "person" && persons.len() < 1024 {
            let short = |name| xml.short(name, 64);
            persons.insert(short("id"), short("displayName"));
        }
    }
    persons
}
