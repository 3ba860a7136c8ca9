//! Cuts a long passage to its best sentence and what is around it, and tells whether this is likely to answer.

use std::ops::Range;

use super::line_hits::PassageHit;
use super::note_name::NoteName;
use super::passage_match::{has_expected, scored};
use super::term_matches::{each_match, lossy};
use super::term_sets::bit;
use super::terms::QueryTerms;
use crate::note::{Passage, list_marker, sentence_end};
use crate::search::query::MAX_TERMS;
use crate::search::question::Expects;

/// The most bytes of a passage that is shown in full.
const WHOLE: usize = 700;

/// The bytes of a part, which ends with a sentence. A longer sentence is cut.
const PART: usize = 450;

/// The best part of `passage` of `text`, in bytes of the text.
pub(super) fn best_part(terms: &QueryTerms, text: &[u8], passage: &Passage) -> Range<usize> {
    if passage.span.len() <= WHOLE {
        return passage.span.clone();
    }
    let text = &*lossy(text);
    let sentences = sentences(text.as_bytes(), passage.span.clone());
    let score = |span: &Range<usize>| {
        let sentence = Passage { span: span.clone(), headings: Vec::new(), ..passage.clone() };
        scored(terms, text, sentence, &NoteName::default(), 0).score
    };
    let scores: Vec<f32> = sentences.iter().map(score).collect();
    // The first of the best.
    let best = (0..scores.len()).rev().max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(0);
    let (mut first, mut last) = (best, best);
    let len = |first: usize, last: usize| sentences[last].end - sentences[first].start;
    loop {
        let next = (last + 1 < sentences.len()).then(|| (first, last + 1));
        let before = (first > 0).then(|| (first - 1, last));
        // The better neighbor first: what follows, if both are as good.
        let mut wider = [next, before];
        if first > 0 && next.is_some_and(|(_, next)| scores[first - 1] > scores[next]) {
            wider.swap(0, 1);
        }
        let fits = |&(first, last): &(usize, usize)| len(first, last) <= WHOLE;
        match wider.into_iter().flatten().find(fits) {
            Some(wider) if len(first, last) < PART => (first, last) = wider,
            _ => break,
        }
    }
    let span = sentences[first].start..sentences[last].end;
    let start = span.start;
    start..start + text.as_bytes()[span].trim_ascii_end().len()
}

/// Whether `part`, of the text of the passage `hit`, is likely to answer the query: by its words, those above it and its
/// score.
pub(super) fn is_likely(terms: &QueryTerms, part: &[u8], hit: &PassageHit) -> bool {
    let mut found = WordsFound::default();
    for &(place, quality) in &hit.above {
        found.add(place, quality);
    }
    // In a list of errands, one is about Priya, and another about somebody's shoes, or has a number.
    let wants_number = terms.expects == Some(Expects::Number);
    let (items, others) = if terms.named == 0 && !wants_number { (vec![part], Vec::new()) } else { items_of(part) };
    // What is given need not be said in the note of its name: "Grandmother's loaf" is whose recipe it is.
    let above = found.words | terms.of_kind;
    let unsaid = if terms.expects == Some(Expects::Giver) && !terms.has_all_content(above) { 0 } else { terms.of_kind };
    for line in others {
        found.add_all(terms, line);
    }
    let is_answer = |item: &&[u8]| {
        let mut found = found.clone();
        found.add_all(terms, item);
        // An item has a part of the list's score, by its words.
        let part_of_score =
            if items.len() > 1 { terms.share(found.words) / hit.covered.max(f32::MIN_POSITIVE) } else { 1.0 };
        let lacks_number = items.len() > 1 && wants_number && !Expects::Number.is_in(&lossy(item));
        !lacks_number && found.are_likely(terms, hit.score * part_of_score, unsaid)
    };
    is_of_kind(terms, part, &hit.above) && items.iter().any(is_answer)
}

/// The words of the query that a text has, and how well they match.
#[derive(Clone)]
struct WordsFound {
    best: [f32; MAX_TERMS],
    words: u64,
}

impl Default for WordsFound {
    fn default() -> Self {
        Self { best: [0.0; MAX_TERMS], words: 0 }
    }
}

impl WordsFound {
    fn add(&mut self, place: usize, quality: f32) {
        self.best[place] = self.best[place].max(quality);
        self.words |= bit(place);
    }

    fn add_all(&mut self, terms: &QueryTerms, text: &[u8]) {
        each_match(terms, &lossy(text), |place, quality, _| self.add(place, quality));
    }

    /// Whether they are enough to answer. If the query names what a note is about, a text that does not is about something
    /// else.
    fn are_likely(&self, terms: &QueryTerms, score: f32, unsaid: u64) -> bool {
        // Whatever word it has for a birthday is as good as another.
        let quality = |place: usize| if unsaid & bit(place) == 0 { self.best[place] } else { 1.0 };
        let is_about_it = terms.has_content(self.words & !terms.of_kind) || terms.has_all_content(terms.of_kind);
        let names_it = terms.named == 0 || self.words & terms.named != 0;
        is_about_it && names_it && terms.is_likely(score, quality)
    }
}

/// The items of the list or the rows of the table `part`, each with what is nested in it, and the lines before them, such as
/// the head of the table. Anything else is one item.
fn items_of(part: &[u8]) -> (Vec<&[u8]>, Vec<&[u8]>) {
    let (mut items, mut others): (Vec<Range<usize>>, Vec<&[u8]>) = (Vec::new(), Vec::new());
    let (mut at, mut outer) = (0, usize::MAX);
    for line in part.split(|&byte| byte == b'\n') {
        let text = line.trim_ascii_start();
        let indent = line.len() - text.len();
        let is_row = text.starts_with(b"|");
        let is_head = is_row && others.len() < 2;
        let is_item = !is_head && (is_row || list_marker(text).is_some()) && indent <= outer;
        match items.last_mut() {
            _ if is_item => {
                outer = indent;
                items.push(at..at + line.len());
            }
            Some(last) => last.end = at + line.len(),
            None => others.push(line),
        }
        at += line.len() + 1;
    }
    if items.len() < 2 {
        return (vec![part], Vec::new());
    }
    (items.into_iter().map(|item| &part[item]).collect(), others)
}

/// The words that `part`, of the text of the passage `hit`, lacks of the question.
pub(super) fn missing(terms: &QueryTerms, part: &[u8], hit: &PassageHit) -> Vec<String> {
    if is_of_kind(terms, part, &hit.above) {
        return terms.missing(hit.words | terms.of_kind);
    }
    let others = terms.missing(hit.words).into_iter().filter(|word| !terms.kind.contains(&**word));
    [terms.kind.clone()].into_iter().chain(others).collect()
}

/// Whether `part`, below the words `above`, has what the question asks for, if it must be of one kind.
fn is_of_kind(terms: &QueryTerms, part: &[u8], above: &[(usize, f32)]) -> bool {
    let is_above = above.iter().any(|&(place, _)| terms.content() & bit(place) != 0);
    terms
        .expects
        .filter(|expected| expected.is_of_one_kind())
        .is_none_or(|expected| has_expected(terms, expected, &lossy(part), is_above))
}

/// The sentences and lines in `span` of `text`, each with the white space after it.
fn sentences(text: &[u8], span: Range<usize>) -> Vec<Range<usize>> {
    let (mut sentences, mut start) = (Vec::new(), span.start);
    while start < span.end {
        let rest = &text[start..span.end];
        let line = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
        let end = sentence_end(&rest[..line], 0).unwrap_or(line);
        let end = start + if end > PART { piece_end(rest) } else { end };
        sentences.push(start..end);
        start = end;
    }
    sentences
}

/// Where to cut a sentence that is longer than a part: after white space, or between characters.
fn piece_end(sentence: &[u8]) -> usize {
    let space = sentence[..PART].iter().rposition(u8::is_ascii_whitespace).filter(|&at| at > PART / 2);
    let starts_character = |&at: &usize| sentence[at] & 0xc0 != 0x80;
    space.map_or_else(|| (PART / 2..=PART).rev().find(starts_character).unwrap_or(PART), |at| at + 1)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use proptest::prelude::*;

    use super::{PART, WHOLE, best_part};
    use crate::note::Passage;
    use crate::search::line_match::terms::QueryTerms;
    use crate::search::query::Query;

    fn part<'t>(text: &'t str, query: &str) -> &'t str {
        let terms = QueryTerms::new(&Query::parse(query).unwrap(), false);
        let passage = Passage { lines: (1, 1), span: 0..text.len(), headings: Vec::new(), is_properties: false };
        &text[best_part(&terms, text.as_bytes(), &passage)]
    }

    #[test]
    fn a_long_paragraph_is_cut_to_whole_sentences_around_the_best() {
        let filler = |name: &str, count: usize| format!("The {name} is a sentence of some words. ").repeat(count);
        let text = format!("{}The clapper weighs 14 kg. {}", filler("first", 20), filler("last", 20));
        let shown = part(&text, "clapper weighs");
        assert!(shown.contains("The clapper weighs 14 kg. The last is") && (PART..=WHOLE).contains(&shown.len()));
        assert!(shown.starts_with("The ") && shown.ends_with("words."), "{shown}");
        assert_eq!(part("Short.", "clapper"), "Short.");
        let run = format!("{} clapper {}", "x".repeat(2000), "y".repeat(2000));
        assert!(part(&run, "clapper").contains("clapper"));
    }

    #[test]
    fn a_passage_about_half_of_the_words_is_likely_to_answer() {
        let terms = QueryTerms::new(&Query::parse("harbour website launch date").unwrap(), false);
        let has_half = |place: usize| if place < 2 { 1.0 } else { 0.0 };
        assert!(!terms.is_likely(0.0, has_half) && terms.is_likely(4.0, has_half));
    }

    proptest! {
        #[test]
        fn a_part_is_in_the_text_and_not_too_long(text in "([a-zä灯塔。. \n]{1,80}){1,60}", query in "[a-z灯塔]{1,8}") {
            prop_assume!(Query::parse(&query).is_ok());
            let shown = part(&text, &query);
            prop_assert!(shown.len() <= WHOLE && (shown.len() > PART / 4 || text.len() <= WHOLE), "{}", shown.len());
        }
    }
}
