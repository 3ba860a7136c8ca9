//! The layout of a reply that shows several files: each below a line with its path, in the order asked, sharing the room.

use super::Terms;
use super::notice::not_named;
use super::piece::Piece;
use super::share::fair_share;
use crate::text::{Amount, own, stacked};
use crate::tool::reply::{Content, FileShown};

/// Less of a file than this is of no use: then rather fewer files are shown, and the others named.
const HEAD: Amount = Amount { bytes: 400, lines: 5, millitokens: 100_000 };

/// What the seam between two lines costs at the most: a line break is counted by what stands around it.
const SEAM: Amount = Amount { bytes: 0, lines: 0, millitokens: 2000 };

/// What becomes of one file.
enum Place {
    /// It is shown, as far as its share goes.
    Shown,
    /// There is only room for the call that shows it.
    Named,
    /// Not even that.
    Left,
}

/// The parts of the reply and what each file shows.
pub(super) fn several(pieces: Vec<(String, Piece)>, terms: &Terms) -> (Vec<Content>, Vec<FileShown>) {
    let (places, share) = places(&pieces, terms);
    let left = places.iter().filter(|place| matches!(place, Place::Left)).count();
    let mut parts = Parts::default();
    let mut files = Vec::with_capacity(pieces.len());
    for ((name, piece), place) in pieces.into_iter().zip(places) {
        if let Place::Left = place {
            files.push(piece.not_shown(&name).1);
            continue;
        }
        parts.line(&header(&name));
        let (shown, file) = match place {
            Place::Shown => piece.shown(share, &name, terms),
            _ => piece.not_shown(&name),
        };
        for content in shown {
            parts.push(content);
        }
        files.push(file);
    }
    if left > 0 {
        parts.line(&not_named(left));
    }
    (parts.0, files)
}

/// The line above a file.
fn header(name: &str) -> String {
    format!("== {name} ==")
}

/// What becomes of each file, and how much of it the shown ones may show.
fn places(pieces: &[(String, Piece)], terms: &Terms) -> (Vec<Place>, Amount) {
    let line = |text: &str| terms.taken_by(&format!("{text}\n")) + SEAM;
    let named: Vec<_> =
        pieces.iter().map(|(name, piece)| line(&header(name)) + line(&piece.not_shown_line(name))).collect();
    let last_line = line(&not_named(pieces.len()));
    // What naming all the files from here on takes; where that is much, one line stands for them.
    let mut naming = vec![Amount::ZERO; pieces.len() + 1];
    for (index, named) in named.iter().enumerate().rev() {
        naming[index] = naming[index + 1] + *named;
    }
    let mut room = terms.limit;
    let (mut places, mut demands) = (Vec::with_capacity(pieces.len()), Vec::new());
    for (index, (name, piece)) in pieces.iter().enumerate() {
        let (demand, fixed) = (piece.demand(), line(&header(name)) + piece.fixed(name, &HEAD, terms));
        let some_left = places.iter().any(|place| matches!(place, Place::Left));
        let keeps = |taken: Amount| {
            let left = room.without(taken);
            room.holds(taken) && (left.holds(last_line) || (!some_left && left.holds(naming[index + 1])))
        };
        if keeps(fixed + head(demand)) {
            room = room.without(fixed + head(demand));
            demands.push(demand);
            places.push(Place::Shown);
        } else if keeps(named[index]) {
            room = room.without(named[index]);
            places.push(Place::Named);
        } else {
            places.push(Place::Left);
        }
    }
    if places.iter().any(|place| matches!(place, Place::Left)) {
        room = room.without(last_line);
    }
    let heads = demands.iter().fold(Amount::ZERO, |sum, &demand| sum + head(demand));
    (places, fair_share(&demands, room + heads))
}

/// The part of `demand` that is worth showing at all.
fn head(demand: Amount) -> Amount {
    Amount {
        bytes: demand.bytes.min(HEAD.bytes),
        lines: demand.lines.min(HEAD.lines),
        millitokens: demand.millitokens.min(HEAD.millitokens),
    }
}

/// The parts of a reply, text next to text put together.
#[derive(Default)]
struct Parts(Vec<Content>);

impl Parts {
    fn line(&mut self, text: &str) {
        self.push(Content::Text { text: own(text.to_owned()) });
    }

    fn push(&mut self, content: Content) {
        match (self.0.pop(), content) {
            (Some(Content::Text { text: above }), Content::Text { text }) => {
                self.0.push(Content::Text { text: stacked(above, &text) });
            }
            (before, content) => self.0.extend(before.into_iter().chain([content])),
        }
    }
}
