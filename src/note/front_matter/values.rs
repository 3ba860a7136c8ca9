//! The values of properties, by the core schema of YAML 1.2.

use std::borrow::Cow;

use super::escapes::unescaped;
use super::pieces::Role;
use super::reading::read_understood;

/// The spellings of null.
pub(crate) const NULL: &[&str] = &["~", "null", "Null", "NULL"];

/// Maximum length of front matter that is read for its values, in bytes: far more than people write.
pub(crate) const MAX_BYTES: usize = 64 * 1024;

/// Calls `found` with the name of a property, in lower case, and a value, once for each item of a list. Skips text over
/// several lines, null, and what [`read`](super::read) does not understand.
pub(crate) fn values(front: &[u8], mut found: impl FnMut(&str, &str)) {
    let mut found = |property: &str, value: &str| found(&property.trim().to_ascii_lowercase(), value);
    let mut len = front.len();
    if len > MAX_BYTES {
        len = front[..MAX_BYTES].iter().rposition(|&byte| byte == b'\n').unwrap_or_default();
    }
    // A property and its plain scalar, which the next line may continue.
    let mut plain: Option<(String, String)> = None;
    // The quote left open by the last line.
    let mut quote = None;
    read_understood(&String::from_utf8_lossy(&front[..len]), |piece| {
        match piece.role {
            Role::Comment => return,
            Role::More => return plain = None,
            Role::Key | Role::Start | Role::Flow => {}
        }
        if let Some((property, text)) = plain.take() {
            found(&property, &text);
        }
        match piece.text.bytes().next() {
            _ if piece.role == Role::Key => {}
            Some(b'|' | b'>') if piece.role == Role::Start => {}
            Some(b'"' | b'\'' | b'[' | b'{') if piece.role == Role::Start => {
                quote = None;
                scalars(piece.text, &mut quote, |text| found(piece.property, text));
            }
            _ if piece.role == Role::Flow => scalars(piece.text, &mut quote, |text| found(piece.property, text)),
            _ => {
                let text = piece.text.trim();
                plain = (!NULL.contains(&text)).then(|| (piece.property.to_owned(), text.to_owned()));
            }
        }
    });
    if let Some((property, text)) = plain {
        found(&property, &text);
    }
}

/// Calls `found` with the scalars in a line of a value in quotes or brackets. `quote`: the open quote, if any.
fn scalars(mut text: &str, quote: &mut Option<char>, mut found: impl FnMut(&str)) {
    if let Some(open) = *quote {
        let Some(end) = quote_end(text, open) else { return };
        text = &text[end + 1..];
        *quote = None;
    }
    loop {
        text = text.trim_start_matches([' ', '\t', '[', ']', '{', '}', ',']);
        if let Some(open) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            let Some(end) = quote_end(&text[1..], open) else { return *quote = Some(open) };
            found(&unquoted(&text[1..=end], open));
            text = &text[end + 2..];
            continue;
        }
        let (plain, rest) = text.split_at(text.find(['[', ']', '{', '}', ',']).unwrap_or(text.len()));
        let plain = plain.trim();
        if text.is_empty() {
            return;
        }
        if !NULL.contains(&plain) {
            found(plain);
        }
        text = rest;
    }
}

/// Where the closing quote is in `text`, which starts after the opening one.
pub(super) fn quote_end(text: &str, quote: char) -> Option<usize> {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_escaping = if quote == '"' { c == '\\' } else { c == quote && text[at + 1..].starts_with(quote) };
        if is_escaping {
            chars.next();
        } else if c == quote {
            return Some(at);
        }
    }
    None
}

/// The text between quotes, without its escapes.
fn unquoted(text: &str, quote: char) -> Cow<'_, str> {
    match quote {
        '"' => {
            unescaped(text).map_or(Cow::Borrowed(text), |text| text.replace("\\\"", "\"").replace("\\\\", "\\").into())
        }
        _ => text.replace("''", "'").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::values;

    #[track_caller]
    fn assert_values(front: &str, expected: &[(&str, &str)]) {
        let mut all = Vec::new();
        values(front.as_bytes(), |property, value| all.push((property.to_owned(), value.to_owned())));
        let all: Vec<_> = all.iter().map(|(property, value)| (property.as_str(), value.as_str())).collect();
        assert_eq!(all, expected, "{front}");
    }

    #[test]
    fn values_are_those_of_yaml() {
        assert_values(
            "a: x y # no\nb: 'it''s'\nc: \"q: \\\"\\x41\\\"\"",
            &[("a", "x y"), ("b", "it's"), ("c", "q: \"A\"")],
        );
        assert_values(
            "a: [x, 'y, z', \"w\"]\nb:\n  - x\n  - \"y\"\n- z",
            &[("a", "x"), ("a", "y, z"), ("a", "w"), ("b", "x"), ("b", "y")],
        );
        assert_values("a: [x,\n  y, # no\n  'z']", &[("a", "x"), ("a", "y"), ("a", "z")]);
        assert_values("{\"a\": [\"x\", 1], \"b\": null}", &[("a", "x"), ("a", "1")]);
        assert_values("a: ~\nb: null\nc:\nd: #x\ne: \"null\"", &[("e", "null")]);
    }

    #[test]
    fn text_over_several_lines_is_left_out() {
        assert_values("a: x\n  y\nb: |\n  x\nc: \"x\n  y\"\nd: [\"x\n  y\", z]\ne: w", &[("d", "z"), ("e", "w")]);
        assert_values("a:\n  - x\n  - >-\n    y\n  - z", &[("a", "x"), ("a", "z")]);
    }

    #[test]
    fn what_is_not_understood_hides_no_other_property() {
        assert_values("a: b: c\nd: e", &[("d", "e")]);
        assert_values("a: [b\nd: e\n  f: g\nh: *i\nj: k", &[("a", "b"), ("d", "e"), ("j", "k")]);
    }
}
