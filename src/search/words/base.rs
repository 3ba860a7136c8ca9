//! The form under which accents and endings make no difference. It says what may be meant by a word, never what a text
//! holds: whoever uses it ranks the word as it is written first.

use super::{accents, arabic, stem};

/// The form under which accents and endings make no difference: of `über` and `uber`, of `notes` and `note`.
///
/// `term` is one that [`super::each_word`] gives. What it drops is the same for every language but Arabic, since no
/// note says which it is in: accents, one-letter words before an apostrophe (`l'heure`), and the endings of English.
#[must_use]
pub fn base(term: &str) -> String {
    let mut base = String::new();
    base_into(term, &mut base);
    base
}

/// [`base`], into memory that is used again.
pub(in crate::search) fn base_into(term: &str, base: &mut String) {
    unaccented_into(term, base);
    if base.is_ascii() {
        stem::english(base);
    } else if base.chars().all(arabic::is_arabic) {
        arabic::stem(base);
    }
}

/// `term` without accents and other marks, every letter in its plainest form.
pub(in crate::search) fn unaccented_into(term: &str, plain: &mut String) {
    plain.clear();
    if term.is_ascii() {
        plain.push_str(term);
        return;
    }
    for c in term.chars() {
        if arabic::is_arabic(c) { arabic::normal(c, plain) } else { accents::without(c, plain) }
    }
}
