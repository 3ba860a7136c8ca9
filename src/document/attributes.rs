//! The values of attributes as numbers, switches and short texts.

use std::str::FromStr;

use super::xml::Xml;

impl Xml<'_> {
    /// Whether the tag of the element that was opened last contains `word`: a quick look before its attributes are read.
    pub fn tag_has(&self, word: &str) -> bool {
        self.tag.contains(word)
    }

    /// The value of an attribute as a number.
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.attribute(name)?.parse().ok()
    }

    /// The first characters of an attribute. Empty if it is missing.
    pub fn short(&self, name: &str, max_chars: usize) -> String {
        self.attribute(name).unwrap_or_default().chars().take(max_chars).collect()
    }

    /// The same for the first of several attributes that is more than spaces.
    pub fn first_short(&self, names: &[&str], max_chars: usize) -> String {
        let has_text = |name: &&&str| self.attribute(name).is_some_and(|value| !value.trim().is_empty());
        names.iter().find(has_text).map(|name| self.short(name, max_chars)).unwrap_or_default()
    }

    /// The number in the attribute `val`.
    pub fn number(&self) -> Option<i64> {
        self.attribute("val")?.trim().parse().ok()
    }

    /// The same, if it is not negative.
    pub fn index(&self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// Whether a switch is on. `<w:b/>` and `<w:b w:val="1"/>` are on, `<w:b w:val="0"/>` is off.
    pub fn is_on(&self) -> bool {
        !matches!(self.attribute("val").as_deref(), Some("0" | "false" | "off" | "none"))
    }
}
