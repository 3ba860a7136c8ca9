//! Reads the sheets, rows and cells of an `OpenDocument` spreadsheet, as `LibreOffice` writes it.
//!
//! `ods_value.rs` formats the values of the cells.

use std::collections::BTreeSet;

use super::cell_text::letters;
use super::ods_value::Value;
use super::table::{Table, View};
use super::xlsx::MAX_NAMED;
use super::{no_sheet, one_line};
use crate::document::cell_range::{CellRange, MAX_COLUMN, MAX_ROW};
use crate::document::package::Package;
use crate::document::stop::Stop;
use crate::document::xml::{Node, Xml};
use crate::document::{Document, Draft, Fault, Place};

/// Maximum bytes read of one cell's text.
const MAX_CELL: usize = 1024 * 1024;
/// Maximum bytes buffered of a repeated row.
const MAX_ROW_BYTES: usize = 2 * 1024 * 1024;
/// Maximum hidden-sheet styles that are tracked.
const MAX_STYLES: usize = 10_000;
/// Maximum number of sheets read.
const MAX_SHEETS: usize = 10_000;

/// Reads what is at `place`.
pub(super) async fn read(package: &mut Package<'_>, place: &Place) -> Result<Document, Fault> {
    package.objects().await?;
    let Some(mut xml) = package.xml("content.xml")? else { return Err(Stop::Missing.into()) };
    let mut draft = Draft::default();
    let mut has_text = false;
    let mut names = Vec::new();
    let outcome = sheets(&mut xml, place, &mut draft, &mut names, &mut has_text).await;
    if let (Some(name), true) = (&place.sheet, draft.is_empty()) {
        return Err(no_sheet(name, &names.join(", ")));
    }
    match outcome {
        Err(flaw) if !has_text => return Err(flaw.into()),
        Err(flaw) => draft.note(format!("what follows could not be read: {flaw}")),
        Ok(0) => return Err(Fault::Broken("a workbook without sheets".into())),
        Ok(_) => {}
    }
    Ok(draft.finish())
}

/// Reads the wanted sheets and returns the number of all sheets so far. Adds the first names of others to `names`.
async fn sheets(
    xml: &mut Xml<'_>,
    place: &Place,
    draft: &mut Draft,
    names: &mut Vec<String>,
    has_text: &mut bool,
) -> Result<usize, Stop> {
    let range = place.range.as_deref().and_then(CellRange::parse);
    let is_one = place.sheet.is_some() || range.is_some();
    let view = View { range: range.unwrap_or(CellRange::ALL), formulas: place.formulas };
    let mut hidden = BTreeSet::new();
    let mut style = String::new();
    let mut count = 0;
    loop {
        xml.pause().await;
        match xml.next()? {
            Node::Open => match xml.name() {
                "style" => style = xml.attribute("name").unwrap_or_default().chars().take(255).collect(),
                "table-properties"
                    if hidden.len() < MAX_STYLES && xml.attribute("display").as_deref() == Some("false") =>
                {
                    hidden.insert(style.clone());
                }
                "tracked-changes" | "dde-link" => xml.skip()?,
                "table" => {
                    if count == MAX_SHEETS || draft.is_full() {
                        draft.note("not all sheets are shown");
                        return Ok(count);
                    }
                    count += 1;
                    let (mut name, mut is_hidden) = (String::new(), false);
                    xml.attributes(|key, value| match key {
                        "name" => name = value.chars().take(255).collect(),
                        "style-name" => is_hidden = hidden.contains(&*value),
                        _ => {}
                    });
                    if place
                        .sheet
                        .as_ref()
                        .is_some_and(|wanted| one_line(wanted).to_lowercase() != one_line(&name).to_lowercase())
                    {
                        if names.len() < MAX_NAMED {
                            names.push(format!("\"{}\"", one_line(&name)));
                        }
                        skip(xml).await?;
                        continue;
                    }
                    let mut table = Table::new(draft, &name, is_hidden, view.clone());
                    let outcome = rows(xml, &mut table).await;
                    if let Err(flaw) = &outcome {
                        let (name, row) = (one_line(&name), table.last_row());
                        table.note(format!("sheet \"{name}\" could not be read after row {row}: {flaw}"));
                    }
                    *has_text |= table.finish("(empty)");
                    outcome?;
                    if is_one {
                        return Ok(count);
                    }
                }
                _ => {}
            },
            Node::End => return Ok(count),
            _ => {}
        }
    }
}

/// Skips the rest of the element that was opened last, in slices.
async fn skip(xml: &mut Xml<'_>) -> Result<(), Stop> {
    let inside = xml.depth();
    while xml.depth() >= inside && xml.next()? != Node::End {
        xml.pause().await;
    }
    Ok(())
}

/// Reads a sheet's rows up to its end, or to the end of the table's range.
async fn rows(xml: &mut Xml<'_>, table: &mut Table<'_>) -> Result<(), Stop> {
    let (mut row, mut column, mut repeat) = (1, 1, 1);
    // The cells of a repeated row: column, repeat count and text.
    let mut held: Vec<(u32, u32, String)> = Vec::new();
    let mut held_bytes = 0;
    let range = table.range().clone();
    loop {
        xml.pause().await;
        match xml.next()? {
            Node::Open => match xml.full_name() {
                "table:table-row" => {
                    repeat = repeats(xml, "number-rows-repeated", MAX_ROW);
                    column = 1;
                    held.clear();
                    held_bytes = 0;
                }
                "table:table-cell" | "table:covered-table-cell" => {
                    let times = repeats(xml, "number-columns-repeated", MAX_COLUMN);
                    if xml.name() == "covered-table-cell" {
                        xml.skip()?;
                    } else {
                        let value = Value::of(xml);
                        let text = cell(xml, &value, row, column, table)?;
                        let text = text.trim();
                        if repeat > 1 && !text.is_empty() {
                            held_bytes += text.len() + 32;
                            if held_bytes <= MAX_ROW_BYTES {
                                held.push((column, times, text.to_owned()));
                            } else {
                                table.note("repeated rows are cut at 2 MB".into());
                            }
                        } else if !text.is_empty() && !spread(table, row, column, times, text) {
                            return Ok(());
                        }
                    }
                    column = column.saturating_add(times).min(MAX_COLUMN + 1);
                }
                // Drawings may contain tables and texts of their own.
                "table:shapes" | "office:forms" => xml.skip()?,
                _ => {}
            },
            Node::Close => match xml.name() {
                "table-row" => {
                    let next = row.saturating_add(repeat).min(MAX_ROW + 1);
                    let below =
                        row.max(*range.rows.start())..if held.is_empty() { 0 } else { next.min(range.rows.end() + 1) };
                    for row in below {
                        for (column, times, text) in &held {
                            if !spread(table, row, *column, *times, text) {
                                return Ok(());
                            }
                        }
                    }
                    row = next;
                    held.clear();
                    if row > *range.rows.end() {
                        return Ok(());
                    }
                }
                "table" => return Ok(()),
                _ => {}
            },
            Node::End => return Ok(()),
            Node::Text => {}
        }
        if table.is_full() {
            return Ok(());
        }
    }
}

fn repeats(xml: &Xml<'_>, name: &str, limit: u32) -> u32 {
    xml.attribute(name).and_then(|count| count.parse().ok()).unwrap_or(1).clamp(1, limit)
}

/// Adds a repeated cell. Returns false if the table is full.
fn spread(table: &mut Table<'_>, row: u32, column: u32, times: u32, text: &str) -> bool {
    let columns = table.range().columns.clone();
    let mut own = column.max(*columns.start())..column.saturating_add(times).min(columns.end() + 1);
    own.all(|column| row <= MAX_ROW && table.cell(row, column, text))
}

/// Reads a cell to its end and returns the text to show. Adds its comments and links to the table.
fn cell(xml: &mut Xml<'_>, value: &Value, row: u32, column: u32, table: &mut Table<'_>) -> Result<String, Stop> {
    let name = || format!("{}{row}", letters(column));
    let (mut text, mut note, mut author) = (String::new(), String::new(), String::new());
    let (mut in_note, mut in_author) = (false, false);
    let mut paragraphs = 0;
    loop {
        match xml.next()? {
            Node::Open => {
                let into = if in_note { &mut note } else { &mut text };
                let is_drawing = xml.full_name().starts_with("draw:");
                match xml.name() {
                    "p" => {
                        paragraphs += 1;
                        if !into.is_empty() {
                            into.push('\n');
                        }
                    }
                    "s" => {
                        let spaces = xml.attribute("c").and_then(|count| count.parse().ok()).unwrap_or(1_usize);
                        into.push_str(&" ".repeat(spaces.min(1024).min(MAX_CELL.saturating_sub(into.len()))));
                    }
                    "tab" => into.push(' '),
                    "line-break" => into.push('\n'),
                    "a" => {
                        let target = xml.attribute("href").unwrap_or_default();
                        table.remark("link at", &name(), "", &target.chars().take(2048).collect::<String>());
                    }
                    "annotation" => {
                        in_note = true;
                        note.clear();
                        author.clear();
                    }
                    "creator" => in_author = true,
                    "date" | "date-string" | "meta-date-string" | "sender-initials" | "table" => xml.skip()?,
                    _ if is_drawing => xml.skip()?,
                    _ => {}
                }
            }
            Node::Close => match xml.name() {
                "annotation" => {
                    in_note = false;
                    let by = if author.trim().is_empty() { String::new() } else { format!(" by {author}") };
                    table.remark("comment on", &name(), &by, &note);
                }
                "p" => paragraphs -= 1,
                "creator" => in_author = false,
                "table-cell" => break,
                _ => {}
            },
            Node::Text if in_author => author.extend(xml.text().chars().take(64_usize.saturating_sub(author.len()))),
            Node::Text if paragraphs > 0 => {
                let into = if in_note { &mut note } else { &mut text };
                if into.len() < MAX_CELL {
                    push_collapsed(into, xml.text());
                }
            }
            Node::Text => {}
            Node::End => break,
        }
    }
    Ok(value.show(text, table.shows_formulas()))
}

/// Appends text, collapsing each run of white space to one space as the file format requires.
fn push_collapsed(into: &mut String, text: &str) {
    for char in text.chars() {
        if !matches!(char, ' ' | '\t' | '\n' | '\r') {
            into.push(char);
        } else if !into.ends_with([' ', '\n']) {
            into.push(' ');
        }
    }
}
