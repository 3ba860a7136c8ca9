//! What models write that is no text of a note: placeholders such as `… rest unchanged …` or `// existing code`, and the
//! line numbers of a reply, which they copy with the lines.

use std::collections::HashSet;

/// Words of a placeholder that say what was left out, or that it stays.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "rest", "remaining", "remainder", "existing", "unchanged", "omitted", "previous", "original", "same", "stays",
    "continues", "übrige", "restlicher", "unverändert", "bleibt", "reste", "inchangé", "resto", "igual", "остальное",
    "без изменений", "其余", "不变", "省略", "残り", "変更なし", "나머지", "생략",
];

/// What a comment or emphasis puts around a placeholder.
const MARKS: &[char] = &['/', '*', '#', '<', '!', '-', '>', '%', '[', ']', '(', ')', '{', '}', '_', ';', '=', '~'];

/// The placeholders of a comment need no ellipsis: `// existing code`.
#[rustfmt::skip]
const PHRASES: &[&str] = &[
    "existing code", "existing content", "existing text", "rest unchanged", "rest of the note", "rest of the file",
    "rest of file", "unchanged content", "remains unchanged", "same as before", "rest of code", "rest of the code",
];

/// Words in a placeholder at most: a longer line is text.
const MAX_WORDS: usize = 10;

/// The first line of `new` that stands for text which is left out, if `old`, which it replaces, has lines that `new`
/// lacks. A line that is in `old` too is text.
pub(crate) fn omission<'n>(old: &'n str, new: &'n str) -> Option<&'n str> {
    let lines = |text: &'n str| text.lines().map(str::trim);
    let mut placeholders = lines(new).filter(|line| is_placeholder(line)).peekable();
    placeholders.peek()?;
    let [old, new] = [old, new].map(|text| lines(text).collect::<HashSet<_>>());
    let line = placeholders.find(|line| !old.contains(line))?;
    old.iter().any(|line| !line.is_empty() && !new.contains(line)).then_some(line)
}

fn is_placeholder(line: &str) -> bool {
    let is_comment = line.starts_with(['/', '<', '%', '[', '(', '{', '*']);
    // Few lines pass this, and it is quick.
    if !is_comment && !line.as_bytes().windows(3).any(|bytes| bytes == b"..." || bytes == "…".as_bytes()) {
        return false;
    }
    let text = line.trim_matches(|c: char| c.is_whitespace() || MARKS.contains(&c)).to_lowercase();
    let inner = text.trim_matches(|c: char| matches!(c, '.' | '…') || c.is_whitespace());
    let has_ellipsis = text.contains("...") || text.contains('…');
    if inner.is_empty() {
        return has_ellipsis;
    }
    let words = || inner.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    if words().nth(MAX_WORDS).is_some() {
        return false;
    }
    let is_edge = text.starts_with("...") || text.starts_with('…') || text.ends_with("...") || text.ends_with('…');
    let names_rest =
        words().any(|word| WORDS.contains(&word)) || WORDS.iter().any(|word| !word.is_ascii() && inner.contains(word));
    (is_edge && names_rest) || (is_comment && PHRASES.iter().any(|phrase| inner.contains(phrase)))
}

/// `text` without the numbers of `12: text`, if each of its lines has one and they ascend.
pub(crate) fn without_reply_numbers(text: &str) -> Option<String> {
    let mut last = 0;
    let mut result = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (number, rest) = line.trim_start_matches([' ', '\t']).split_once(':')?;
        let is_digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let number: u32 = number.parse().ok().filter(|&number| is_digits && number > last)?;
        last = number;
        result.push_str(rest.strip_prefix(' ').unwrap_or(rest));
    }
    (last > 0).then_some(result)
}
