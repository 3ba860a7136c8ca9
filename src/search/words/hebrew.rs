//! Removes the prefixes of Hebrew words that other languages write as words: the, and, in, to.

/// The least letters that are left of a word.
const LEAST: usize = 3;

/// Whether `c` is a Hebrew letter.
pub(super) fn is_hebrew(c: char) -> bool {
    matches!(c, 'א'..='ת')
}

/// Removes the prefixes of `word`, which has only Hebrew letters. The result may not be a word, as long as all forms of a
/// word have the same.
pub(super) fn stem(word: &mut String) {
    while word.starts_with(['ה', 'ו', 'ב', 'ל']) && word.chars().count() > LEAST {
        word.remove(0);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn prefixes_make_no_difference() {
        let stem = |word: &str| {
            let mut word = word.to_owned();
            super::stem(&mut word);
            word
        };
        for (one, other) in [("ספר", "הספר"), ("לימוד", "והלימוד"), ("ירושלים", "בירושלים")]
        {
            assert_eq!(stem(one), stem(other));
        }
        assert_ne!(stem("בית"), stem("ית"));
    }
}
