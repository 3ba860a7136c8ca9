//! The shared strings of a workbook.

use crate::draft::Stop;
use crate::package::Package;
use crate::xml::{Node, Xml};

/// Maximum number of bytes kept: as much as the text of a document can hold, and small enough for a phone.
const MAX_BYTES: usize = 12 * 1024 * 1024;
/// Maximum number of strings kept. Each takes 4 bytes besides its text.
const MAX_COUNT: usize = 1024 * 1024;

/// Size of the smallest item in bytes. `<si><t/></si>` is empty, so an item with text is longer.
const MIN_ITEM: usize = 14;

/// All shared strings, concatenated.
#[derive(Default)]
pub(super) struct Strings {
    text: String,
    ends: Vec<u32>,
    /// Whether some strings were left out.
    pub is_cut: bool,
    pub flaw: Option<Stop>,
}

impl Strings {
    /// Reads the part until the first error or until a limit is reached.
    pub async fn read(package: &mut Package<'_>, part: &str) -> Self {
        let mut strings = Self::default();
        // Reserve everything at once. Growing by doubling would hold the text twice while it is copied.
        let size = usize::try_from(package.size(part)).unwrap_or(usize::MAX);
        strings.text.reserve_exact(size.min(MAX_BYTES));
        strings.ends.reserve_exact((size / MIN_ITEM).min(MAX_COUNT));
        match package.xml(part) {
            Ok(Some(mut xml)) => strings.flaw = strings.fill(&mut xml).await.err(),
            Ok(None) => {}
            Err(flaw) => strings.flaw = Some(flaw),
        }
        strings
    }

    async fn fill(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let mut one = String::new();
        while xml.opens_in_slices(0).await? {
            if xml.name() == "si" {
                one.clear();
                rich_text(xml, "si", &mut one)?;
                if self.text.len() + one.len() > MAX_BYTES || self.ends.len() >= MAX_COUNT {
                    self.is_cut = true;
                    break;
                }
                self.text.push_str(&one);
                self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
            }
        }
        Ok(())
    }

    pub fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)? as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        self.text.get(start..end)
    }
}

/// Appends the text of all runs up to the end of the element `outer`, whose start was just read. Skips phonetic
/// readings (`rPh`).
pub(super) fn rich_text(xml: &mut Xml<'_>, outer: &str, into: &mut String) -> Result<(), Stop> {
    let start = into.len();
    let (mut is_text, mut is_aside) = (false, false);
    loop {
        match xml.next()? {
            Node::Open => match xml.name() {
                "t" | "text" => is_text = true,
                "rPh" => is_aside = true,
                _ => {}
            },
            Node::Close => match xml.name() {
                "t" | "text" => is_text = false,
                "rPh" => is_aside = false,
                name if name == outer => break,
                _ => {}
            },
            Node::Text if is_text && !is_aside && into.len() - start < MAX_BYTES / 8 => into.push_str(xml.text()),
            Node::Text => {}
            Node::End => break,
        }
    }
    if into[start..].contains("_x") {
        let plain = unescape(&into[start..]);
        into.truncate(start);
        into.push_str(&plain);
    }
    Ok(())
}

/// Decodes escapes of characters that XML does not allow: `_x000D_` → `\r`, `_x005F_` → `_`.
pub(super) fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let code = rest.get(2..6).filter(|_| rest.as_bytes().get(6) == Some(&b'_'));
        let is_hex = code.is_some_and(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let char = code.filter(|_| is_hex).and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        if let Some(char) = char {
            plain.push(char);
            rest = &rest[7..];
        } else {
            plain.push_str("_x");
            rest = &rest[2..];
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn escaped_characters_are_read_once() {
        assert_eq!(unescape("a_x000D__x000a_b"), "a\r\nb");
        assert_eq!(unescape("_x005F_x000D_"), "_x000D_");
        assert_eq!(unescape("_x12_ _xé234_ _x"), "_x12_ _xé234_ _x");
    }
}
