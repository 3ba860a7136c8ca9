//! Lists: the format of their levels (`numbering.xml`), and the number of each list paragraph.

use std::collections::{BTreeMap, BTreeSet};

use super::styles::{Item, Styles};
use crate::draft::Stop;
use crate::rich_text::lines::Label;
use crate::rich_text::numerals::Numerals;
use crate::rich_text::symbols;
use crate::xml::Xml;

/// Number of levels of a list, in Word and in its file format.
const LEVELS: usize = 9;
/// Maximum number of lists and of list formats kept. Documents pasted together over years have about 2,000.
const MAX_LISTS: usize = 8_192;
/// Maximum length of a label's pattern in bytes. Word allows 255 letters.
const MAX_PATTERN: usize = 255;
/// Maximum number of bytes of patterns and style names kept for all lists together.
const MAX_HELD: usize = 2 * 1024 * 1024;
/// Maximum length of a label in bytes: far longer than `1.10.3.4.5.6.7.8.9`, and short enough to build a million times.
const MAX_LABEL: usize = 100;
/// How many `numStyleLink` references to follow from one list to the next. Word uses one.
const MAX_LINKS: usize = 4;

#[derive(Debug, Clone)]
struct Level {
    start: u32,
    numerals: Numerals,
    pattern: String,
    /// The level, counted from 1, that restarts this one. `None`: every higher level does. 0: no level does.
    restart: Option<usize>,
    is_legal: bool,
    style: Option<Box<str>>,
}

impl Default for Level {
    fn default() -> Self {
        let (numerals, pattern) = (Numerals::Decimal, String::new());
        Self { start: 0, numerals, pattern, restart: None, is_legal: false, style: None }
    }
}

impl Level {
    fn size(&self) -> usize {
        self.pattern.len() + self.style.as_ref().map_or(0, |style| style.len())
    }
}

#[derive(Debug, Default)]
struct Shape {
    levels: Vec<Option<Level>>,
    /// The style whose list defines the format, if this one is only a link to it.
    like: Option<Box<str>>,
}

#[derive(Debug, Default)]
struct List {
    shape: i64,
    starts: BTreeMap<usize, u32>,
    levels: BTreeMap<usize, Level>,
}

/// The lists of a document, and how far each has counted.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    shapes: BTreeMap<i64, Shape>,
    lists: BTreeMap<i64, List>,
    /// The counters of each list format. Lists with the same format share them.
    counts: BTreeMap<i64, [Option<u32>; LEVELS]>,
    /// The list levels whose start override has been used.
    started: BTreeSet<(i64, usize)>,
    held: usize,
}

impl Numbering {
    /// Reads `numbering.xml` as far as possible.
    pub fn read(xml: &mut Xml<'_>) -> (Self, Result<(), Stop>) {
        let mut numbering = Self::default();
        let end = numbering.read_all(xml);
        (numbering, end)
    }

    fn read_all(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        while xml.opens(0)? {
            match xml.name() {
                "abstractNum" => {
                    let id = number(xml, "abstractNumId");
                    let shape = read_shape(xml)?;
                    self.held += shape.levels.iter().flatten().map(Level::size).sum::<usize>();
                    if let Some(id) = id.filter(|_| self.shapes.len() < MAX_LISTS && self.held < MAX_HELD) {
                        self.shapes.insert(id, shape);
                    }
                }
                "num" => {
                    let id = number(xml, "numId");
                    let list = read_list(xml)?;
                    self.held += list.levels.values().map(Level::size).sum::<usize>();
                    if let Some(id) = id.filter(|_| self.lists.len() < MAX_LISTS && self.held < MAX_HELD) {
                        self.lists.insert(id, list);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Counts the paragraph at `item` with the style `style`, and returns its label. Returns `None` if it has no label.
    pub fn label(&mut self, item: Item, style: Option<&str>, styles: &Styles) -> Option<Label> {
        let (list, shape_id) = (self.lists.get(&item.list)?, self.shape_of(item.list, styles)?);
        let shape = self.shapes.get(&shape_id)?;
        let for_style = || {
            let is_it = |level: &Option<Level>| level.as_ref().is_some_and(|level| level.style.as_deref() == style);
            style.and_then(|_| shape.levels.iter().position(is_it))
        };
        let at = item.level.or_else(for_style).unwrap_or(0).min(LEVELS - 1);
        let nothing = Level::default();
        let level_at = |at: usize| {
            list.levels.get(&at).or_else(|| shape.levels.get(at).and_then(Option::as_ref)).unwrap_or(&nothing)
        };
        let level = level_at(at);

        let counts = self.counts.entry(shape_id).or_default();
        let own_start = list.starts.get(&at).filter(|_| self.started.insert((item.list, at)));
        let count = match (own_start, counts[at]) {
            (Some(start), _) => *start,
            (None, Some(count)) => count.saturating_add(1),
            (None, None) => level.start,
        };
        counts[at] = Some(count);
        for (below, count) in counts.iter_mut().enumerate().skip(at + 1) {
            if level_at(below).restart.is_none_or(|restart| at < restart) {
                *count = None;
            }
        }
        if level.numerals == Numerals::Bullet {
            return Some(Label { text: level.pattern.clone(), level: at });
        }
        let mut text = String::new();
        let mut letters = level.pattern.chars().peekable();
        while let Some(letter) = letters.next().filter(|_| text.len() < MAX_LABEL) {
            let shown = letters.peek().and_then(|digit| digit.to_digit(10)).filter(|digit| letter == '%' && *digit > 0);
            let Some(shown) = shown else {
                text.push(letter);
                continue;
            };
            letters.next();
            let shown = shown as usize - 1;
            let numerals = level_at(shown).numerals;
            let numerals = if level.is_legal && numerals != Numerals::None { Numerals::Decimal } else { numerals };
            numerals.write(counts[shown].unwrap_or(level_at(shown).start), &mut text);
        }
        let text = text.trim();
        // Without numerals, Word's template `%1.` leaves a lone point.
        if level.numerals == Numerals::None && !text.contains(char::is_alphanumeric) && level.pattern.contains('%') {
            return None;
        }
        (!text.is_empty()).then(|| Label { text: text.to_owned(), level: at })
    }

    /// The format of a list, after following the links to list styles.
    fn shape_of(&self, list: i64, styles: &Styles) -> Option<i64> {
        let mut id = self.lists.get(&list)?.shape;
        for _ in 0..MAX_LINKS {
            let Some(style) = self.shapes.get(&id).and_then(|shape| shape.like.as_deref()) else { break };
            let Some(list) = styles.get(style).list.and_then(|list| self.lists.get(&list)) else { break };
            id = list.shape;
        }
        Some(id)
    }
}

fn read_shape(xml: &mut Xml<'_>) -> Result<Shape, Stop> {
    let (inside, mut shape) = (xml.depth(), Shape::default());
    while xml.opens(inside)? {
        match xml.name() {
            "numStyleLink" => shape.like = xml.attribute("val").filter(|id| id.len() <= MAX_PATTERN).map(Into::into),
            "lvl" => {
                let at = level_number(xml);
                let level = read_level(xml)?;
                if let Some(at) = at {
                    if shape.levels.len() <= at {
                        shape.levels.resize(at + 1, None);
                    }
                    shape.levels[at] = Some(level);
                }
            }
            _ => {}
        }
    }
    Ok(shape)
}

fn read_list(xml: &mut Xml<'_>) -> Result<List, Stop> {
    let (inside, mut list, mut at) = (xml.depth(), List::default(), None);
    while xml.opens(inside)? {
        match xml.name() {
            "abstractNumId" => list.shape = xml.number().unwrap_or_default(),
            "lvlOverride" => at = level_number(xml),
            "startOverride" => {
                let start = xml.number().and_then(|start| u32::try_from(start).ok());
                list.starts.extend(at.zip(start));
            }
            "lvl" => {
                let level = read_level(xml)?;
                list.levels.extend(at.map(|at| (at, level)));
            }
            _ => {}
        }
    }
    Ok(list)
}

fn read_level(xml: &mut Xml<'_>) -> Result<Level, Stop> {
    let (inside, mut level) = (xml.depth(), Level::default());
    let (mut is_chosen, mut font) = (false, "");
    while xml.opens(inside)? {
        let value = xml.attribute("val").filter(|value| value.len() <= MAX_PATTERN);
        match xml.name() {
            "start" => level.start = xml.number().and_then(|start| u32::try_from(start).ok()).unwrap_or_default(),
            "numFmt" => level.numerals = value.map(|name| Numerals::named(&name)).unwrap_or_default(),
            "lvlText" => level.pattern = value.map(Into::into).unwrap_or_default(),
            "lvlRestart" => level.restart = xml.index(),
            "isLgl" => level.is_legal = xml.is_on(),
            "rFonts" => font = xml.attribute("ascii").map(|name| symbols::font(&name)).unwrap_or_default(),
            "pStyle" => level.style = value.map(Into::into),
            "Choice" => is_chosen = true,
            "Fallback" if is_chosen => xml.skip()?,
            _ => {}
        }
    }
    if level.numerals == Numerals::Bullet {
        level.pattern = bullet(font, &level.pattern).to_owned();
    }
    Ok(level)
}

/// The Markdown for a bullet. Printed check lists have boxes as bullets.
fn bullet(font: &str, pattern: &str) -> &'static str {
    match pattern.chars().next().map(|letter| symbols::shown(font, letter)) {
        Some('☐' | '□' | '❏' | '❐' | '❑' | '❒') => "- [ ]",
        Some('☑' | '☒') => "- [x]",
        _ => "-",
    }
}

fn level_number(xml: &Xml<'_>) -> Option<usize> {
    number(xml, "ilvl").and_then(|at| usize::try_from(at).ok()).filter(|at| *at < LEVELS)
}

fn number(xml: &Xml<'_>, name: &str) -> Option<i64> {
    xml.attribute(name)?.trim().parse().ok()
}
