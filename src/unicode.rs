//! Unicode beyond the standard library: normal forms, case folding, invisible characters.
//!
//! In wasm the host normalizes (`String.prototype.normalize`): a crate's tables would add 120 KB to the module, which
//! people sync to phones. Natively a crate does it.
//!
//! Two modules let the host do what it already can, behind the same function as natively: `unicode.rs` normalizes (120
//! KB of tables less), `text/host_text.rs` decodes a page into a string of the host.

/// Normal form C of `text`.
#[must_use]
pub(crate) fn nfc(text: &str) -> String {
    if text.chars().all(is_plain) { text.to_owned() } else { normal_form(text, NormalForm::C) }
}

/// Case folding, equal for NFC and NFD: `ſ` → `s`, Kelvin sign → `k`, `ß` → `ss`.
#[must_use]
pub(crate) fn fold_case(text: &str) -> String {
    // Most names need no call to the host, which takes ten times as long.
    if text.chars().all(|c| c.is_ascii() || is_caseless(c)) {
        return text.to_ascii_lowercase();
    }
    if text.chars().all(folds_alone) {
        let mut folded = String::with_capacity(text.len());
        for c in text.chars() {
            fold_char(c, &mut folded);
        }
        return folded;
    }
    let decomposed = normal_form(text, NormalForm::D);
    nfc(&decomposed.chars().flat_map(fold_letter).collect::<String>())
}

/// Whether `c` is unchanged in normal form C next to other such characters: Latin without combining marks, Greek,
/// Cyrillic, and characters without case.
fn is_plain(c: char) -> bool {
    matches!(c, '\0'..='\u{2ff}' | '\u{388}'..='\u{3ce}' | '\u{400}'..='\u{482}' | '\u{48a}'..='\u{52f}')
        || is_caseless(c)
}

/// Whether `c` folds to such a character, whatever is next to it.
fn folds_alone(c: char) -> bool {
    is_plain(c) && !matches!(c, 'İ' | 'ŉ' | 'ǰ' | 'ΐ' | 'ΰ')
}

/// Whether `c` is its own normal form and its own fold, next to other such characters: Hebrew and Arabic letters, Thai
/// consonants and vowels beside them, quotes, dashes, ideographs, Hangul syllables and kana.
fn is_caseless(c: char) -> bool {
    matches!(c, '\u{5d0}'..='\u{5ea}' | '\u{620}'..='\u{64a}' | '\u{e01}'..='\u{e37}' | '\u{2010}'..='\u{2027}'
        | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// One case for all forms of a letter: `ẞ` → `ß` → `SS` → `ss`; `ς` and `ſ` have another lower case than their upper
/// case.
pub(crate) fn fold_letter(c: char) -> impl Iterator<Item = char> {
    c.to_lowercase().flat_map(char::to_uppercase).flat_map(char::to_lowercase)
}

/// Appends the fold of a character that does not compose. Common alphabets need no table.
#[expect(clippy::match_same_arms, reason = "one arm an alphabet")]
pub(crate) fn fold_char(c: char, term: &mut String) {
    let code = u32::from(c);
    let folded = match code {
        0..0x80 => code | u32::from(c.is_ascii_uppercase()) << 5,
        0xdf => return term.push_str("ss"),
        0xd7 | 0xe0..=0xff => code,
        0xc0..=0xde => code + 0x20,
        // Pairs of upper and lower case.
        0x100..=0x12f | 0x132..=0x137 | 0x14a..=0x177 | 0x1e00..=0x1e95 | 0x1ea0..=0x1eff => code | 1,
        0x139..=0x148 | 0x179..=0x17e => code + (code & 1),
        0x391..=0x3a1 | 0x3a3..=0x3a9 | 0x410..=0x42f => code + 0x20,
        0x3c2 => code + 1,
        0x3ac..=0x3af | 0x3b1..=0x3ce | 0x430..=0x45f => code,
        // No case, and very common.
        0x5d0..=0x109f | 0x1100..=0x11ff | 0x3000..=0x9fff | 0xac00..=0xd7a3 => code,
        0xff10..=0xff5a => return fold_char(char::from_u32(code - 0xfee0).unwrap_or(c), term),
        _ => return term.extend(fold_letter(c)),
    };
    term.push(char::from_u32(folded).unwrap_or(c));
}

/// Whether `c` is a no-break space, which the app writes as a plain space in paths.
#[must_use]
pub(crate) fn is_fixed_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{202f}')
}

/// Whether `c` is invisible: the code points that HFS+ ignores when it compares names, and Unicode's other default
/// ignorable ones.
#[must_use]
pub(crate) fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[derive(Clone, Copy)]
enum NormalForm {
    C,
    D,
}

#[cfg(target_arch = "wasm32")]
fn normal_form(text: &str, form: NormalForm) -> String {
    let form = match form {
        NormalForm::C => "NFC",
        NormalForm::D => "NFD",
    };
    js_sys::JsString::from(text).normalize(form).into()
}

#[cfg(not(target_arch = "wasm32"))]
fn normal_form(text: &str, form: NormalForm) -> String {
    use unicode_normalization::UnicodeNormalization;
    match form {
        NormalForm::C => text.nfc().collect(),
        NormalForm::D => text.nfd().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{fold_case, nfc};

    #[test]
    fn names_that_a_file_system_takes_for_one_fold_to_one() {
        for (name, folded) in [
            ("README", "readme"),
            ("\u{17f}", "s"),
            ("\u{212a}elvin", "kelvin"),
            ("Stra\u{df}e", "strasse"),
            ("STRA\u{1e9e}E", "strasse"),
            ("CAFE\u{301}", "caf\u{e9}"),
            ("\u{3a3}\u{3af}\u{3c3}\u{3c5}\u{3c6}\u{3bf}\u{3c2}", "\u{3c3}\u{3af}\u{3c3}\u{3c5}\u{3c6}\u{3bf}\u{3c3}"),
            ("\u{1100}\u{1161}", "\u{ac00}"),
        ] {
            assert_eq!(fold_case(name), folded, "{name:?}");
        }
    }

    #[test]
    fn what_is_plain_is_its_own_normal_form_beside_its_like() {
        let plain: Vec<char> = ('\0'..=char::MAX).filter(|c| super::is_plain(*c)).collect();
        let text: String = plain.iter().chain(plain.iter().rev()).collect();
        assert_eq!(super::normal_form(&text, super::NormalForm::C), text);
        let caseless: String = plain.iter().filter(|c| super::is_caseless(**c)).collect();
        let slowly = super::normal_form(&caseless, super::NormalForm::D)
            .chars()
            .flat_map(super::fold_letter)
            .collect::<String>();
        assert_eq!(super::normal_form(&slowly, super::NormalForm::C), caseless);
        let alone: Vec<char> = plain.iter().copied().filter(|c| super::folds_alone(*c)).collect();
        for text in [alone.iter().collect::<String>(), alone.iter().flat_map(|&c| [c, ' ']).collect()] {
            let slowly: String =
                super::normal_form(&text, super::NormalForm::D).chars().flat_map(super::fold_letter).collect();
            assert_eq!(super::normal_form(&slowly, super::NormalForm::C), fold_case(&text));
        }
    }

    #[test]
    fn nfc_composes() {
        assert_eq!(nfc("e\u{301}"), "\u{e9}");
    }
}
