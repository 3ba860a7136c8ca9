//! The base of a word, which ignores accents and endings. It finds what may be meant; exact words must rank above it.

use super::{accents, arabic, hebrew, stem};

/// The base of a term, the same for `über` and `uber`, and for `notes` and `note`.
///
/// `term` is one from [`super::each_word`]. It drops the same in every language except Arabic and Hebrew, because notes do not say
/// their language: accents, one-letter words before an apostrophe (`l'heure`), and English endings.
#[must_use]
pub fn base(term: &str) -> String {
    let mut base = String::new();
    base_into(term, &mut base);
    base
}

/// Writes [`base`] to a reused buffer.
pub(in crate::search) fn base_into(term: &str, base: &mut String) {
    unaccented_into(term, base);
    if base.is_ascii() {
        stem::english(base);
    } else if base.chars().all(arabic::is_arabic) {
        arabic::stem(base);
    } else if base.chars().all(hebrew::is_hebrew) {
        hebrew::stem(base);
    }
}

/// Writes what words with the same beginning are compared by: `term` without accents, and in Arabic without its article
/// and ending.
pub(in crate::search) fn beginning_into(term: &str, plain: &mut String) {
    unaccented_into(term, plain);
    if plain.chars().all(arabic::is_arabic) {
        arabic::stem(plain);
    }
}

/// Writes `term` without accents and other marks.
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
