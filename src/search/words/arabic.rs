//! Arabic and Persian words without what varies in writing, and without the article and the commonest endings: the
//! steps of Larkey, Ballesteros and Connell's "light10", which found the most of all stemmers without a dictionary.

/// What stands before a word: the article, alone and behind a particle; of the particles alone only "and".
const PREFIXES: [&str; 7] = ["وال", "بال", "كال", "فال", "ال", "لل", "و"];

/// Pronouns, duals and plurals, longest first.
const SUFFIXES: [&str; 8] = ["ها", "ان", "ات", "ون", "ين", "يه", "ه", "ي"];

/// The fewest letters that stay before a prefix, and before an ending, is taken off: a root has three, a short noun two.
const LEFT_OF_PREFIX: usize = 2;
const LEFT_OF_AND: usize = 3;
const LEFT_OF_SUFFIX: usize = 3;

/// Whether `c` is written in Arabic script.
pub(super) fn is_arabic(c: char) -> bool {
    matches!(c, '\u{620}'..='\u{6ff}' | '\u{750}'..='\u{77f}')
}

/// Adds `c` as it is compared: without marks and tatweel, one form for each alef, ya, kaf and ta marbuta.
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

/// Takes the article and the ending off `word`, which is normal.
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
