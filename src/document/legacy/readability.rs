//! Decides whether decoded text is plausible: letters next to letters, capitals at the start of words, signs in their
//! usual places.

/// Minimum number of letters. Fewer may be chance: the first four bytes of a JPEG are letters in an Arabic encoding.
const MIN_LETTERS: usize = 5;

/// Minimum number of ASCII characters of a table.
const MIN_ASCII: usize = 3;

/// This many accented letters are accepted in a text of any length, such as "été". In a longer text there are at most
/// as many as plain letters, even in Czech sentences made to contain them all. Random bytes have a fifth more.
const FEW: usize = 3;

/// Counts of the characters of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Letters, including ASCII.
    letters: usize,
    /// ASCII letters in `plain`, other Latin letters in `accented`.
    plain: usize,
    accented: usize,
    /// All characters, including ASCII.
    all: usize,
    ascii: usize,
    /// Non-ASCII characters in a place that is plausible in prose.
    natural: usize,
    /// Non-ASCII characters in an implausible place.
    odd: usize,
    /// Invalid characters.
    broken: usize,
}

impl Tally {
    pub fn of(text: &str) -> Self {
        let mut tally = Self::default();
        let mut before = ' ';
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            let after = chars.peek().copied().unwrap_or(' ');
            tally.all += 1;
            tally.ascii += usize::from(char.is_ascii());
            tally.letters += usize::from(is_letter(char));
            tally.plain += usize::from(char.is_ascii_alphabetic());
            tally.accented += usize::from(matches!(char, '\u{c0}'..='\u{24f}') && is_letter(char));
            if is_broken(char) {
                tally.broken += 1;
            } else if !char.is_ascii() {
                let is_natural = is_natural(before, char, after);
                tally.natural += usize::from(is_natural);
                tally.odd += usize::from(!is_natural);
            }
            before = char;
        }
        tally
    }

    /// Number of characters that are invalid or in an implausible place.
    pub fn odd(self) -> usize {
        self.odd + self.broken
    }

    /// Whether the text is mainly in Latin letters.
    pub fn is_latin(self) -> bool {
        (self.plain + self.accented) * 2 > self.letters
    }

    /// Whether it is mostly ASCII, with all else in its place, as numbers in a table are: `10 °C;5`.
    fn is_table(self) -> bool {
        self.broken + self.odd == 0 && self.ascii >= MIN_ASCII && self.ascii * 2 >= self.all
    }

    /// Whether the text was probably written by a person, or by a program for people to read.
    pub fn is_text(self) -> bool {
        self.is_table()
            || self.letters >= MIN_LETTERS
                && self.letters * 4 >= self.all
                && self.broken * 100 <= self.all
                && self.odd * 3 <= self.natural
                && self.accented <= FEW.max(self.plain)
    }
}

/// Whether `char` is plausible between its neighbours.
fn is_natural(before: char, char: char, after: char) -> bool {
    if is_sign(char) {
        return true;
    }
    if !is_letter(char) {
        return false;
    }
    let is_capital_inside = char.is_uppercase() && before.is_lowercase();
    let starts_capital_inside = char.is_lowercase() && after.is_uppercase();
    // A letter may be a word of its own, such as "à" or "И", but only a few accented Latin capitals are.
    let is_alone = !is_letter(before) && !is_letter(after);
    if is_alone && char.is_uppercase() && is_latin(char) && !"ÀÁÄÅÈÉÍÒÓÖØÚ".contains(char) {
        return false;
    }
    // In scripts without case, both conditions about capitals are false.
    !is_capital_inside && !starts_capital_inside && is_of_one_script(before, char) && is_of_one_script(char, after)
}

/// Whether two adjacent characters may be part of one word. Always true if one of them is not a letter.
fn is_of_one_script(a: char, b: char) -> bool {
    !is_letter(a) || !is_letter(b) || is_latin(a) == is_latin(b) || is_wide(a) || is_wide(b)
}

fn is_latin(char: char) -> bool {
    char.is_ascii() || matches!(char, '\u{aa}'..='\u{24f}' | '\u{300}'..='\u{36f}' | '\u{fb01}' | '\u{fb02}')
}

/// Chinese, Japanese and Korean characters, which may touch Latin words without a space.
fn is_wide(char: char) -> bool {
    matches!(char, '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..)
}

/// Letters and combining marks.
fn is_letter(char: char) -> bool {
    char.is_alphabetic() && !matches!(char, 'ª' | 'º' | 'ƒ')
        || matches!(char, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{e31}'..='\u{e4e}')
}

/// Signs that occur in prose, tables and forms.
fn is_sign(char: char) -> bool {
    matches!(char,
        '\u{a0}' | '¡' | '¿' | '£' | '§' | '©' | '«' | '®' | '°' | '±' | '²' | '³' | 'µ' | '·' | '»' | 'º' | 'ª' | '½' | '×' | '€'
        | '\u{200c}'..='\u{200f}' | '–' | '—' | '‘' | '’' | '‚' | '“' | '”' | '„' | '•' | '…' | '™' | '№' | '،' | '؛' | '؟' | 'ـ'
        | '₪' | '฿' | '\u{e50}'..='\u{e5b}' | '\u{660}'..='\u{669}' | '\u{2190}'..='\u{21ff}' | '\u{2460}'..='\u{266f}' | '\u{3000}'..='\u{303f}'
        | '\u{30fb}'..='\u{30fe}' | '\u{ff01}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff65}' | '\u{ffe0}'..='\u{ffe6}' | '÷')
}

/// Control characters, private-use characters and characters that could not be decoded.
fn is_broken(char: char) -> bool {
    matches!(char, '\0'..='\u{6}' | '\u{e}'..='\u{1a}' | '\u{1c}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{e000}'..='\u{f8ff}' | '\u{fffd}'..='\u{ffff}')
}
