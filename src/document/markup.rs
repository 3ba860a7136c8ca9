//! How text shows what it has no signs for: links, notes, comments, superscripts.

/// Whether `text` needs braces after `^` or `_`: `10^7`, `H_2O`, `x^{n+1}`. A word, a number, a single character and a
/// link do not.
pub(super) fn needs_braces(text: &str) -> bool {
    let is_word = text.strip_prefix(['-', '+', '−']).unwrap_or(text).chars().all(char::is_alphanumeric);
    let has_brackets = text.starts_with('[') && text.ends_with([']', ')']);
    !is_word && !has_brackets && text.chars().nth(1).is_some()
}

/// What follows the `label` of a link in Markdown: `](target)`. `None` if the label already shows the target.
pub(super) fn link_end(label: &str, target: &str) -> Option<String> {
    if target == label || target.strip_prefix("mailto:") == Some(label) {
        return None;
    }
    let is_plain = !target.contains([' ', '(', ')', '\n']);
    Some(if is_plain { format!("]({target})") } else { format!("](<{}>)", target.replace('\n', "")) })
}

/// A comment, on one line.
pub(super) fn comment(author: &str, text: &str) -> String {
    let author = if author.trim().is_empty() { "unknown" } else { author.trim() };
    format!("[comment by {author}: {}]", text.replace('\n', " "))
}

/// A note at the end of the text. `mark` is what refers to it, such as `[^1]`.
pub(super) fn note(mark: &str, text: &str) -> String {
    // Markdown indents the further paragraphs of a note by four spaces.
    format!("{mark}: {}", text.replace('\n', "\n    "))
}

/// What is shown for something without text, such as `[image: A cat]`, or `[image]` if the other parts are empty.
pub(super) fn described(parts: &[&str]) -> String {
    format!("[{}]", joined(parts))
}

/// The parts that are not empty, with colons between them.
pub(super) fn joined(parts: &[&str]) -> String {
    parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
}

/// `text` as it follows `before`, with each run of white space as one space.
pub(super) fn collapsed(before: &str, text: &str) -> String {
    let mut after_space = before.ends_with([' ', '\n', '\t']);
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        let is_space = matches!(letter, ' ' | '\t' | '\n' | '\r');
        if !(is_space && after_space) {
            shown.push(if is_space { ' ' } else { letter });
        }
        after_space = is_space;
    }
    shown
}

/// `text` on one line, with single spaces.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
