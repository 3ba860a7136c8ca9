//! The number formats of list labels.

use std::fmt::Write;

use super::scripts::Script;

/// Maximum number of repetitions of a letter: number 780 is `zz…z`, 30 letters. After that, Word starts again at one.
const MAX_LETTERS: u32 = 30;
/// The largest number that Word writes in Roman numerals.
const MAX_ROMAN: u32 = 32_767;

const ROMAN: [(u32, &str); 13] = [
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
];

/// The number format of a list level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Numerals {
    #[default]
    Decimal,
    /// At least two digits.
    DecimalZero,
    LowerLetter,
    UpperLetter,
    LowerRoman,
    UpperRoman,
    /// `1st`.
    Ordinal,
    /// Of another script, or in words.
    Other(Script),
    Bullet,
    None,
}

impl Numerals {
    /// The format with this name in the file. Unknown ones become digits.
    pub fn named(name: &str) -> Self {
        match name {
            "decimalZero" => Self::DecimalZero,
            "lowerLetter" => Self::LowerLetter,
            "upperLetter" => Self::UpperLetter,
            "lowerRoman" => Self::LowerRoman,
            "upperRoman" => Self::UpperRoman,
            "ordinal" => Self::Ordinal,
            "bullet" => Self::Bullet,
            "none" => Self::None,
            _ => Script::named(name).map_or(Self::Decimal, Self::Other),
        }
    }

    /// Writes `number` to `text`.
    pub fn write(self, number: u32, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = match self {
            Self::Decimal => write!(text, "{number}"),
            Self::DecimalZero => write!(text, "{number:02}"),
            Self::Ordinal => write!(text, "{number}{}", ordinal(number)),
            Self::LowerLetter => text.write_str(&letters(number)),
            Self::UpperLetter => text.write_str(&letters(number).to_uppercase()),
            Self::LowerRoman => text.write_str(&roman(number)),
            Self::UpperRoman => text.write_str(&roman(number).to_uppercase()),
            Self::Other(script) => text.write_str(&script.shown(number).unwrap_or_else(|| number.to_string())),
            Self::Bullet | Self::None => Ok(()),
        };
    }
}

/// `a` to `z`, then `aa`, `bb`: Word repeats the letter.
fn letters(number: u32) -> String {
    let Some(index) = number.checked_sub(1) else { return String::new() };
    let letter = char::from(b'a' + u8::try_from(index % 26).unwrap_or_default());
    (0..=(index / 26) % MAX_LETTERS).map(|_| letter).collect()
}

fn roman(number: u32) -> String {
    if number > MAX_ROMAN {
        return number.to_string();
    }
    let (mut left, mut text) = (number, String::new());
    for (value, numeral) in ROMAN {
        while left >= value {
            text.push_str(numeral);
            left -= value;
        }
    }
    text
}

fn ordinal(number: u32) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_word_does() {
        for (numerals, number, expected) in [
            (Numerals::Decimal, 12, "12"),
            (Numerals::DecimalZero, 7, "07"),
            (Numerals::DecimalZero, 107, "107"),
            (Numerals::LowerLetter, 1, "a"),
            (Numerals::LowerLetter, 26, "z"),
            (Numerals::LowerLetter, 28, "bb"),
            (Numerals::LowerLetter, 0, ""),
            (Numerals::UpperLetter, 53, "AAA"),
            (Numerals::LowerRoman, 1994, "mcmxciv"),
            (Numerals::UpperRoman, 4, "IV"),
            (Numerals::UpperRoman, 4_000_000, "4000000"),
            (Numerals::Ordinal, 2, "2nd"),
            (Numerals::Ordinal, 112, "112th"),
            (Numerals::None, 3, ""),
        ] {
            let mut text = String::new();
            numerals.write(number, &mut text);
            assert_eq!(text, expected, "{number} as {numerals:?}");
        }
    }
}
