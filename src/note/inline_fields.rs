//! Inline fields: properties in the text of a note, as Dataview and Tasks write them. `due:: 2026-10-09` fills a line;
//! `[due:: 2026-10-09]` and `(due:: 2026-10-09)` may be anywhere; `📅 2026-10-09` is in a task.

use super::line_starts::list_marker;

/// Maximum characters of a name.
const MAX_NAME: usize = 40;

/// The signs that Tasks puts before dates, and their names.
const SIGNS: [(char, &str); 7] = [
    ('📅', "due"),
    ('📆', "due"),
    ('🗓', "due"),
    ('⏳', "scheduled"),
    ('🛫', "start"),
    ('✅', "done"),
    ('➕', "created"),
];

/// Calls `found` with the name and the value of each inline field of `line`.
pub(crate) fn each_inline_field(line: &str, is_task: bool, found: &mut dyn FnMut(&str, &str)) {
    let whole = without_markers(line);
    for (at, _) in line.match_indices("::") {
        let (before, behind) = (&line[..at], &line[at + 2..]);
        let opened =
            before.rfind(['[', '(']).map(|open| (open, if before[open..].starts_with('[') { ']' } else { ')' }));
        let bracketed = opened.and_then(|(open, close)| Some((&before[open + 1..], &behind[..behind.find(close)?])));
        let of_line =
            || whole.split_once("::").filter(|(name, _)| line.find("::") == Some(at) && before.ends_with(name));
        let Some((name, value)) = bracketed.filter(|(name, _)| is_name(name)).or_else(of_line) else { continue };
        if is_name(name) && (behind.starts_with([' ', '\t']) || value.is_empty() || bracketed.is_some()) {
            found(name.trim_matches(['*', '_', ' ']), value.trim());
        }
    }
    for (sign, name) in SIGNS.iter().filter(|_| is_task && !line.is_ascii()) {
        if let Some(at) = line.find(*sign) {
            let value = line[at + sign.len_utf8()..].trim_start_matches(['\u{fe0f}', ' ']);
            found(name, value.split([' ', '\t']).next().unwrap_or_default());
        }
    }
}

/// Whether `line` may have inline fields.
pub(crate) fn may_have_fields(line: &[u8], is_task: bool) -> bool {
    memchr::memchr_iter(b':', line).any(|at| line.get(at + 1) == Some(&b':')) || (is_task && !line.is_ascii())
}

/// A name such as `due` or `Due date`.
fn is_name(name: &str) -> bool {
    let name = name.trim_matches(['*', '_', ' ']);
    !name.is_empty()
        && name.chars().count() <= MAX_NAME
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '/'))
}

/// The line without the markers of quotes, lists and tasks.
fn without_markers(line: &str) -> &str {
    let mut rest = line.trim_start();
    loop {
        let marks = match list_marker(rest.as_bytes()) {
            Some((marks, _)) => marks,
            None if rest.starts_with('>') => 1,
            None => break,
        };
        rest = rest[marks..].trim_start();
    }
    let task =
        rest.strip_prefix('[').and_then(|inner| inner.split_once("] ")).filter(|(mark, _)| mark.chars().count() == 1);
    task.map_or(rest, |(_, text)| text)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::each_inline_field;

    fn fields(line: &str) -> String {
        let mut all = Vec::new();
        each_inline_field(line, true, &mut |name, value| all.push(format!("{name}={value}")));
        all.join(" ")
    }

    #[test]
    fn fields_are_found_in_all_their_forms() {
        for (line, expected) in [
            ("due:: 2026-12-01", "due=2026-12-01"),
            ("**Due date**:: 2026-12-01", "Due date=2026-12-01"),
            ("- rating:: 5", "rating=5"),
            ("> - [ ] a [due:: 2026-12-01] b (who:: Ann)", "due=2026-12-01 who=Ann"),
            ("- [ ] due:: 2026-12-01", "due=2026-12-01"),
            ("- [ ] a 📅 2026-12-01 ⏳ 2026-11-01", "due=2026-12-01 scheduled=2026-11-01"),
            ("- [ ] a 🗓️ 2026-12-01", "due=2026-12-01"),
            ("std::fs::read", ""),
            ("a sentence, which is long:: no", ""),
            ("see https://a::b", ""),
            ("::", ""),
            ("empty::", "empty="),
            ("f(a::b)", "a=b"),
        ] {
            assert_eq!(fields(line), expected, "{line}");
        }
    }
}
