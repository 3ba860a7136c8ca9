//! Shared by canvases and Excalidraw drawings: reading order, names of cards and arrows.

use std::cmp::Ordering;
use std::collections::HashSet;

use lectern_base::sort::sort_by;

use super::markup::one_line;

/// Maximum distance below the first card of a row at which another card may start and still be read in that row. It is
/// slightly more than the height of a card with one line. For a first card lower than twice this, half its height is
/// used.
const ROW_TOLERANCE: f64 = 100.0;

/// Maximum length of a name, taken from the first line of a card.
const MAX_NAME_CHARS: usize = 60;

/// A rectangle. Coordinates are finite; y grows downwards.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Place {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Place {
    pub fn area(&self) -> f64 {
        self.width * self.height
    }

    /// Whether it contains the middle of `other`: a card that sticks out a little counts as inside.
    pub fn holds(&self, other: &Self) -> bool {
        let (x, y) = (other.x + other.width / 2.0, other.y + other.height / 2.0);
        (self.x..=self.x + self.width).contains(&x) && (self.y..=self.y + self.height).contains(&y)
    }

    fn row_tolerance(&self) -> f64 {
        (self.height / 2.0).clamp(0.0, ROW_TOLERANCE)
    }
}

/// Sorts into rows from top to bottom, and each row from left to right.
pub(super) fn in_reading_order<T>(items: &mut Vec<T>, place: impl Fn(&T) -> Place) {
    let number = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    sort_by(items, |a, b| number(place(a).y, place(b).y));
    let (mut row, mut bottom) = (0_usize, f64::NEG_INFINITY);
    let mut in_rows: Vec<(usize, T)> = Vec::with_capacity(items.len());
    for item in items.drain(..) {
        let place = place(&item);
        if place.y > bottom {
            (row, bottom) = (row + 1, place.y + place.row_tolerance());
        }
        in_rows.push((row, item));
    }
    sort_by(&mut in_rows, |(row, a), (other, b)| row.cmp(other).then_with(|| number(place(a).x, place(b).x)));
    items.extend(in_rows.into_iter().map(|(_, item)| item));
}

/// The names given so far.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    counts: std::collections::HashMap<String, usize>,
}

impl Names {
    /// `name`, or `name (2)`, `name (3)` … if it is taken.
    pub fn give(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) {
            return name.to_owned();
        }
        let count = self.counts.entry(name.to_owned()).or_insert(1);
        loop {
            *count += 1;
            let numbered = format!("{name} ({count})");
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

/// The name of a card: its first line with text, without Markdown marks at the start,
/// such as `- [ ]` and `> [!note]`.
pub(super) fn first_line(text: &str) -> Option<String> {
    let bare = |line: &str| {
        let line = line.trim().trim_start_matches(['#', '>', '-', '*', '+', ' ', '\t']);
        let line = match line.split_once(']') {
            Some((mark, rest)) if mark.starts_with("[!") => rest.trim_start_matches(['-', '+']),
            Some(("[ " | "[x", rest)) if rest.starts_with(' ') => rest,
            _ => line,
        };
        let words: Vec<&str> = line.split(|c: char| c.is_whitespace() || c.is_control()).collect();
        words.join(" ").trim_end_matches(['*', ' ']).to_owned()
    };
    let line = text.lines().map(bare).find(|line| line.contains(char::is_alphanumeric));
    let line = line.or_else(|| text.lines().map(|line| line.trim().to_owned()).find(|line| !line.is_empty()))?;
    match line.char_indices().nth(MAX_NAME_CHARS) {
        Some((end, _)) => Some(format!("{}…", line[..end].trim_end())),
        None => Some(line),
    }
}

/// An arrow, or a line without heads, from one card to another.
pub(super) fn arrow(from: &str, to: &str, heads: (bool, bool), label: &str) -> String {
    let line = match heads {
        (false, true) => "->",
        (true, false) => "<-",
        (true, true) => "<->",
        (false, false) => "--",
    };
    let label = one_line(label);
    if label.is_empty() {
        format!("\"{from}\" {line} \"{to}\"")
    } else {
        format!("\"{from}\" {line} \"{to}\" ({label})")
    }
}
