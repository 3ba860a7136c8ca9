//! The parts of a note of the Excalidraw plugin: its lines, and the data of its drawings. A change leaves the data as it
//! is (`tool/change/drafting.rs`).

use crate::fence::Fence;
use crate::front_matter;

/// The banner that the plugin writes at the top of its notes.
const BANNER: &str = "Switch to EXCALIDRAW VIEW";

/// The property by which the plugin knows its notes, whatever they are called.
const PROPERTY: &[u8] = b"excalidraw-plugin:";

/// Whether a note that starts with `head` is a drawing.
#[must_use]
pub fn is_drawing(head: &[u8]) -> bool {
    let head = head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head);
    let front = front_matter::split(head).map_or(&[][..], |(front, _)| front);
    front.split(|&byte| byte == b'\n').any(|line| line.starts_with(PROPERTY))
}

/// The data of the drawings in the note `text`, with their fences. A change has to leave it as it is.
#[must_use]
pub fn drawing_data(text: &str) -> Vec<&str> {
    // A drawing without a note around it.
    if text.trim_start().starts_with('{') {
        return vec![text];
    }
    Parts::new(text).filter_map(|part| if let Part::Data(block) = part { Some(block) } else { None }).collect()
}

/// A part of a note's body.
pub enum Part<'t> {
    /// A line, without its line break.
    Line(&'t str),
    /// A line that only the plugin needs.
    Hidden,
    /// The data of a drawing, with its fence.
    Data(&'t str),
}

/// The parts of a note's body, in order.
pub struct Parts<'t> {
    /// What follows the part that was taken last.
    pub rest: &'t str,
    fence: Fence,
    /// Whether the section of the data has begun.
    is_drawing: bool,
}

impl<'t> Parts<'t> {
    /// Those of the note `text`.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let body = front_matter::split(text.as_bytes()).map_or(0, |(_, body)| body);
        Self { rest: &text[body..], fence: Fence::default(), is_drawing: false }
    }

    fn take(&mut self, len: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(len);
        self.rest = rest;
        taken
    }
}

impl<'t> Iterator for Parts<'t> {
    type Item = Part<'t>;

    fn next(&mut self) -> Option<Part<'t>> {
        let first = self.rest.split_inclusive('\n').next()?;
        let line = first.trim_end_matches(['\n', '\r']);
        let (is_code, word, title) = (self.fence.is_open(), line.trim(), heading(line));
        if !is_code && let Some(title) = title {
            self.is_drawing = title == "Drawing";
        }
        if word == "```compressed-json" || (!is_code && self.is_drawing && word == "```json") {
            (self.fence, self.is_drawing) = (Fence::default(), false);
            let mut len = first.len();
            for line in self.rest[len..].split_inclusive('\n') {
                len += line.len();
                if line.trim() == "```" {
                    break;
                }
            }
            return Some(Part::Data(self.take(len)));
        }
        if !is_code && (word == "%%" || line.contains(BANNER) || title == Some("Drawing")) {
            self.take(first.len());
            return Some(Part::Hidden);
        }
        self.fence.look_at(line);
        self.take(first.len());
        Some(Part::Line(line))
    }
}

/// The title of a heading.
#[must_use]
pub fn heading(line: &str) -> Option<&str> {
    line.starts_with('#').then(|| line.trim_start_matches('#').trim())
}
