//! Diagrams (`SmartArt`): the text of their points.

use crate::document::stop::Stop;
use crate::document::xml::{Node, Xml};

/// Maximum length of the text of a diagram in bytes: far more than can be read on a page.
const MAX_BYTES: usize = 16 * 1024;

/// The text of the diagram in the data part `xml`, as far as it can be read.
pub(super) fn read(xml: &mut Xml<'_>) -> String {
    let mut points = String::new();
    // A damaged diagram is shown as far as it could be read.
    let _ = read_all(xml, &mut points);
    if points.len() > MAX_BYTES {
        points.truncate(points.floor_char_boundary(MAX_BYTES));
        points.push('…');
    }
    points
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
