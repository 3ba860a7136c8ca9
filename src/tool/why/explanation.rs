//! Explains the place of a note in a search, from the index and from the note's text.

use std::collections::{HashMap, HashSet};

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
use crate::sort::sort_by;
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
    let holding: Vec<HashSet<NoteId>> = ranking.words.iter().map(|word| index.notes_with(word, |_| true)).collect();
    let id = index.find(path.as_str());
    let by_words = id.and_then(|id| place(&ranking, id));
    let shown = order.iter().position(|found| found == path.as_str());
    let rank = shown.or_else(|| by_words.map(|place| place.max(order.len())));
    let best = ranking.notes.first().map_or(f32::MIN_POSITIVE, |note| note.score);
    let score = by_words.map_or(0.0, |place| ranking.notes[place].score / best.max(f32::MIN_POSITIVE));
    let names: Vec<&str> = id.and_then(|id| index.note(id)).into_iter().flat_map(Entry::all_names).collect();
    let forms = forms(&ranking.words, &names, text);
    let is_function = function_words(words);
    let explained: Vec<WordExplained> = words
        .iter()
        .zip(is_function.iter().zip(&ranking.words))
        .zip(&holding)
        .zip(forms)
        .map(|(((word, (is_function, ranked)), holding), forms)| WordExplained {
            word: word.clone(),
            function_word: *is_function && !ranked.finds,
            notes: count(holding.len()),
            forms,
        })
        .collect();
    let words_of = |path: &str| {
        let id = index.find(path);
        let has = |holding: &HashSet<NoteId>| id.is_some_and(|id| holding.contains(&id));
        let counted = explained.iter().zip(&holding).filter(|(word, holding)| !word.function_word && has(holding));
        counted.map(|(word, _)| word.word.clone()).collect()
    };
    let before = shown.unwrap_or(order.len());
    let above = (0..before).filter(|&at| at == 0 || at + ABOVE >= before).map(|at| NoteAbove {
        path: order[at].clone(),
        rank: count(at + 1),
        words: words_of(&order[at]),
    });
    Ok(Explanation {
        path: path.to_string(),
        rank: rank.map(|rank| count(rank + 1)),
        found: count(ranking.notes.len()),
        score,
        above: above.collect(),
        advice: advice(index, query, &explained, &names, id, by_words, text),
        words: explained,
    })
}

fn search(index: &Index, words: &[String]) -> Ranking {
    let mut ranking = index.search(words, None, &mut |_| true);
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

/// What a note with these `names` and this `text` has of each of `words`.
fn forms(words: &[RankedWord], names: &[&str], text: &str) -> Vec<Vec<FormFound>> {
    let mut wanted: HashMap<&str, Vec<(usize, f32)>> = HashMap::new();
    for (at, word) in words.iter().enumerate() {
        for (form, factor) in &word.forms {
            wanted.entry(form).or_default().push((at, *factor));
        }
    }
    let mut found: Vec<Vec<(f32, FormFound)>> = vec![Vec::new(); words.len()];
    let mut take = |term: &str, count: &dyn Fn(&mut FormFound)| {
        for &(at, factor) in wanted.get(term).into_iter().flatten() {
            let forms = &mut found[at];
            let known = forms.iter().position(|(_, form)| form.form == term).unwrap_or_else(|| {
                let kind = kind_of_form(factor).to_owned();
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
    let sorted = |mut forms: Vec<(f32, FormFound)>| {
        sort_by(&mut forms, |(a, one), (b, other)| b.total_cmp(a).then_with(|| one.form.cmp(&other.form)));
        forms.into_iter().take(FORMS).map(|(_, form)| form).collect()
    };
    found.into_iter().map(sorted).collect()
}

/// What would bring the note with `id` up, which is now at the place `by_words`. Every change is tried.
fn advice(
    index: &Index,
    query: &str,
    words: &[WordExplained],
    names: &[&str],
    id: Option<NoteId>,
    by_words: Option<usize>,
    text: &str,
) -> Vec<String> {
    let mut advice = Vec::new();
    let counted = || words.iter().filter(|word| !word.function_word);
    let listed = |words: &[&str]| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
    let nowhere: Vec<&str> = counted().filter(|word| word.notes == 0).map(|word| &*word.word).collect();
    if !nowhere.is_empty() {
        advice.push(format!("No note has {}.", listed(&nowhere)));
    }
    let (Some(id), false) = (id, by_words == Some(0)) else { return advice };
    let now = by_words.unwrap_or(usize::MAX);
    let all: Vec<String> = words.iter().map(|word| word.word.clone()).collect();
    let tried = |words: &[String]| place(&search(index, words), id).filter(|&place| place < now);
    let lacks: Vec<&str> =
        counted().filter(|word| word.notes > 0 && word.forms.is_empty()).map(|word| &*word.word).collect();
    let kept: Vec<String> = all.iter().filter(|word| !lacks.contains(&word.as_str())).cloned().collect();
    if !lacks.is_empty()
        && !kept.is_empty()
        && let Some(place) = tried(&kept)
    {
        advice.push(format!(
            "Leave out {}, which it lacks: by words alone it then ranks {}.",
            listed(&lacks),
            place + 1
        ));
    }
    let mut best: Option<(usize, String)> = None;
    let mut names_words = Vec::new();
    for name in names {
        each_word(name, |word| names_words.push(word.term.to_owned()));
    }
    names_words.retain(|word| !all.contains(word) && !is_function_word(word));
    for word in names_words.into_iter().take(NAME_WORDS) {
        let place = tried(&[&all[..], std::slice::from_ref(&word)].concat());
        if let Some(place) = place.filter(|&place| best.as_ref().is_none_or(|(best, _)| place < *best)) {
            best = Some((place, word));
        }
    }
    if let Some((place, word)) = best {
        advice.push(format!("Add \"{word}\", a word of its name: by words alone it then ranks {}.", place + 1));
    }
    if all.len() > 1 && has_phrase(query, text) {
        advice.push(
            "In quotation marks, the query finds only notes that have it as a phrase, as this one does.".to_owned(),
        );
    }
    advice
}

/// Whether `text` has the words of `query` as a phrase.
fn has_phrase(query: &str, text: &str) -> bool {
    let Ok(phrase) = Query::parse(&format!("\"{}\"", query.replace('"', " "))) else { return false };
    let mut matching = Matching::new(&phrase, false, 1);
    while !matching.go_on(text, usize::MAX) {}
    matching.finish().is_some_and(|hits| hits.count > 0)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
