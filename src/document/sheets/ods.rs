//! A sheet document of LibreOffice (`OpenDocument`), which tells of each cell what it is and what is seen of it.

use std::collections::BTreeSet;

use super::super::{Document, Draft, Fault};
use super::number::{number, tidy};
use super::package::{Flaw, Package};
use super::table::{MAX_COLUMN, MAX_ROW, Table, letters};
use super::xml::{Node, Tag, Xml, one_line};

/// How much text of one cell is taken in before it is cut.
const MAX_CELL: usize = 1024 * 1024;
/// How much of a row is held that stands for many.
const MAX_ROW_BYTES: usize = 2 * 1024 * 1024;
/// How many kinds of sheets that are hidden are known apart.
const MAX_STYLES: usize = 10_000;
/// How long a unit may be; a longer one is a sentence.
const MAX_UNIT: usize = 16;
/// How many sheets are read.
const MAX_SHEETS: usize = 10_000;

/// Reads the document.
pub(super) fn read(package: &mut Package<'_>) -> Result<Document, Fault> {
    let manifest = package.head("META-INF/manifest.xml", 1024 * 1024);
    if manifest.windows(15).any(|window| window == b"encryption-data") {
        return Err(Fault::Locked);
    }
    let Some(mut xml) = package.xml("content.xml")? else { return Err(Fault::Broken("no content in it".into())) };
    let mut draft = Draft::default();
    let mut has_text = false;
    let outcome = sheets(&mut xml, &mut draft, &mut has_text);
    match outcome {
        Err(flaw) if !has_text => return Err(flaw.into()),
        Err(flaw) => draft.note(format!("what follows could not be read: {}", flaw.reason())),
        Ok(0) => return Err(Fault::Broken("a workbook without sheets".into())),
        Ok(_) => {}
    }
    Ok(draft.finish())
}

/// Reads all sheets, and says how many there were.
fn sheets(xml: &mut Xml<'_>, draft: &mut Draft, has_text: &mut bool) -> Result<usize, Flaw> {
    let mut hidden = BTreeSet::new();
    let mut style = String::new();
    let mut count = 0;
    loop {
        match xml.next()? {
            Node::Start(tag) => match tag.name() {
                "style" => style = tag.attribute("name").unwrap_or_default().chars().take(255).collect(),
                "table-properties" if hidden.len() < MAX_STYLES => {
                    if tag.attribute("display").as_deref() == Some("false") {
                        hidden.insert(style.clone());
                    }
                }
                "tracked-changes" | "dde-link" => xml.skip()?,
                "table" => {
                    if count == MAX_SHEETS || draft.is_full() {
                        draft.note("not all sheets are shown");
                        return Ok(count);
                    }
                    count += 1;
                    let (mut name, mut is_hidden) = (String::new(), false);
                    tag.attributes(|key, value| match key {
                        "name" => name = value.chars().take(255).collect(),
                        "style-name" => is_hidden = hidden.contains(&*value),
                        _ => {}
                    });
                    let mut table = Table::new(draft, &name, is_hidden);
                    let outcome = rows(xml, &mut table);
                    if let Err(flaw) = &outcome {
                        let (row, reason) = (table.last_row(), flaw.reason());
                        table
                            .note(format!("sheet \"{}\" could not be read after row {row}: {reason}", one_line(&name)));
                    }
                    *has_text |= table.finish("(empty)");
                    outcome?;
                }
                _ => {}
            },
            Node::Eof => return Ok(count),
            _ => {}
        }
    }
}

/// Reads a sheet's rows up to its end.
fn rows(xml: &mut Xml<'_>, table: &mut Table<'_>) -> Result<(), Flaw> {
    let (mut row, mut column, mut repeat) = (1, 1, 1);
    // The cells of a row that stands for many: columns, how many, and the text of each.
    let mut held: Vec<(u32, u32, String)> = Vec::new();
    let mut held_bytes = 0;
    loop {
        match xml.next()? {
            Node::Start(tag) => match tag.full_name() {
                "table:table-row" => {
                    repeat = repeats(&tag, "number-rows-repeated", MAX_ROW);
                    column = 1;
                    held.clear();
                    held_bytes = 0;
                }
                "table:table-cell" | "table:covered-table-cell" => {
                    let times = repeats(&tag, "number-columns-repeated", MAX_COLUMN);
                    if tag.name() == "covered-table-cell" {
                        xml.skip()?;
                    } else {
                        let value = Value::of(&tag);
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
                // Drawings hold tables and texts of their own.
                "table:shapes" | "office:forms" => xml.skip()?,
                _ => {}
            },
            Node::End(end) => match end.name() {
                "table-row" => {
                    for below in 0..if held.is_empty() { 0 } else { repeat } {
                        for (column, times, text) in &held {
                            if !spread(table, row.saturating_add(below), *column, *times, text) {
                                return Ok(());
                            }
                        }
                    }
                    row = row.saturating_add(repeat).min(MAX_ROW + 1);
                    held.clear();
                }
                "table" => return Ok(()),
                _ => {}
            },
            Node::Eof => return Ok(()),
            Node::Text(_) => {}
        }
        if table.is_full() {
            return Ok(());
        }
    }
}

fn repeats(tag: &Tag<'_>, name: &str, limit: u32) -> u32 {
    tag.attribute(name).and_then(|count| count.parse().ok()).unwrap_or(1).clamp(1, limit)
}

/// Adds a cell as often as it is repeated; false once there is no room.
fn spread(table: &mut Table<'_>, row: u32, column: u32, times: u32, text: &str) -> bool {
    (column..column.saturating_add(times).min(MAX_COLUMN + 1))
        .all(|column| row <= MAX_ROW && table.cell(row, column, text))
}

/// What a cell's tag says.
#[derive(Default)]
struct Value {
    kind: String,
    value: String,
    currency: String,
    formula: String,
}

impl Value {
    fn of(tag: &Tag<'_>) -> Self {
        let mut own = Self::default();
        tag.attributes(|name, value| match name {
            "value-type" => own.kind = value.into_owned(),
            "value" | "date-value" | "time-value" | "boolean-value" | "string-value" => own.value = value.into_owned(),
            "currency" => own.currency = value.into_owned(),
            "formula" => own.formula = value.into_owned(),
            _ => {}
        });
        own
    }

    /// What is shown, given the text that the document shows.
    fn show(&self, seen: String) -> String {
        let digits = || tidy(self.value.trim());
        let shown = match self.kind.as_str() {
            "float" => digits().map(|digits| dressed(digits, seen.trim())),
            "percentage" => self.value.trim().parse().ok().map(|value: f64| format!("{}%", number(value * 100.0))),
            "currency" => digits().map(|digits| format!("{digits} {}", self.currency).trim_end().to_owned()),
            "date" => Some(iso(&self.value)),
            "time" => clock(&self.value),
            "boolean" => Some(self.value.to_ascii_uppercase()),
            _ => None,
        };
        match shown {
            Some(shown) if !shown.is_empty() => shown,
            _ if !seen.trim().is_empty() => seen,
            _ if !self.value.is_empty() => self.value.clone(),
            _ => plain_formula(&self.formula),
        }
    }
}

/// Exact digits with what the document shows around its rounded ones: `12.5 €`, `00501`. What it shows as a word
/// (`TRUE`) or an error is shown so.
fn dressed(digits: String, seen: &str) -> String {
    let is_digit = |char: char| char.is_ascii_digit();
    let (Some(first), Some(last)) = (seen.find(is_digit), seen.rfind(is_digit)) else {
        let is_word = !seen.is_empty() && seen.chars().all(char::is_alphabetic);
        return if is_word { seen.to_owned() } else { digits };
    };
    let (prefix, middle, suffix) = (&seen[..first], &seen[first..=last], &seen[last + 1..]);
    if seen.starts_with('#') || seen.starts_with("Err:") {
        return seen.to_owned();
    }
    if middle.len() > digits.len()
        && middle.starts_with('0')
        && middle.ends_with(&digits)
        && middle.chars().all(is_digit)
    {
        return middle.to_owned();
    }
    let prefix = prefix.trim_start_matches(['-', '(', ' ']);
    let suffix = suffix.trim_end_matches([')', ' ']);
    let is_number = middle.chars().all(|char| is_digit(char) || ".,' \u{a0}\u{202f}’".contains(char));
    let is_unit = |text: &str| text.chars().count() <= MAX_UNIT && !text.contains(char::is_control);
    // Fewer digits than the number has before its point: it is shown in thousands.
    let whole = digits.trim_start_matches('-').split('.').next().unwrap_or_default().len();
    let is_scaled = middle.chars().filter(|&char| is_digit(char)).count() < whole;
    if !is_number || !is_unit(prefix) || !is_unit(suffix) || is_scaled {
        return digits;
    }
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |rest| ("-", rest));
    format!("{sign}{prefix}{digits}{suffix}")
}

/// A date without a time of midnight and zeros behind seconds.
fn iso(value: &str) -> String {
    let value = value
        .split_once('.')
        .map_or(value, |(whole, rest)| if rest.bytes().all(|b| b == b'0') { whole } else { value });
    value.strip_suffix("T00:00:00").unwrap_or(value).to_owned()
}

/// `PT36H30M00S` as `36:30`.
fn clock(value: &str) -> Option<String> {
    let (sign, rest) = value.strip_prefix('-').map_or(("", value), |rest| ("-", rest));
    let rest = rest.strip_prefix("PT")?;
    let (hours, rest) = rest.split_once('H')?;
    let (minutes, rest) = rest.split_once('M')?;
    let seconds = rest.strip_suffix('S')?;
    let (seconds, fraction) = seconds.split_once(['.', ',']).unwrap_or((seconds, ""));
    let fraction = fraction.trim_end_matches('0');
    let is_plain = |part: &str| part.len() <= 9 && part.bytes().all(|byte| byte.is_ascii_digit());
    if ![hours, minutes, seconds, fraction].into_iter().all(is_plain) {
        return None;
    }
    let point = if fraction.is_empty() { "" } else { "." };
    let end = if fraction.is_empty() && seconds.trim_matches('0').is_empty() {
        String::new()
    } else {
        format!(":{seconds:0>2}{point}{fraction}")
    };
    Some(format!("{sign}{hours:0>2}:{minutes:0>2}{end}"))
}

/// `of:=SUM([.A1:.B2])` as `=SUM(A1:B2)`.
fn plain_formula(formula: &str) -> String {
    let formula = match formula.split_once(":=") {
        Some((prefix, rest)) if prefix.bytes().all(|byte| byte.is_ascii_alphanumeric()) => format!("={rest}"),
        _ => formula.to_owned(),
    };
    formula.replace("[.", "").replace(":.", ":").replace(['[', ']'], "")
}

/// Reads a cell up to its end: what is shown of it. Its comments and links go to the table.
fn cell(xml: &mut Xml<'_>, value: &Value, row: u32, column: u32, table: &mut Table<'_>) -> Result<String, Flaw> {
    let name = || format!("{}{row}", letters(column));
    let (mut text, mut note, mut author) = (String::new(), String::new(), String::new());
    let (mut in_note, mut in_author) = (false, false);
    let mut paragraphs = 0;
    loop {
        match xml.next()? {
            Node::Start(tag) => {
                let into = if in_note { &mut note } else { &mut text };
                let is_drawing = tag.full_name().starts_with("draw:");
                match tag.name() {
                    "p" => {
                        paragraphs += 1;
                        if !into.is_empty() {
                            into.push('\n');
                        }
                    }
                    "s" => {
                        let spaces = tag.attribute("c").and_then(|count| count.parse().ok()).unwrap_or(1_usize);
                        into.push_str(&" ".repeat(spaces.min(1024).min(MAX_CELL.saturating_sub(into.len()))));
                    }
                    "tab" => into.push(' '),
                    "line-break" => into.push('\n'),
                    "a" => {
                        let target = tag.attribute("href").unwrap_or_default();
                        table.remark("link at", &name(), &target.chars().take(2048).collect::<String>());
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
            Node::End(end) => match end.name() {
                "annotation" => {
                    in_note = false;
                    let by = if author.trim().is_empty() { String::new() } else { format!(" by {author}") };
                    table.remark("comment on", &format!("{}{by}", name()), &note);
                }
                "p" => paragraphs -= 1,
                "creator" => in_author = false,
                "table-cell" => break,
                _ => {}
            },
            Node::Text(seen) if in_author => author.extend(seen.chars().take(64_usize.saturating_sub(author.len()))),
            Node::Text(seen) if paragraphs > 0 => {
                let into = if in_note { &mut note } else { &mut text };
                if into.len() < MAX_CELL {
                    push_collapsed(into, &seen);
                }
            }
            Node::Text(_) => {}
            Node::Eof => break,
        }
    }
    Ok(value.show(text))
}

/// Adds text with runs of white space as one blank, as the format has it.
fn push_collapsed(into: &mut String, text: &str) {
    for char in text.chars() {
        if !matches!(char, ' ' | '\t' | '\n' | '\r') {
            into.push(char);
        } else if !into.ends_with([' ', '\n']) {
            into.push(' ');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_keeps_its_unit_and_all_its_digits() {
        for (digits, seen, expected) in [
            ("12.5", "12.50 €", "12.5 €"),
            ("-12.5", "-$12.50", "-$12.5"),
            ("501", "00501", "00501"),
            ("1", "TRUE", "TRUE"),
            ("0", "-", "0"),
            ("1234.567", "1,234.57", "1234.567"),
            ("12345", "12.3K", "12345"),
            ("2.25", "2.3 kg", "2.25 kg"),
            ("5551234", "555-1234", "5551234"),
            ("7", "Err:502", "Err:502"),
        ] {
            assert_eq!(dressed(digits.into(), seen), expected, "{seen}");
        }
    }

    #[test]
    fn times_and_formulas_are_written_as_people_write_them() {
        assert_eq!(clock("PT36H30M00S").as_deref(), Some("36:30"));
        assert_eq!(clock("PT08H05M07.250000000S").as_deref(), Some("08:05:07.25"));
        assert_eq!(clock("PT1H2M"), None);
        assert_eq!(plain_formula("of:=SUM([.A1:.B2];[$Other.C3])"), "=SUM(A1:B2;$Other.C3)");
        assert_eq!(iso("2024-03-01T00:00:00.000000000"), "2024-03-01");
        assert_eq!(iso("2024-03-01T09:30:00"), "2024-03-01T09:30:00");
    }
}
