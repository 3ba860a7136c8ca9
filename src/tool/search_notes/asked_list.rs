//! The notes that a question asks to list: those of a folder, with a tag, or of a type.

use super::scope::Scope;
use crate::note::PropertyValue;
use crate::path::VaultPath;
use crate::search::dates::first_day;
use crate::search::index::{Entry, NoteId, is_function_word};
use crate::search::question::{Expects, Listed, Question};
use crate::search::words::base;
use crate::unicode::fold_case;
use crate::vault_links::FileNames;
use lectern_base::sort::sort_by;

/// The properties that say what a note is.
const TYPES: [&str; 7] = ["type", "kind", "category", "class", "tipo", "art", "typ"];

/// The notes that `question` lists, by path; `None` if it names no folder, tag or type, or says something of the notes that
/// the properties of none of them say.
pub(super) fn listed(question: &Question, scope: &Scope<'_>) -> Option<Vec<NoteId>> {
    let words: Vec<ListWord> = ListWord::of(&question.listed);
    if question.lists == Listed::Linking {
        return Some(linking(&words, scope));
    }
    let is_without = question.lists == Listed::Without;
    let takes_tags = question.expects != Some(Expects::Number);
    words.iter().find_map(|named| {
        let others: Vec<&ListWord> = words.iter().filter(|word| word.base != named.base).collect();
        let tagged = scope.index().tagged(&named.written).filter(|_| takes_tags);
        let tagged = tagged.or_else(|| scope.index().tagged(&named.base).filter(|_| takes_tags)).unwrap_or_default();
        let is_one = |id: NoteId, note: &Entry| {
            tagged.get(id.0 as usize) == Some(&true) || named.is_folder(note) || named.is_type(note)
        };
        let all =
            scope.index().notes().filter(|&(id, note)| !note.is_document && is_one(id, note) && scope.takes(id, note));
        let mut all: Vec<(NoteId, &Entry)> = all.collect();
        let is_known = |word: &&ListWord| all.iter().any(|(_, note)| word.holds(note));
        if all.is_empty() || !others.iter().all(is_known) || (is_without && others.is_empty()) {
            return None;
        }
        all.retain(|(_, note)| {
            others.iter().all(|word| word.holds(note) != is_without)
                && question.days.is_none_or(|days| has_day(note, days.first..=days.last))
        });
        Some(by_path(all))
    })
}

/// The notes that may link to one whose name is `words`: only reading them tells whether they do.
fn linking(words: &[ListWord], scope: &Scope<'_>) -> Vec<NoteId> {
    let (index, catalogue) = (scope.index(), scope.catalogue);
    let is_name = |name: &str| ListWord::of(name).iter().map(|word| &word.base).eq(words.iter().map(|word| &word.base));
    let named = index.notes().filter(|(_, note)| !words.is_empty() && note.all_names().any(is_name));
    let files: Vec<&VaultPath> = named.filter_map(|(_, note)| catalogue.path(note)).collect();
    let linking = index.linking_to(FileNames::of(&files).keys());
    let all = linking.into_iter().filter_map(|id| Some((id, index.note(id)?)));
    by_path(all.filter(|&(id, note)| scope.takes(id, note)).collect())
}

fn by_path(mut notes: Vec<(NoteId, &Entry)>) -> Vec<NoteId> {
    sort_by(&mut notes, |(_, one), (_, other)| one.path.cmp(&other.path));
    notes.into_iter().map(|(id, _)| id).collect()
}

/// A word of the question.
struct ListWord {
    /// Folded, and the same without its ending.
    written: String,
    base: String,
}

impl ListWord {
    fn of(text: &str) -> Vec<Self> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(fold_case);
        words.filter(|word| !is_function_word(word)).map(|written| Self { base: base(&written), written }).collect()
    }

    fn is(&self, text: &str) -> bool {
        base(&fold_case(text)) == self.base
    }

    fn is_folder(&self, note: &Entry) -> bool {
        note.path.rsplit_once('/').is_some_and(|(folders, _)| folders.split('/').any(|folder| self.is(folder)))
    }

    fn is_type(&self, note: &Entry) -> bool {
        TYPES.iter().any(|name| matches!(note.properties.get(name), PropertyValue::Text(text) if self.is(text)))
    }

    /// Whether a property of `note` has the word as its name or in its value.
    fn holds(&self, note: &Entry) -> bool {
        note.properties.any(&mut |name, value| self.is(name) || self.is_in(value))
    }

    fn is_in(&self, value: &PropertyValue) -> bool {
        match value {
            PropertyValue::Text(text) => text.split(|c: char| !c.is_alphanumeric()).any(|word| self.is(word)),
            PropertyValue::Number(number) => number.to_string() == self.written,
            PropertyValue::List(items) => items.iter().any(|item| self.is_in(item)),
            _ => false,
        }
    }
}

/// Whether a property of `note`, or its name, has one of the days.
fn has_day(note: &Entry, days: std::ops::RangeInclusive<i32>) -> bool {
    let is_date = |value: &PropertyValue| matches!(value, PropertyValue::Text(text) if first_day(text).is_some_and(|day| days.contains(&day)));
    note.name_day().is_some_and(|day| days.contains(&day)) || note.properties.any(&mut |_, value| is_date(value))
}
