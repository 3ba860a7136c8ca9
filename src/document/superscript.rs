//! How readers write superscripts and subscripts: `10^7`, `H_2O`, `x^{n+1}`.

/// Whether `text` needs braces after `^` or `_`. A word, a number, a single character and a link do not.
pub(super) fn needs_braces(text: &str) -> bool {
    let is_word = text.strip_prefix(['-', '+', '−']).unwrap_or(text).chars().all(char::is_alphanumeric);
    let has_brackets = text.starts_with('[') && text.ends_with([']', ')']);
    !is_word && !has_brackets && text.chars().nth(1).is_some()
}
