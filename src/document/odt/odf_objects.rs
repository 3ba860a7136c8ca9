//! Formulas and charts in an `OpenDocument` text: each is a small document of its own.

use crate::draft::Stop;
use crate::markup::one_line;
use crate::xml::{Node, Xml};

/// Maximum number of bytes shown of an object.
const MAX_BYTES: usize = 16 * 1024;
/// Maximum number of rows and of columns of a chart's table. A chart with more is not readable.
const MAX_CELLS: usize = 200;

/// The text of the formula in `xml`, as its author wrote it.
pub(super) fn formula(xml: &mut Xml<'_>) -> String {
    let (mut source, mut signs) = (String::new(), String::new());
    let _ = read_formula(xml, &mut source, &mut signs);
    let text = if source.trim().is_empty() { signs } else { source };
    let text = one_line(&text);
    text[..text.floor_char_boundary(MAX_BYTES)].to_owned()
}

fn read_formula(xml: &mut Xml<'_>, source: &mut String, signs: &mut String) -> Result<(), Stop> {
    while signs.len() < MAX_BYTES {
        match xml.next()? {
            Node::Open if xml.name() == "annotation" => *source = xml.whole_text()?,
            Node::Text => signs.push_str(xml.text()),
            Node::End => break,
            Node::Open | Node::Close => {}
        }
    }
    Ok(())
}

/// The title of the chart in `xml`, and a line for each series.
pub(super) fn chart(xml: &mut Xml<'_>) -> String {
    let mut chart = Chart::default();
    let _ = chart.read(xml);
    let title = one_line(&chart.title);
    let mut text = if title.is_empty() { chart.kind.clone() } else { format!("{title} ({})", chart.kind) };
    let names = chart.rows.first().cloned().unwrap_or_default();
    for (at, name) in names.iter().enumerate().skip(1) {
        let value = |row: &Vec<String>| {
            let value = row.get(at).filter(|value| !value.is_empty())?;
            Some(format!("{} {value}", row[0]).trim().to_owned())
        };
        let values = chart.rows.iter().skip(1).filter_map(value).collect::<Vec<_>>().join(", ");
        if text.len() + values.len() > MAX_BYTES {
            text.push_str("\n…");
            break;
        }
        let name = if name.is_empty() { at.to_string() } else { name.clone() };
        text.extend(["\nseries ", &name, ": ", &values]);
    }
    text
}

#[derive(Debug, Default)]
struct Chart {
    kind: String,
    title: String,
    rows: Vec<Vec<String>>,
}

impl Chart {
    fn read(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        while xml.opens(0)? {
            match xml.full_name() {
                "chart:chart" => {
                    let kind = xml.attribute("class").unwrap_or_default();
                    self.kind = kind.trim_start_matches("chart:").chars().take(64).collect();
                }
                "chart:title" if self.title.is_empty() => self.title = short(&xml.whole_text()?),
                "chart:axis" | "chart:legend" | "chart:subtitle" => xml.skip()?,
                "table:table-row" if self.rows.len() < MAX_CELLS => self.rows.push(Vec::new()),
                "table:table-row" => break,
                "table:table-cell" => {
                    let text = short(&xml.whole_text()?);
                    if let Some(row) = self.rows.last_mut().filter(|row| row.len() < MAX_CELLS) {
                        row.push(text);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// A text on one line, cut to a length that is read at a glance.
fn short(text: &str) -> String {
    one_line(text).chars().take(200).collect()
}
