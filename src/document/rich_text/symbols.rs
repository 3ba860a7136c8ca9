//! Symbol fonts: maps the position in a font that `<w:sym>` gives to a Unicode character.

/// The private characters that stand for the positions of a symbol font.
const PRIVATE: std::ops::RangeInclusive<u32> = 0xF000..=0xF0FF;

/// Wingdings characters that are common in forms and lists.
const WINGDINGS: [(u32, char); 22] = [
    (0x28, '☎'),
    (0x2A, '✉'),
    (0x4A, '☺'),
    (0x4C, '☹'),
    (0x6C, '●'),
    (0x6E, '■'),
    (0x6F, '□'),
    (0x71, '❑'),
    (0x72, '❒'),
    (0x75, '◆'),
    (0x76, '❖'),
    (0x9F, '•'),
    (0xA7, '▪'),
    (0xA8, '☐'),
    (0xD8, '➢'),
    (0xDF, '←'),
    (0xE0, '→'),
    (0xE8, '➔'),
    (0xFB, '✗'),
    (0xFC, '✓'),
    (0xFD, '☒'),
    (0xFE, '☑'),
];

/// The Greek letters of the font Symbol, at the positions `A` to `Z` and `a` to `z`.
const GREEK_CAPITALS: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
const GREEK_SMALL: &str = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";

/// Other characters of the font Symbol.
const SIGNS: [(u32, char); 28] = [
    (0xA2, '′'),
    (0xA3, '≤'),
    (0xA5, '∞'),
    (0xA7, '♣'),
    (0xAB, '↔'),
    (0xAC, '←'),
    (0xAD, '↑'),
    (0xAE, '→'),
    (0xAF, '↓'),
    (0xB0, '°'),
    (0xB1, '±'),
    (0xB2, '″'),
    (0xB3, '≥'),
    (0xB4, '×'),
    (0xB6, '∂'),
    (0xB7, '•'),
    (0xB8, '÷'),
    (0xB9, '≠'),
    (0xBA, '≡'),
    (0xBB, '≈'),
    (0xBC, '…'),
    (0xC5, '⊕'),
    (0xCE, '∈'),
    (0xD6, '√'),
    (0xDB, '⇔'),
    (0xDE, '⇒'),
    (0xE5, '∑'),
    (0xF2, '∫'),
];

/// The name of a known symbol font. Empty for every other font.
pub(crate) fn font(name: &str) -> &'static str {
    ["Symbol", "Wingdings", "Wingdings 2"].into_iter().find(|known| *known == name).unwrap_or_default()
}

/// What a letter of running text shows in `font`. Symbol fonts use the private letters from U+F000, and fonts of signs
/// only also the plain ones.
pub(crate) fn shown(font: &str, letter: char) -> char {
    let code = u32::from(letter);
    let place = if PRIVATE.contains(&code) { code - PRIVATE.start() } else { code };
    let is_sign = place != code || font.starts_with("Wingdings");
    known(font, place).filter(|_| is_sign).unwrap_or(letter)
}

/// The same for a text.
pub(crate) fn shown_text(font: &str, text: &str) -> String {
    text.chars().map(|letter| shown(font, letter)).collect()
}

/// The character at the position `code` (in hexadecimal) of `font`. Returns the replacement character for an unknown
/// position, and `None` if `code` is not a number.
pub(crate) fn letter(font: &str, code: &str) -> Option<char> {
    let code = u32::from_str_radix(code.trim(), 16).ok()?;
    let is_private = PRIVATE.contains(&code);
    let place = if is_private { code - PRIVATE.start() } else { code };
    let plain = || char::from_u32(place).filter(|letter| !is_private || letter.is_ascii_graphic());
    let is_font_of_signs = font.starts_with("Wingdings") || font == "Webdings";
    Some(known(font, place).or_else(|| plain().filter(|_| !is_font_of_signs)).unwrap_or(char::REPLACEMENT_CHARACTER))
}

fn known(font: &str, place: u32) -> Option<char> {
    match font {
        "Wingdings" => find(&WINGDINGS, place),
        "Wingdings 2" => find(&[(0x50, '✓'), (0x4F, '✗'), (0x52, '☑'), (0x53, '☒'), (0xA3, '☐')], place),
        "Symbol" => greek(place).or_else(|| find(&SIGNS, place)),
        _ => None,
    }
}

fn greek(place: u32) -> Option<char> {
    let letter = char::from_u32(place)?;
    match letter {
        'A'..='Z' => GREEK_CAPITALS.chars().nth(letter as usize - 'A' as usize),
        'a'..='z' => GREEK_SMALL.chars().nth(letter as usize - 'a' as usize),
        _ => None,
    }
}

fn find(table: &[(u32, char)], place: u32) -> Option<char> {
    table.iter().find(|(at, _)| *at == place).map(|(_, letter)| *letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_font_is_a_letter() {
        for (font, code, expected) in [
            ("Wingdings", "F0FC", Some('✓')),
            ("Wingdings", "00E0", Some('→')),
            ("Symbol", "F061", Some('α')),
            ("Symbol", "F057", Some('Ω')),
            ("Symbol", "F0B3", Some('≥')),
            ("Arial", "00E9", Some('é')),
            ("Wingdings", "F041", Some('\u{FFFD}')),
            ("Arial", "no number", None),
        ] {
            assert_eq!(letter(font, code), expected, "{code} of {font}");
        }
    }
}
