//! Turkish words with other endings: `kitap` and `kitabı`, `Türkiye` and `Türkiye'nin`. What follows a stem is a chain of
//! short endings, so two words have one stem if after the same letters both go on with such chains.

/// The endings that begin with each of these letters, without it and without accents: of nouns (plural, persons, cases,
/// `with`, `without`, `is`) and of verbs.
const ENDINGS: [(u8, &str); 13] = [
    (b'a', " cak n r rak"),
    (b'c', "a e i u"),
    (b'd', "a e an en ir ur i u ik uk ig ug"),
    (b'e', " cek n r rek"),
    (b'i', " n m z r l p yor"),
    (b'k', "i"),
    (b'l', "ar er a e i u ik uk ig ug"),
    (b'm', "a e ak ek is us iz uz as es"),
    (b'n', " a e i u in un da de dan den iz uz"),
    (b's', "i u iz uz"),
    (b't', "a e an en ir ur i u ik uk ig ug"),
    (b'u', " n m z r l p yor"),
    (b'y', "a e i u an en la le"),
];

/// The least letters of a stem, and of one before an apostrophe, which is a name or a number.
const STEM: usize = 3;
const NAME: usize = 2;

/// Consonants at the end of a stem, and what they are before a vowel.
const SOFTENED: [[u8; 2]; 3] = [*b"kg", *b"pb", *b"td"];

/// Where what follows in `word` is a chain of endings, or nothing, as bits.
fn chains(word: &str) -> u64 {
    let end = word.len();
    if end >= 64 || !word.is_ascii() {
        return 0;
    }
    let mut chains: u64 = 1 << end;
    for (at, &letter) in word.as_bytes().iter().enumerate().rev() {
        let endings = ENDINGS.iter().find(|(first, _)| *first == letter);
        let goes_on = |ending: &str| {
            word.as_bytes()[at + 1..].starts_with(ending.as_bytes()) && chains >> (at + 1 + ending.len()) & 1 != 0
        };
        if endings.is_some_and(|(_, endings)| endings.split(' ').any(goes_on)) {
            chains |= 1 << at;
        }
    }
    chains
}

/// The name or number that `word` has before an apostrophe and a chain of endings; not `qu` of French or `dell` of Italian.
pub(super) fn name(word: &str) -> Option<&str> {
    let (name, rest) = word.split_once('\'')?;
    let is_name = name.len() >= NAME && !name.ends_with("qu") && !name.ends_with("ll");
    (is_name && chains(rest) & 1 != 0).then_some(name)
}

/// What may be the stems of a word.
pub(in crate::search) struct Stems<'w> {
    word: &'w str,
    chains: u64,
}

impl<'w> Stems<'w> {
    /// Those of `word`, which has no accents.
    pub fn of(word: &'w str) -> Self {
        Self { word, chains: chains(word) }
    }

    /// Whether `other`, without accents, has one of them.
    pub fn share(&self, other: &str) -> bool {
        let (one, two) = (self.word.as_bytes(), other.as_bytes());
        let same = one.iter().zip(two).take_while(|(a, b)| a == b).count();
        let next = one.get(same).zip(two.get(same));
        let is_softened = next.is_some_and(|(&a, &b)| SOFTENED.contains(&[a, b]) || SOFTENED.contains(&[b, a]));
        let last = same + usize::from(is_softened);
        let stems = (STEM..=last.min(63)).fold(0, |stems, at| stems | 1_u64 << at);
        same + 1 >= STEM && self.chains & stems != 0 && self.chains & stems & chains(other) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::{Stems, name};

    fn have_same_stem(one: &str, other: &str) -> bool {
        Stems::of(one).share(other)
    }

    #[test]
    fn words_have_one_stem_if_both_go_on_with_endings() {
        for (one, other) in [
            ("kitap", "kitabi"),
            ("okul", "okullarinda"),
            ("okulun", "okula"),
            ("ulke", "ulkenin"),
            ("ozellige", "ozellik"),
            ("yapmistir", "yapilir"),
            ("kabin", "kabinde"),
        ] {
            assert!(have_same_stem(one, other) && have_same_stem(other, one), "{one} {other}");
        }
        for (one, other) in
            [("kitap", "kitara"), ("okul", "okyanus"), ("masa", "mavi"), ("ev", "eve"), ("masal", "masif")]
        {
            assert!(!have_same_stem(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_name_is_before_an_apostrophe_and_endings() {
        assert_eq!(["tesla'nin", "50'de", "turkiye'dekiler"].map(name), [Some("tesla"), Some("50"), Some("turkiye")]);
        for word in ["qu'un", "dell'una", "o'nun", "don't", "we'll", "rock'n'roll", "tesla"] {
            assert_eq!(name(word), None, "{word}");
        }
    }
}
