//! The text of diagrams (`SmartArt`) and charts.

use crate::draft::Stop;
use crate::markup::one_line;
use crate::package::Package;
use crate::sheets::chart::Chart;
use crate::slices::finish;
use crate::xml::{Node, Xml};

/// Maximum length of the text of a diagram in bytes: far more than can be read on a page.
const MAX_BYTES: usize = 16 * 1024;

/// The text of the diagram or chart in the part `name`: one line, and for a chart a line for each series. A damaged one
/// is shown as far as it can be read, and a missing one has no text.
pub(crate) fn read_part(package: &mut Package<'_>, name: &str, is_chart: bool) -> Result<String, Stop> {
    let Some(mut xml) = package.optional_xml(name)? else { return Ok(String::new()) };
    Ok(if is_chart { chart(&finish(Chart::read(&mut xml))) } else { diagram(&mut xml) })
}

fn chart(chart: &Chart) -> String {
    let mut text = chart.heading();
    for (name, values) in chart.series() {
        text.extend(["\n", &one_line(&format!("series {name}: {values}"))]);
        if text.len() > MAX_BYTES {
            cut(&mut text);
            break;
        }
    }
    text
}

fn diagram(xml: &mut Xml<'_>) -> String {
    let mut points = String::new();
    // A damaged diagram is shown as far as it could be read.
    let _ = read_all(xml, &mut points);
    if points.len() > MAX_BYTES {
        cut(&mut points);
    }
    points
}

fn cut(text: &mut String) {
    text.truncate(text.floor_char_boundary(MAX_BYTES));
    text.push('…');
}

fn read_all(xml: &mut Xml<'_>, points: &mut String) -> Result<(), Stop> {
    let mut point = String::new();
    while points.len() + point.len() <= MAX_BYTES {
        match xml.next()? {
            Node::Text => point.push_str(xml.text()),
            // The paragraphs of a point.
            Node::Open if xml.name() == "p" => point.push(' '),
            Node::Close if xml.name() == "pt" => {
                add(&point, points);
                point.clear();
            }
            Node::Open | Node::Close => {}
            Node::End => return Ok(()),
        }
    }
    add(&point, points);
    Ok(())
}

fn add(point: &str, points: &mut String) {
    for (at, word) in point.split_whitespace().enumerate() {
        if !points.is_empty() {
            points.push_str(if at == 0 { "; " } else { " " });
        }
        points.push_str(word);
    }
}
