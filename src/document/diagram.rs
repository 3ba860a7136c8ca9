//! Shared by canvas and Excalidraw: reading order, names of cards, arrows.

use std::cmp::Ordering;
use std::collections::HashSet;

/// Maximum vertical offset from the first card of a row to another card in that row: a little more than the height of a
/// card with one line. If half of the first card's height is less, that is the maximum.
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

/// Sorts by rows from top to bottom, and from left to right in each.
pub(super) fn in_reading_order<T>(items: &mut [T], place: impl Fn(&T) -> Place) {
    let number = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    items.sort_by(|a, b| number(place(a).y, place(b).y));
    let mut rest = items;
    while let Some(first) = rest.first() {
        let first = place(first);
        let bottom = first.y + first.row_tolerance();
        let (row, below) = rest.split_at_mut(rest.partition_point(|item| place(item).y <= bottom).max(1));
        row.sort_by(|a, b| number(place(a).x, place(b).x));
        rest = below;
    }
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

/// The name of a card: its first line with text, without Markdown markers at the start.
pub(super) fn first_line(text: &str) -> Option<String> {
    let bare = |line: &str| {
        let line = line.trim().trim_start_matches(['#', '>', '-', '*', '+', ' ', '\t']);
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
    let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
    if label.is_empty() {
        format!("\"{from}\" {line} \"{to}\"")
    } else {
        format!("\"{from}\" {line} \"{to}\" ({label})")
    }
}
