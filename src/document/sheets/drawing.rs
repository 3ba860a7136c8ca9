//! What is drawn on a sheet: text boxes and charts, as lines below its cells.

use super::cell_text::letters;
use super::chart::Chart;
use super::table::Table;
use crate::draft::Stop;
use crate::package::{Package, Relations};
use crate::xml::{Node, Xml};

/// Maximum number of charts of a sheet.
const MAX_CHARTS: usize = 1000;
/// Maximum bytes read of one text.
const MAX_TEXT: usize = 64 * 1024;

/// Adds the text boxes and charts of a part with these relationships.
pub(super) async fn add(package: &mut Package<'_>, relations: &Relations, table: &mut Table<'_>) {
    for drawing in relations.values().filter(|relation| relation.kind == "drawing") {
        let mut charts = Vec::new();
        if let Ok(Some(mut xml)) = package.xml(&drawing.target) {
            // Ignore errors here and keep what was read: drawings are optional.
            let _ = shapes(&mut xml, table, &mut charts).await;
        }
        let parts = package.relations(&drawing.target).unwrap_or_default();
        for (cell, id) in charts {
            let Some(relation) = parts.get(&id) else { continue };
            if let Ok(Some(mut xml)) = package.xml(&relation.target) {
                let chart = Chart::read(&mut xml).await;
                if table.remark("chart at", &cell, "", &chart.heading()) {
                    chart.series().for_each(|(name, values)| {
                        table.remark("series", "", &format!(" {name}"), &values);
                    });
                }
            }
        }
    }
}

/// Adds the text boxes, and collects the charts: the cell, and the id of the relationship.
async fn shapes(xml: &mut Xml<'_>, table: &mut Table<'_>, charts: &mut Vec<(String, String)>) -> Result<(), Stop> {
    let (mut row, mut column) = (None, None);
    let mut text = String::new();
    let (mut is_from, mut is_shape) = (false, false);
    loop {
        xml.pause().await;
        match xml.next()? {
            Node::Open => match xml.name() {
                "twoCellAnchor" | "oneCellAnchor" | "absoluteAnchor" => (row, column) = (None, None),
                "from" => is_from = true,
                "row" if is_from => row = xml.whole_text()?.trim().parse::<u32>().ok(),
                "col" if is_from => column = xml.whole_text()?.trim().parse::<u32>().ok(),
                "sp" => {
                    is_shape = true;
                    text.clear();
                }
                "t" if is_shape && text.len() < MAX_TEXT => text.push_str(&xml.whole_text()?),
                "br" => text.push('\n'),
                "chart" if charts.len() < MAX_CHARTS => {
                    if let Some(id) = xml.prefixed("id") {
                        charts.push((cell(row, column), id.chars().take(64).collect()));
                    }
                }
                _ => {}
            },
            Node::Close => match xml.name() {
                "from" => is_from = false,
                "p" => text.push('\n'),
                "sp" => {
                    is_shape = false;
                    if !text.trim().is_empty() {
                        table.remark("text box at", &cell(row, column), "", &text);
                    }
                }
                _ => {}
            },
            Node::Text => {}
            Node::End => return Ok(()),
        }
    }
}

/// The name of the cell; empty if it is unknown. Drawings count from 0.
fn cell(row: Option<u32>, column: Option<u32>) -> String {
    let one_up = |number: u32| number.saturating_add(1);
    row.zip(column).map(|(row, column)| format!("{}{}", letters(one_up(column)), one_up(row))).unwrap_or_default()
}
