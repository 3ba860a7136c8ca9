//! One sheet of an Excel workbook: its cells, links and comments.

use std::collections::{BTreeMap, BTreeSet};

use super::strings::{Strings, rich_text, unescape};
use super::table::{MAX_ROW, Table, position};
use super::workbook::{Sheet, Styles};
use crate::document::package::Package;
use crate::document::stop::Stop;
use crate::document::xml::{Node, Xml};

/// Maximum links, and maximum comments, to read of a sheet. Excel allows 65,530 links.
const MAX_REMARKS: usize = 65_536;
/// Approximate maximum bytes to read of a cell's text.
const MAX_CELL: usize = 1024 * 1024;

/// What all sheets of a workbook share.
pub(super) struct Shared {
    pub strings: Strings,
    pub styles: Styles,
    pub from_1904: bool,
    /// Names of comment authors, by id.
    pub persons: BTreeMap<String, String>,
}

/// A link: its cell, the id of its relationship, and the location in the target.
struct Link {
    cell: String,
    id: String,
    place: String,
}

/// Reads a sheet into `table`. Returns the error that ended reading, if any. What was read before it is kept.
pub(super) fn read(package: &mut Package<'_>, sheet: &Sheet, shared: &Shared, table: &mut Table<'_>) -> Option<Stop> {
    let mut links = Vec::new();
    let flaw = match package.xml(&sheet.part) {
        Ok(Some(mut xml)) => cells(&mut xml, shared, table, &mut links).err(),
        Ok(None) => return Some(Stop::Missing),
        Err(flaw) => Some(flaw),
    };
    if table.is_full() {
        return flaw;
    }
    let relations = package.relations(&sheet.part).unwrap_or_default();
    for link in links {
        let target = relations.get(&link.id).map_or("", |relation| &relation.target);
        let hash = if link.place.is_empty() { "" } else { "#" };
        table.remark("link at", &link.cell, &format!("{target}{hash}{}", link.place));
    }
    let mut threaded = BTreeSet::new();
    for part in relations.values().filter(|relation| relation.kind == "threadedComment") {
        if let Ok(Some(mut xml)) = package.xml(&part.target) {
            // An error is ignored: comments are secondary, and those before it are kept.
            let _ = thread(&mut xml, shared, table, &mut threaded);
        }
    }
    for part in relations.values().filter(|relation| relation.kind == "comments") {
        if let Ok(Some(mut xml)) = package.xml(&part.target) {
            let _ = comments(&mut xml, table, &threaded);
        }
    }
    flaw
}

fn cells(xml: &mut Xml<'_>, shared: &Shared, table: &mut Table<'_>, links: &mut Vec<Link>) -> Result<(), Stop> {
    let (mut row, mut column) = (0, 0);
    let (mut value, mut formula) = (String::new(), String::new());
    loop {
        match xml.next()? {
            Node::Open => match xml.name() {
                "row" => {
                    row = xml.attribute("r").and_then(|row| row.parse().ok()).unwrap_or(row + 1).min(MAX_ROW);
                    column = 0;
                }
                "c" => {
                    let (mut kind, mut style) = (CellKind::Number, 0);
                    let mut at = (row, column + 1);
                    xml.attributes(|name, value| match name {
                        "r" => at = position(&value).unwrap_or(at),
                        "s" => style = value.parse().unwrap_or(0),
                        "t" => kind = CellKind::of(&value),
                        _ => {}
                    });
                    (row, column) = at;
                    value.clear();
                    formula.clear();
                    content(xml, &mut value, &mut formula)?;
                    if !show(shared, kind, style, (&value, &formula), at, table) {
                        return Ok(());
                    }
                }
                "dimension" => {
                    if let Some(range) = xml.attribute("ref") {
                        table.declare(&range);
                    }
                }
                "hyperlink" if links.len() < MAX_REMARKS => links.push(link(xml)),
                _ => {}
            },
            Node::End => return Ok(()),
            _ => {}
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKind {
    Number,
    Shared,
    Boolean,
    Text,
}

impl CellKind {
    fn of(kind: &str) -> Self {
        match kind {
            "s" => Self::Shared,
            "b" => Self::Boolean,
            // Errors (`e`) and ISO 8601 dates (`d`) are shown as stored.
            "str" | "inlineStr" | "e" | "d" => Self::Text,
            _ => Self::Number,
        }
    }
}

/// Reads the value and the formula of a cell, to its end tag.
fn content(xml: &mut Xml<'_>, value: &mut String, formula: &mut String) -> Result<(), Stop> {
    let (mut in_value, mut in_formula) = (false, false);
    loop {
        match xml.next()? {
            Node::Open => match xml.name() {
                "v" => in_value = true,
                "f" => {
                    in_formula = true;
                    formula.push('=');
                }
                "is" => rich_text(xml, "is", value)?,
                _ => {}
            },
            Node::Close => match xml.name() {
                "v" => in_value = false,
                "f" => in_formula = false,
                "c" => return Ok(()),
                _ => {}
            },
            Node::Text if in_value && value.len() < MAX_CELL => value.push_str(xml.text()),
            Node::Text if in_formula && formula.len() < MAX_CELL => formula.push_str(xml.text()),
            Node::Text => {}
            Node::End => return Ok(()),
        }
    }
}

/// Adds a cell's text to the table; false once it is full.
fn show(
    shared: &Shared,
    kind: CellKind,
    style: usize,
    (value, formula): (&str, &str),
    (row, column): (u32, u32),
    table: &mut Table<'_>,
) -> bool {
    if value.is_empty() {
        // Functions newer than the file format have a prefix in the file that Excel does not show.
        let formula = formula.replace("_xlfn.", "").replace("_xlws.", "");
        return table.cell(row, column, if formula == "=" { "=(shared formula)" } else { &formula });
    }
    match kind {
        CellKind::Shared => {
            let text = value.trim().parse().ok().and_then(|index| shared.strings.get(index));
            table.cell(row, column, text.unwrap_or("(text not kept)"))
        }
        CellKind::Boolean => {
            table.cell(row, column, if value.trim() == "1" || value == "true" { "TRUE" } else { "FALSE" })
        }
        CellKind::Text if value.contains("_x") => table.cell(row, column, &unescape(value)),
        CellKind::Text => table.cell(row, column, value),
        CellKind::Number => table.cell(row, column, &shared.styles.shape(style).show(value.trim(), shared.from_1904)),
    }
}

fn link(xml: &Xml<'_>) -> Link {
    let mut link = Link { cell: String::new(), id: String::new(), place: String::new() };
    // Generous limits: cell addresses and links in Excel are shorter.
    let short = |value: &str| value.chars().take(2048).collect::<String>();
    xml.attributes(|name, value| match name {
        "ref" => link.cell = value.chars().take(32).collect(),
        "id" => link.id = value.chars().take(64).collect(),
        "location" => link.place = short(&value),
        _ => {}
    });
    link
}

/// Reads legacy comments (before 2018), except those that only repeat a thread.
fn comments(xml: &mut Xml<'_>, table: &mut Table<'_>, threaded: &BTreeSet<String>) -> Result<(), Stop> {
    let mut authors: Vec<String> = Vec::new();
    let mut in_author = false;
    let mut text = String::new();
    for _ in 0..MAX_REMARKS * 64 {
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

/// Reads threaded comments (since 2018), with replies.
fn thread(
    xml: &mut Xml<'_>,
    shared: &Shared,
    table: &mut Table<'_>,
    threaded: &mut BTreeSet<String>,
) -> Result<(), Stop> {
    let mut text = String::new();
    loop {
        match xml.next()? {
            Node::Open if xml.name() == "threadedComment" => {
                let cell: String = xml.attribute("ref").unwrap_or_default().chars().take(32).collect();
                let person = xml.attribute("personId").unwrap_or_default().into_owned();
                text.clear();
                rich_text(xml, "threadedComment", &mut text)?;
                comment(table, &cell, shared.persons.get(&person).map_or("", String::as_str), &text);
                if threaded.len() < MAX_REMARKS {
                    threaded.insert(cell);
                }
            }
            Node::End => return Ok(()),
            _ => {}
        }
    }
}

fn comment(table: &mut Table<'_>, cell: &str, author: &str, text: &str) {
    // Excel also writes the author's name at the start of the text: `Ann: …`.
    let own = text.trim_start();
    let own = own.strip_prefix(author).and_then(|rest| rest.strip_prefix(':')).unwrap_or(own);
    let by = if author.trim().is_empty() { String::new() } else { format!(" by {author}") };
    table.remark("comment on", &format!("{cell}{by}"), own);
}

/// The display names of comment authors, by id.
pub(super) fn persons(package: &mut Package<'_>, part: &str) -> BTreeMap<String, String> {
    let mut persons = BTreeMap::new();
    let Ok(Some(mut xml)) = package.xml(part) else { return persons };
    while let Ok(node) = xml.next() {
        match node {
            Node::Open if xml.name() == "person" && persons.len() < 1024 => {
                let short = |name| xml.attribute(name).unwrap_or_default().chars().take(64).collect::<String>();
                persons.insert(short("id"), short("displayName"));
            }
            Node::End => break,
            _ => {}
        }
    }
    persons
}
