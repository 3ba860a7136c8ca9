//! What tells whether a passage answers a question, besides the words that it has: whose name it is under, how its
//! sentences begin, whether it only links, and the properties one by one.

use super::terms::QueryTerms;
use crate::note::Passage;
use crate::search::index::is_function_word;
use crate::search::words::each_word_and_variant;

/// Whether the question asks about what has the `name`: `Priya` or `Sandhurst` about Priya Sandhurst, but `Liesl` not about
/// Potato salad of Liesl.
pub(super) fn is_subject(terms: &QueryTerms, name: &str) -> bool {
    let (mut all, mut found, mut begins, mut is_plain, mut words) = (0, 0, false, true, 0);
    each_word_and_variant(name, |word| {
        let places = terms.places(word.term, &name[word.start..word.end]);
        let own = places.exact | places.other;
        begins |= own != 0 && all == 0;
        is_plain &= own != 0 || !is_function_word(word.term);
        (all, found, words) = (all + 1, found + u32::from(own != 0), words | own);
    });
    terms.has_all_content(words) && (begins || (is_plain && 2 * found >= all))
}

/// Whether the query has each word of the `name`, apart from numbers such as a year.
pub(super) fn is_named(terms: &QueryTerms, name: &str) -> bool {
    let (mut all, mut found) = (0, 0);
    each_word_and_variant(name, |word| {
        all += 1;
        let places = terms.places(word.term, &name[word.start..word.end]);
        let is_number = word.term.bytes().all(|byte| byte.is_ascii_digit());
        found += u32::from(is_number || places.exact | places.other != 0);
    });
    all > 0 && found == all
}

/// Whether the line, a sentence, begins with all that the question asks about: `- Oma Liesl lives in`, and what follows.
pub(super) fn begins_with_subject<'t>(terms: &QueryTerms, line: &'t str) -> Option<&'t str> {
    let (mut words, mut goes_on, mut has_more, mut end) = (0, true, false, 0);
    each_word_and_variant(line, |word| {
        let places = terms.places(word.term, &line[word.start..word.end]);
        let own = places.exact | places.other;
        has_more |= own == 0;
        goes_on &= own != 0;
        if goes_on {
            (words, end) = (words | own, word.end);
        }
    });
    (has_more && terms.has_all_content(words)).then(|| &line[end..])
}

/// So many links are a list.
const SEVERAL: usize = 4;

/// Whether nearly all of `passage` is links, as of a list of contents, or most of it and there are several.
pub(super) fn is_links(passage: &str) -> bool {
    let (mut rest, mut linked, mut count) = (passage, 0, 0);
    while let Some(at) = rest.find('[') {
        let link = &rest[at..];
        let end = if link.starts_with("[[") {
            link.find("]]").map(|end| end + 2)
        } else {
            link.find("](").and_then(|end| Some(end + link[end..].find(')')? + 1))
        };
        let Some(end) = end else { break };
        linked += end;
        count += 1;
        rest = &link[end..];
    }
    let is_letter = |byte: &u8| !byte.is_ascii_whitespace() && !b"-*+|>".contains(byte);
    // Most passages have more letters long before their end.
    let enough = (10 * linked).div_ceil(if count < SEVERAL { 7 } else { 5 });
    passage.bytes().filter(is_letter).take(enough).count() < enough
}

/// Each property of the front matter `passage`, with the lines of its list.
pub(super) fn properties_of(text: &[u8], passage: &Passage) -> Vec<Passage> {
    let mut properties: Vec<Passage> = Vec::new();
    let (mut at, mut line) = (passage.span.start, passage.lines.0);
    for written in text[passage.span.clone()].split(|&byte| byte == b'\n') {
        let span = at..at + written.trim_ascii_end().len();
        let is_named = written.first().is_some_and(|&byte| !byte.is_ascii_whitespace() && byte != b'-' && byte != b'#');
        match properties.last_mut() {
            _ if is_named && written.contains(&b':') && !is_name_or_tag(written) => {
                properties.push(Passage { lines: (line, line), span, ..passage.clone() });
            }
            Some(last) if !written.starts_with(b"---") && !is_named => (last.span.end, last.lines.1) = (span.end, line),
            _ => {}
        }
        (at, line) = (at + written.len() + 1, line + 1);
    }
    properties
}

/// Whether the line of front matter has other names or tags of the note, which tell nothing of it.
fn is_name_or_tag(line: &[u8]) -> bool {
    ["tag", "alias", "title", "cssclass", "publish", "id"]
        .iter()
        .any(|name| line.to_ascii_lowercase().starts_with(name.as_bytes()))
}
