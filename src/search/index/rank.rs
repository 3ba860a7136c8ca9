//! Scores notes: BM25 over the words' weights in their fields; and the order of the notes that are found.
#![expect(clippy::cast_precision_loss, reason = "scores are estimates")]

use std::cmp::Ordering;

use lectern_base::sort::sort_by;

use super::forms::Form;
use super::note_entry::{Entry, NoteId, NotePart};
use super::weights;
use super::word_index::Index;
use crate::search::words::{base, is_name, without_sign};

/// A note that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankedNote {
    /// Its id.
    pub id: NoteId,
    /// The score; comparable within one search.
    pub score: f32,
    /// Whether it contains every word of the query, in some form. Function words don't count beside others.
    pub all_words: bool,
}

/// A word of the query: what it matches, and how much it counts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RankedWord {
    /// The terms that it matches, and how well: 1 for the word itself.
    pub forms: Vec<(Box<str>, f32)>,
    /// How much it counts: more if it is in few notes.
    pub worth: f32,
    /// Whether a note is found by this word alone: not by a function word if there are others.
    pub finds: bool,
    /// Whether it is in a name of a note, whose words are all in the query; or what a name begins with.
    pub named: Named,
}

/// What a word is worth that half of the notes have.
const IN_MOST: f32 = std::f32::consts::LN_2;

impl RankedWord {
    /// Whether it names what a note is about: by all of a name, or as a proper noun: `Grete`. Not if it is in most notes.
    /// `written` is how the query spells it.
    pub fn names_subject<'a>(&self, mut written: impl Iterator<Item = &'a String>) -> bool {
        let is_named = match self.named {
            Named::Not => false,
            Named::Begins => written.any(|written| written.starts_with(char::is_uppercase)),
            Named::Whole => true,
        };
        is_named && self.finds && self.worth > IN_MOST
    }
}

/// What a word of the query is in the names of notes that were found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    #[default]
    Not,
    /// A name begins with it: `Grete` of Grete Halvorsen.
    Begins,
    /// All words of a name are in the query, and there are several.
    Whole,
}

/// How `form` matches `word`, by its factor.
#[must_use]
pub fn kind_of_form(word: &str, form: &str, factor: f32) -> &'static str {
    if without_sign(word).is_some() && !is_name(form) {
        return "without its sign";
    }
    let is = |of: u8| (factor - f32::from(of) / f32::from(weights::EXACT)).abs() < 0.01;
    let kinds = [
        (weights::EXACT, "as written"),
        (weights::UNACCENTED, "without accents"),
        (weights::JOINED, if base(word) == base(form) { "another ending" } else { "written as one word" }),
        (weights::MISSPELT, "a similar spelling"),
        (weights::SAME_BEGINNING, "the same beginning"),
        (weights::COMPOUND, "the end of a compound"),
        (weights::OTHER_ACCENTS, "other accents"),
        (weights::RELATED, "the same quantity"),
    ];
    kinds.into_iter().find(|&(of, _)| is(of)).map_or("a longer form", |(_, kind)| kind)
}

/// The result of a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ranking {
    /// The notes, best first.
    pub notes: Vec<RankedNote>,
    /// How many of the first notes are in order. [`Index::sort_rest`] sorts the rest.
    pub sorted: usize,
    /// The words of the query, each once, in its order.
    pub words: Vec<RankedWord>,
}

/// The scores so far, by note.
#[derive(Debug)]
pub(super) struct Tally {
    pub notes: Vec<NoteTally>,
    /// The notes with the current word, and those with any.
    pub touched: Vec<NoteId>,
    pub found: Vec<NoteId>,
    /// How many notes have the current word, as far as that tells how rare it is.
    holding: f32,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NoteTally {
    /// The weight of the current word in the text and in the names, in tenths. Integers, so that the order of lists
    /// does not matter.
    pub text: u32,
    pub names: u32,
    /// The factor of its best form.
    pub best: u8,
    /// How many of the words that find notes were found, and how many others.
    pub words: u32,
    pub function_words: u32,
    /// The total worth of all words that were found.
    pub worth: f32,
    pub score: f32,
}

impl Tally {
    pub fn new(notes: usize) -> Self {
        Self { notes: vec![NoteTally::default(); notes], touched: Vec::new(), found: Vec::new(), holding: 0.0 }
    }

    /// Takes the forms that were tallied so far for how rare the current word is. Each note counts by how well its best
    /// form matches: a guess, such as another word with the same beginning, makes a word less common than the word itself.
    pub fn count_holding(&mut self) {
        let best: u32 = self.touched.iter().map(|id| u32::from(self.notes[id.0 as usize].best)).sum();
        self.holding = best as f32 / f32::from(weights::EXACT);
    }
}

impl Index {
    /// Adds the weights of a word's forms in each note.
    pub(super) fn tally(&self, forms: &[Form], tally: &mut Tally) {
        for form in forms {
            self.dictionary.each_posting(form.term, |posting| {
                let Some(part) = self.parts.get(posting.part) else { return };
                let (NotePart::Text(id) | NotePart::Names(id)) = part;
                let Some(note) = tally.notes.get_mut(id.0 as usize) else { return };
                if note.best == 0 {
                    tally.touched.push(id);
                }
                note.best = note.best.max(form.factor);
                let field = if matches!(part, NotePart::Text(_)) { &mut note.text } else { &mut note.names };
                *field = field.saturating_add(weights::weight(posting.weight).saturating_mul(form.factor.into()));
            });
        }
    }

    /// Converts the weights of the current word to scores, and resets them. Returns the word's worth: its rarity times
    /// `emphasis`.
    pub(super) fn add_scores(&self, tally: &mut Tally, emphasis: f32, finds: bool) -> f32 {
        let (all, holding) = (self.len as f32, tally.holding);
        let worth = (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln() * emphasis;
        let notes = (self.len() - self.documents) as f32;
        let mean = if notes > 0.0 { (self.total_length as f32 / notes).max(1.0) } else { weights::MEAN_LENGTH };
        for id in tally.touched.drain(..) {
            let note = &mut tally.notes[id.0 as usize];
            if note.words + note.function_words == 0 {
                tally.found.push(id);
            }
            let length = self.lengths[id.0 as usize] as f32;
            let text = note.text as f32 / (1.0 - weights::B + weights::B * length / mean);
            let weight = (text + note.names as f32 * weights::TITLE) / f32::from(weights::EXACT);
            let gain = weight * (weights::K1 + 1.0) / (weight + weights::K1);
            note.score += worth * gain * f32::from(note.best) / f32::from(weights::EXACT);
            *(if finds { &mut note.words } else { &mut note.function_words }) += 1;
            note.worth += worth;
            (note.text, note.names, note.best) = (0, 0, 0);
        }
        worth
    }

    /// Sorts the notes of a [`Ranking`], of which the first `sorted` are in order.
    pub fn sort_rest(&self, notes: &mut Vec<RankedNote>, sorted: usize) {
        let mut rest = notes.split_off(sorted.min(notes.len()));
        sort_by(&mut rest, |a, b| {
            b.score.total_cmp(&a.score).then_with(|| match (self.note(a.id), self.note(b.id)) {
                (Some(of_a), Some(of_b)) => newest_first(of_a, of_b),
                // One is gone since.
                (of_a, of_b) => of_b.is_some().cmp(&of_a.is_some()),
            })
        });
        notes.append(&mut rest);
    }
}

/// The order of two notes that were found: by score, then by modification time, newest first, then by path.
pub(super) fn order((a, of_a): &(RankedNote, &Entry), (b, of_b): &(RankedNote, &Entry)) -> Ordering {
    b.score.total_cmp(&a.score).then_with(|| newest_first(of_a, of_b))
}

fn newest_first(a: &Entry, b: &Entry) -> Ordering {
    b.mtime.total_cmp(&a.mtime).then_with(|| a.path.cmp(&b.path))
}
