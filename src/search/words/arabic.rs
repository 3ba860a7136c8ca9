//! Stems Arabic and Persian words: normalizes variants of letters and removes the article and the most common endings.
//! These are the steps of "light10" by Larkey, Ballesteros and Connell, and more endings.

/// Prefixes: the article, alone and after a particle; of the particles alone only "and".
const PREFIXES: [&str; 7] = ["وال", "بال", "كال", "فال", "ال", "لل", "و"];

/// Particles of one letter that are written with the next word: by, for, so, as, and the future. Many words start with one
/// of these letters, so the bases keep them.
pub(in crate::search) const PARTICLES: [&str; 5] = ["ب", "ل", "ف", "ك", "س"];

/// Pronouns, duals and plurals, longest first.
const SUFFIXES: [&str; 16] =
    ["تهما", "تها", "تهم", "هما", "ته", "ها", "هم", "نا", "ان", "ات", "ون", "ين", "يه", "ه", "ي", "ا"];

/// Minimum letters that must remain after a prefix or an ending is removed: a root has three, a short noun two.
const LEFT_OF_PREFIX: usize = 2;
const LEFT_OF_AND: usize = 3;
const LEFT_OF_SUFFIX: usize = 3;

/// Whether `c` is written in Arabic script.
pub(super) fn is_arabic(c: char) -> bool {
    matches!(c, '\u{620}'..='\u{6ff}' | '\u{750}'..='\u{77f}')
}

/// Appends `c` in normal form: without marks and tatweel, with one form for each of alef, ya, kaf and ta marbuta.
pub(super) fn normal(c: char, plain: &mut String) {
    match c {
        '\u{610}'..='\u{61a}' | '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6ed}' => {}
        'أ' | 'إ' | 'آ' | 'ٱ' => plain.push('ا'),
        'ى' | 'ی' | 'ئ' => plain.push('ي'),
        'ؤ' => plain.push('و'),
        'ک' => plain.push('ك'),
        'ة' | 'ۀ' | 'ہ' | 'ە' => plain.push('ه'),
        _ => super::accents::without(c, plain),
    }
}

/// Removes the article and the ending of the normalized `word`.
pub(super) fn stem(word: &mut String) {
    let has_left = |rest: &str, letters: usize| rest.chars().count() >= letters;
    let prefix = PREFIXES.iter().find(|prefix| {
        let letters = if **prefix == "و" { LEFT_OF_AND } else { LEFT_OF_PREFIX };
        word.strip_prefix(**prefix).is_some_and(|rest| has_left(rest, letters))
    });
    word.drain(..prefix.map_or(0, |prefix| prefix.len()));
    let suffix =
        SUFFIXES.iter().find(|suffix| word.strip_suffix(**suffix).is_some_and(|rest| has_left(rest, LEFT_OF_SUFFIX)));
    word.truncate(word.len() - suffix.map_or(0, |suffix| suffix.len()));
}
