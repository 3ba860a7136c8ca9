//! Whether decoded text reads like text: letters among letters, capitals first, signs in their usual places.

/// Fewer letters than this are no text that could be told from chance: a JPEG's first four bytes are letters in Arabic.
const MIN_LETTERS: usize = 5;

/// So many letters with accents may stand in a text of whatever length: "été". In a longer one they are no more than
/// the plain ones, even in Czech sentences made to hold them all; in random bytes they are a fifth more.
const FEW: usize = 3;

/// What there is in a text beyond ASCII.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Letters, of ASCII too.
    letters: usize,
    /// Latin letters of ASCII, and beyond.
    plain: usize,
    accented: usize,
    /// Characters, of ASCII too.
    all: usize,
    /// Characters beyond ASCII that stand where they would in prose.
    natural: usize,
    /// Those that do not.
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

    /// How many characters stand where they would not in prose.
    pub fn odd(self) -> usize {
        self.odd + self.broken
    }

    /// Whether it is in Latin letters.
    pub fn is_latin(self) -> bool {
        (self.plain + self.accented) * 2 > self.letters
    }

    /// Whether it is likely that a person, or a program for persons, wrote it.
    pub fn is_text(self) -> bool {
        self.letters >= MIN_LETTERS
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
    // A letter may stand alone, "à" or "И", but of Latin capitals with accents only few do.
    let is_alone = !is_letter(before) && !is_letter(after);
    if is_alone && char.is_uppercase() && is_latin(char) && !"ÀÁÄÅÈÉÍÒÓÖØÚ".contains(char) {
        return false;
    }
    // Scripts without case have none of these.
    !is_capital_inside && !starts_capital_inside && is_of_one_script(before, char) && is_of_one_script(char, after)
}

/// Whether two letters may stand in one word; with anything else, any may.
fn is_of_one_script(a: char, b: char) -> bool {
    !is_letter(a) || !is_letter(b) || is_latin(a) == is_latin(b) || is_wide(a) || is_wide(b)
}

fn is_latin(char: char) -> bool {
    char.is_ascii() || matches!(char, '\u{aa}'..='\u{24f}' | '\u{300}'..='\u{36f}' | '\u{fb01}' | '\u{fb02}')
}

/// Chinese, Japanese and Korean, which stand beside Latin words without a space.
fn is_wide(char: char) -> bool {
    matches!(char, '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..)
}

/// Letters, and the marks that stand on them.
fn is_letter(char: char) -> bool {
    char.is_alphabetic() && !matches!(char, 'ª' | 'º' | 'ƒ')
        || matches!(char, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{e31}'..='\u{e4e}')
}

/// Signs that prose, tables and forms have.
fn is_sign(char: char) -> bool {
    matches!(char,
        '\u{a0}' | '¡' | '¿' | '£' | '§' | '©' | '«' | '®' | '°' | '±' | '²' | '³' | 'µ' | '·' | '»' | 'º' | 'ª' | '½' | '×' | '€'
        | '\u{200c}'..='\u{200f}' | '–' | '—' | '‘' | '’' | '‚' | '“' | '”' | '„' | '•' | '…' | '™' | '№' | '،' | '؛' | '؟' | 'ـ'
        | '₪' | '฿' | '\u{e50}'..='\u{e5b}' | '\u{660}'..='\u{669}' | '\u{2190}'..='\u{21ff}' | '\u{2460}'..='\u{266f}' | '\u{3000}'..='\u{303f}'
        | '\u{30fb}'..='\u{30fe}' | '\u{ff01}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff65}' | '\u{ffe0}'..='\u{ffe6}' | '÷')
}

/// Controls, private characters, and what could not be decoded.
fn is_broken(char: char) -> bool {
    matches!(char, '\0'..='\u{6}' | '\u{e}'..='\u{1a}' | '\u{1c}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{e000}'..='\u{f8ff}' | '\u{fffd}'..='\u{ffff}')
}
