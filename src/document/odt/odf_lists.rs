//! Lists of an `OpenDocument` text: the format of their levels, and the number of each item.

use std::collections::BTreeMap;

use crate::draft::Stop;
use crate::rich_text::lines::Label;
use crate::rich_text::numerals::Numerals;
use crate::xml::Xml;

/// Number of levels of a list.
const LEVELS: usize = 10;
/// Maximum length of what is before or after a number, in bytes.
const MAX_AFFIX: usize = 32;
/// Maximum number of lists whose numbers may be continued.
const MAX_KEPT: usize = 4_096;
/// Maximum length of a name in bytes.
const MAX_NAME: usize = 256;

#[derive(Debug, Clone, Default)]
struct Level {
    /// `None` if its items have no label.
    numerals: Option<Numerals>,
    prefix: String,
    suffix: String,
    first: u32,
    /// How many levels its number shows.
    shown: usize,
}

/// The format of a list.
#[derive(Debug, Clone, Default)]
pub(super) struct ListStyle(Vec<Level>);

impl ListStyle {
    /// Reads the element `list-style` or `outline-style` that was just opened.
    pub fn read(xml: &mut Xml<'_>) -> Result<Self, Stop> {
        let (inside, mut levels) = (xml.depth(), vec![Level::default(); LEVELS]);
        while xml.opens(inside)? {
            let is_number = matches!(xml.name(), "list-level-style-number" | "outline-level-style");
            if !is_number && !matches!(xml.name(), "list-level-style-bullet" | "list-level-style-image") {
                continue;
            }
            let mut level = Level { first: 1, shown: 1, ..Level::default() };
            let mut at = 1_usize;
            xml.attributes(|name, value| match name {
                "level" => at = value.parse().unwrap_or_default(),
                "num-format" if is_number => level.numerals = numerals(&value),
                "num-prefix" => value[..value.floor_char_boundary(MAX_AFFIX)].clone_into(&mut level.prefix),
                "num-suffix" => value[..value.floor_char_boundary(MAX_AFFIX)].clone_into(&mut level.suffix),
                "start-value" => level.first = value.parse().unwrap_or(1),
                "display-levels" => level.shown = value.parse().unwrap_or(1),
                _ => {}
            });
            if !is_number {
                level = Level { numerals: Some(Numerals::Bullet), ..Level::default() };
            }
            if let Some(slot) = at.checked_sub(1).and_then(|at| levels.get_mut(at)) {
                *slot = level;
            }
        }
        Ok(Self(levels))
    }

    /// The label of the item with these numbers, one for each level. `None` if it has none.
    fn label(&self, numbers: &[u32]) -> Option<String> {
        let last = numbers.len().checked_sub(1)?;
        let level = self.0.get(last)?;
        if level.numerals? == Numerals::Bullet {
            return Some("-".to_owned());
        }
        let mut text = level.prefix.clone();
        let from = numbers.len().saturating_sub(level.shown.max(1));
        for (at, number) in numbers.iter().enumerate().skip(from) {
            let Some(numerals) = self.0.get(at).and_then(|level| level.numerals) else { continue };
            if text.len() > level.prefix.len() {
                text.push('.');
            }
            numerals.write(*number, &mut text);
        }
        text.push_str(&level.suffix);
        let text = text.trim().to_owned();
        (!text.is_empty()).then_some(text)
    }

    fn first(&self, level: usize) -> u32 {
        self.0.get(level).map_or(1, |level| level.first)
    }
}

fn numerals(format: &str) -> Option<Numerals> {
    Some(match format {
        "" => return None,
        "a" => Numerals::LowerLetter,
        "A" => Numerals::UpperLetter,
        "i" => Numerals::LowerRoman,
        "I" => Numerals::UpperRoman,
        _ => Numerals::named(format),
    })
}

/// The open lists, and the numbers of those before.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// For each open list: the name of its style.
    open: Vec<String>,
    id: Option<String>,
    numbers: Vec<u32>,
    /// The numbers of ended lists, by their ids and styles.
    kept: BTreeMap<String, Vec<u32>>,
    /// Whether the next paragraph begins an item.
    is_at_item: bool,
    outline: Vec<u32>,
}

impl Lists {
    /// Handles the start of the element `list`.
    pub fn begin(&mut self, xml: &Xml<'_>) {
        let name = xml.attribute("style-name").filter(|name| name.len() <= MAX_NAME).map(std::borrow::Cow::into_owned);
        let name = name.or_else(|| self.open.last().cloned()).unwrap_or_default();
        if self.open.is_empty() {
            let before = xml.attribute("continue-list").map(std::borrow::Cow::into_owned);
            let goes_on = xml.attribute("continue-numbering").as_deref() == Some("true");
            let before = before.or_else(|| goes_on.then(|| name.clone()));
            self.numbers = before.and_then(|before| self.kept.get(&before)).cloned().unwrap_or_default();
            self.id = xml.attribute("id").filter(|id| id.len() <= MAX_NAME).map(std::borrow::Cow::into_owned);
        } else {
            self.numbers.truncate(self.open.len());
        }
        self.open.push(name);
        self.is_at_item = false;
    }

    /// Handles the end of the element `list`.
    pub fn end(&mut self) {
        let Some(name) = self.open.pop() else { return };
        self.is_at_item = false;
        if self.open.is_empty() {
            for name in self.id.take().into_iter().chain([name]) {
                if self.kept.len() < MAX_KEPT || self.kept.contains_key(&name) {
                    self.kept.insert(name, self.numbers.clone());
                }
            }
        }
    }

    /// Handles the start of the element `list-item`. `style` finds the style of a name.
    pub fn item<'a>(&mut self, xml: &Xml<'_>, style: impl Fn(&str) -> Option<&'a ListStyle>) {
        let Some(name) = self.open.last() else { return };
        let level = self.open.len() - 1;
        let start = xml.parsed("start-value");
        let first = start.unwrap_or_else(|| style(name).map_or(1, |style| style.first(level)));
        count(&mut self.numbers, level, first, start.is_some());
        self.is_at_item = true;
    }

    /// The label of the paragraph that begins now.
    pub fn label<'a>(&mut self, style: impl Fn(&str) -> Option<&'a ListStyle>) -> Option<Label> {
        if !std::mem::take(&mut self.is_at_item) {
            return None;
        }
        let level = self.open.len().checked_sub(1)?;
        let text = match style(self.open.last()?) {
            Some(style) => style.label(&self.numbers)?,
            None => "-".to_owned(),
        };
        Some(Label { text, level: level.min(LEVELS) })
    }

    /// The label of a heading outside lists, at this level counted from 0.
    pub fn heading(&mut self, level: usize, outline: &ListStyle) -> Option<Label> {
        if level >= LEVELS || !self.open.is_empty() {
            return None;
        }
        count(&mut self.outline, level, outline.first(level), false);
        outline.label(&self.outline).filter(|text| text != "-").map(|text| Label { text, level: 0 })
    }
}

/// Counts one more item at `level`. `first` is the number of the first one, and whether this is the first.
fn count(numbers: &mut Vec<u32>, level: usize, first: u32, is_first: bool) {
    if level >= LEVELS {
        return;
    }
    numbers.truncate(level + 1);
    // A level that was left out counts as 1.
    while numbers.len() < level {
        numbers.push(1);
    }
    match numbers.get_mut(level) {
        Some(number) if !is_first => *number = number.saturating_add(1),
        Some(number) => *number = first,
        None => numbers.push(first),
    }
}
