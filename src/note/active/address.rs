//! Where an address leads, in any disguise that a browser sees through.

use super::found::begins;

/// Characters of the longest scheme that matters.
const MAX_SCHEME: usize = 32;

/// The scheme of the address `written`, in lower case: empty for `//host`, `data:image` for a picture in the address
/// itself. `None` if it leads to a file of the vault.
pub(super) fn scheme(written: &[u8]) -> Option<String> {
    // In Markdown, a backslash hides the character behind it; a browser takes it for a slash.
    scheme_of(written, '/').or_else(|| scheme_of(written, '\0'))
}

/// Reads `\` as the character `backslash`.
fn scheme_of(written: &[u8], backslash: char) -> Option<String> {
    // Browsers leave out control characters and white space in a scheme.
    // It may be cut inside a character.
    let text = written.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let mut chars = Decoded(text)
        .map(|c| if c == '\\' { backslash } else { c.to_ascii_lowercase() })
        .filter(|c| !c.is_control() && !c.is_whitespace());
    let mut name = String::new();
    for c in chars.by_ref() {
        match c {
            '/' if name == "/" => return Some(String::new()),
            '/' if name.is_empty() => name.push(c),
            // One letter is a drive of Windows.
            ':' if name.len() > 1 => break,
            _ if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') => name.push(c),
            _ => return None,
        }
        if name.len() > MAX_SCHEME || name.starts_with(|c: char| c != '/' && !c.is_ascii_alphabetic()) {
            return None;
        }
    }
    let is_picture = name == "data" && chars.clone().take(6).eq("image/".chars());
    let is_scheme = name.len() > 1 && !name.starts_with('/') && text.contains([':', '&']);
    is_scheme.then(|| if is_picture { "data:image".to_owned() } else { name })
}

/// Whether an image or an embed of this address loads something from elsewhere.
pub(super) fn is_loaded(written: &[u8]) -> bool {
    scheme(written).is_some_and(|scheme| !matches!(scheme.as_str(), "data:image" | "app" | "capacitor"))
}

/// Whether a link with this scheme runs a script.
pub(super) fn is_script(scheme: &str) -> bool {
    matches!(scheme, "javascript" | "vbscript" | "livescript")
}

/// Whether a click on a link with this scheme makes a program act.
pub(super) fn is_action(scheme: &str) -> bool {
    #[rustfmt::skip]
    const ACTIONS: &[&str] = &[
        "obsidian", "data", "blob", "file", "smb", "shortcuts", "shell", "vscode", "vscode-insiders", "cursor", "jar",
    ];
    ACTIONS.contains(&scheme) || scheme.starts_with("ms-") || scheme.starts_with("search")
}

/// The characters of a text without character references: `&#x6a;`, `&#106;`, `&colon;`.
#[derive(Clone)]
pub(super) struct Decoded<'t>(pub &'t str);

impl Iterator for Decoded<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let first = self.0.chars().next()?;
        let (c, len) = (first == '&').then(|| reference(self.0)).flatten().unwrap_or((first, first.len_utf8()));
        self.0 = &self.0[len..];
        Some(c)
    }
}

/// Decodes the character reference at the start of `text`. Returns the character and the reference's length in bytes.
fn reference(text: &str) -> Option<(char, usize)> {
    const NAMED: &[(&str, char)] = &[
        ("&colon", ':'),
        ("&sol", '/'),
        ("&bsol", '\\'),
        ("&tab", '\t'),
        ("&newline", '\n'),
        ("&lpar", '('),
        ("&amp", '&'),
    ];
    let with_end = |c, len: usize| (c, len + usize::from(text[len..].starts_with(';')));
    if let Some((name, c)) = NAMED.iter().find(|(name, _)| begins(text.as_bytes(), 0, name)) {
        return Some(with_end(*c, name.len()));
    }
    let number = text.strip_prefix("&#")?;
    let (digits, radix) = number.strip_prefix(['x', 'X']).map_or((number, 10), |digits| (digits, 16));
    let len = digits.bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    let significant = digits[..len].trim_start_matches('0');
    let c = u32::from_str_radix(significant, radix).ok().and_then(char::from_u32)?;
    Some(with_end(c, text.len() - digits.len() + len))
}
