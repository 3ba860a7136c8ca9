//! Explains the place of a note in a search, from the index and from the note's text.

use std::collections::{HashMap, HashSet};

use lectern_base::sort::sort_by;

use crate::error::ToolError;
use crate::note::NoteParts;
use crate::path::VaultPath;
use crate::search::index::{
    Entry, Index, NoteId, RankedNote, RankedWord, Ranking, file_and_page, function_words, is_function_word,
    kind_of_form,
};
use crate::search::line_match::Matching;
use crate::search::query::Query;
use crate::search::words::{each_word, each_word_and_variant};
use crate::wire::reply::{Explanation, FormFound, NoteAbove, WordExplained};

/// How many notes just above this one are named.
const ABOVE: usize = 3;

/// How many words of the note's name are tried.
const NAME_WORDS: usize = 4;

/// Forms of a word to tell.
const FORMS: usize = 5;

/// The place of the note at `path`, which is `text`, in a search for `query` that found `order`, best first.
pub(super) fn explained(
    index: &Index,
    query: &str,
    path: &VaultPath,
    text: &str,
    order: &[String],
) -> Result<Explanation, ToolError> {
    let parsed = Query::parse(query).map_err(|error| ToolError::invalid_arguments(error.to_string(), error.help()))?;
    let words = &parsed.words[..parsed.own];
    let ranking = search(index, &parsed.own_words());
    let id = index.find(path.as_str());
    let names: Vec<&str> = id.and_then(|id| index.note(id)).into_iter().flat_map(Entry::all_names).collect();
    let by_words = id.and_then(|id| place(&ranking, id));
    let shown = order.iter().position(|found| found == path.as_str());
    let score = |place: usize| ranking.notes[place].score / ranking.notes[0].score.max(f32::MIN_POSITIVE);
    let holding: Vec<HashSet<NoteId>> = ranking.words.iter().map(|word| index.notes_with(word, |_| true)).collect();
    let is_function = function_words(words);
    let explain = |(at, forms): (usize, Vec<FormFound>)| WordExplained {
        word: words[at].clone(),
        function_word: is_function[at] && !ranking.words[at].finds,
        notes: count(holding[at].len()),
        forms,
    };
    let forms = forms(words, &ranking.words, &names, text).into_iter();
    let explained: Vec<WordExplained> = forms.enumerate().map(explain).collect();
    let above = |at: usize| {
        let id = index.find(&order[at]);
        let has = |holding: &HashSet<NoteId>| id.is_some_and(|id| holding.contains(&id));
        let counted = explained.iter().zip(&holding).filter(|(word, holding)| !word.function_word && has(holding));
        let words = counted.map(|(word, _)| word.word.clone()).collect();
        NoteAbove { path: order[at].clone(), rank: count(at + 1), words }
    };
    let before = shown.unwrap_or(order.len());
    let wish = Wish { index, words: &explained, id, place: by_words };
    Ok(Explanation {
        path: path.to_string(),
        asked: None,
        rank: shown.or_else(|| by_words.map(|place| place.max(order.len()))).map(|rank| count(rank + 1)),
        found: count(ranking.notes.len()),
        score: by_words.map_or(0.0, score),
        above: (0..before).filter(|&at| at == 0 || at + ABOVE >= before).map(above).collect(),
        advice: wish.advice(&names, || has_phrase(query, text)),
        words: explained,
    })
}

fn search(index: &Index, words: &[String]) -> Ranking {
    let mut ranking = index.search(words, &mut |_, _| true);
    // A document counts once, by its best page.
    let mut seen = HashSet::new();
    let file = |note: &RankedNote| index.note(note.id).filter(|entry| entry.is_document).map(|entry| &*entry.path);
    ranking.notes.retain(|note| file(note).is_none_or(|path| seen.insert(file_and_page(path).0)));
    ranking
}

/// The place of the note in `ranking`, 0 for the best.
fn place(ranking: &Ranking, id: NoteId) -> Option<usize> {
    ranking.notes.iter().position(|note| note.id == id)
}

/// What a note with these `names` and this `text` has of each of `words`, the best forms first.
fn forms(words: &[String], ranked: &[RankedWord], names: &[&str], text: &str) -> Vec<Vec<FormFound>> {
    let mut wanted: HashMap<&str, Vec<(usize, f32)>> = HashMap::new();
    for (at, word) in ranked.iter().take(words.len()).enumerate() {
        for (form, factor) in &word.forms {
            wanted.entry(form).or_default().push((at, *factor));
        }
    }
    let mut found: Vec<Vec<(f32, FormFound)>> = vec![Vec::new(); words.len()];
    let mut take = |term: &str, count: &dyn Fn(&mut FormFound)| {
        for &(at, factor) in wanted.get(term).into_iter().flatten() {
            let forms = &mut found[at];
            let known = forms.iter().position(|(_, form)| form.form == term).unwrap_or_else(|| {
                let kind = kind_of_form(&words[at], term, factor).to_owned();
                forms.push((factor, FormFound { form: term.to_owned(), kind, text: 0, headings: 0, name: false }));
                forms.len() - 1
            });
            count(&mut forms[known].1);
        }
    };
    let headings = NoteParts::read(text).headings;
    each_word_and_variant(text, |word| {
        let is_heading = headings.iter().any(|heading| heading.span.contains(&word.start));
        take(word.term, &|form| *(if is_heading { &mut form.headings } else { &mut form.text }) += 1);
    });
    for name in names {
        each_word_and_variant(name, |word| take(word.term, &|form| form.name = true));
    }
    let best = |mut forms: Vec<(f32, FormFound)>| {
        sort_by(&mut forms, |(a, one), (b, other)| b.total_cmp(a).then_with(|| one.form.cmp(&other.form)));
        forms.into_iter().take(FORMS).map(|(_, form)| form).collect()
    };
    found.into_iter().map(best).collect()
}

/// A note that should rank higher.
struct Wish<'a> {
    index: &'a Index,
    words: &'a [WordExplained],
    id: Option<NoteId>,
    /// Its place by words, 0 for the best.
    place: Option<usize>,
}

impl Wish<'_> {
    /// What would bring the note with these `names` up. Every change is tried.
    fn advice(&self, names: &[&str], has_phrase: impl Fn() -> bool) -> Vec<String> {
        let counted = || self.words.iter().filter(|word| !word.function_word);
        let quoted = |words: &[&str]| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        let mut advice = Vec::new();
        let nowhere: Vec<&str> = counted().filter(|word| word.notes == 0).map(|word| &*word.word).collect();
        if !nowhere.is_empty() {
            advice.push(format!("No note has {}.", quoted(&nowhere)));
        }
        if self.id.is_none() || self.place == Some(0) {
            return advice;
        }
        let all: Vec<String> = self.words.iter().map(|word| word.word.clone()).collect();
        let is_lacking = |word: &&WordExplained| word.notes > 0 && word.forms.is_empty();
        let lacks: Vec<&str> = counted().filter(is_lacking).map(|word| &*word.word).collect();
        let kept: Vec<String> = all.iter().filter(|word| !lacks.contains(&word.as_str())).cloned().collect();
        if !lacks.is_empty()
            && !kept.is_empty()
            && let Some(place) = self.place_with(&kept)
        {
            let lacks = quoted(&lacks);
            advice.push(format!("Leave out {lacks}, which it lacks: by words alone it then ranks {}.", place + 1));
        }
        if let Some((place, word)) = self.best_name_word(names, &all) {
            advice.push(format!("Add \"{word}\", a word of its name: by words alone it then ranks {}.", place + 1));
        }
        if all.len() > 1 && has_phrase() {
            advice.push(
                "In quotation marks, the query finds only notes that have it as a phrase, as this one does.".to_owned(),
            );
        }
        advice
    }

    /// The place of the note in a search for `words`, if it is a better one.
    fn place_with(&self, words: &[String]) -> Option<usize> {
        let place = place(&search(self.index, words), self.id?)?;
        self.place.is_none_or(|now| place < now).then_some(place)
    }

    /// The word of the note's names that brings it furthest up beside the words `all`, and to which place.
    fn best_name_word(&self, names: &[&str], all: &[String]) -> Option<(usize, String)> {
        let mut words = Vec::new();
        for name in names {
            each_word(name, |word| words.push(word.term.to_owned()));
        }
        words.retain(|word| !all.contains(word) && !is_function_word(word));
        let placed = |word: String| Some((self.place_with(&[all, std::slice::from_ref(&word)].concat())?, word));
        words.into_iter().take(NAME_WORDS).filter_map(placed).min_by_key(|&(place, _)| place)
    }
}

/// Whether `text` has the words of `query` as a phrase.
fn has_phrase(query: &str, text: &str) -> bool {
    let Ok(phrase) = Query::parse(&format!("\"{}\"", query.replace('"', " "))) else { return false };
    let mut matching = Matching::new(&phrase, false, 1);
    while !matching.read_more(text, usize::MAX) {}
    matching.finish().is_some_and(|hits| hits.count > 0)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
