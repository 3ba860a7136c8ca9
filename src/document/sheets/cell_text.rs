//! The names of cells and sheets, and the texts of cells in a table.

use lectern_base::Fault;

use crate::markup::one_line;

/// Appends text made safe for a table cell: on one line, with `|` escaped.
pub(super) fn push_clean(into: &mut String, text: &str, line_break: &str) {
    // Nearly all texts are plain ASCII, or letters of other scripts.
    if text.bytes().all(|byte| byte >= b' ' && !matches!(byte, b'|' | 0x7f | 0xc2 | 0xe2)) {
        return into.push_str(text);
    }
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '|' => into.push_str("\\|"),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' | '\r' => into.push_str(line_break),
            '\u{2028}' | '\u{2029}' => into.push(' '),
            char if char.is_control() => into.push(' '),
            char => into.push(char),
        }
    }
}

/// The letters of a column: 1 is `A`, 27 is `AA`.
pub(super) fn letters(mut column: u32) -> String {
    let mut letters = Vec::new();
    while column > 0 {
        column -= 1;
        letters.push(char::from(b'A' + u8::try_from(column % 26).unwrap_or(0)));
        column /= 26;
    }
    letters.iter().rev().collect()
}

/// The row and column of a cell name such as `B12`. `None` if it is not a cell name.
pub(super) fn position(name: &str) -> Option<(u32, u32)> {
    let name = name.as_bytes();
    let digits = name.iter().position(u8::is_ascii_digit)?;
    if digits == 0 || digits > 3 || name.len() - digits > 8 {
        return None;
    }
    let mut column = 0;
    for letter in &name[..digits] {
        if !letter.is_ascii_alphabetic() {
            return None;
        }
        column = column * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1;
    }
    let mut row = 0;
    for digit in &name[digits..] {
        if !digit.is_ascii_digit() {
            return None;
        }
        row = row * 10 + u32::from(digit - b'0');
    }
    (row > 0).then_some((row, column))
}

/// There is no sheet with this name, but those with these `names`.
pub(super) fn no_sheet(name: &str, names: &str) -> Fault {
    Fault::NoPlace {
        message: format!("there is no sheet \"{}\"", shown(name)),
        help: format!("its sheets are {names}"),
    }
}

/// Maximum number of names listed of sheets that are not shown.
pub(super) const MAX_NAMED: usize = 20;

/// The name of a sheet, shortened to one line for a note.
pub(super) fn shown(text: &str) -> String {
    let text: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).take(200).collect();
    one_line(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_lettered_and_read_back() {
        for (column, name) in [(1, "A"), (26, "Z"), (27, "AA"), (702, "ZZ"), (703, "AAA"), (16_384, "XFD")] {
            assert_eq!(letters(column), name);
            assert_eq!(position(&format!("{name}12")), Some((12, column)));
        }
        for wrong in ["", "A", "12", "A0", "ABCD1", "A1B", "A999999999", "Ä1"] {
            assert_eq!(position(wrong), None, "{wrong}");
        }
    }
}
