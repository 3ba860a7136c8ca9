//! The bullets and numbers before the paragraphs of a shape.

use crate::rich_text::lines::Label;
use crate::rich_text::numerals::Numerals;
use crate::xml::Xml;

/// Number of levels of a list in `PowerPoint`.
const LEVELS: usize = 9;

/// What is before a paragraph.
#[derive(Debug, Default)]
pub(super) enum Bullet {
    /// What the slide's layout says: in most of them a bullet for the main text, and else nothing.
    #[default]
    Inherited,
    None,
    Sign,
    /// A number: its format, such as `arabicPeriod`, and the first one.
    Number(String, u32),
}

impl Bullet {
    /// The bullet in the element that was just opened.
    pub fn read(xml: &Xml<'_>) -> Self {
        match xml.name() {
            "buNone" => Self::None,
            "buAutoNum" => {
                let format = xml.short("type", 64);
                let first = xml.parsed("startAt").unwrap_or(1);
                Self::Number(format, first)
            }
            _ => Self::Sign,
        }
    }
}

/// The numbers of a shape so far: by level, the format and how many paragraphs have it.
#[derive(Debug, Default)]
pub(super) struct Counters([(String, u32); LEVELS]);

impl Counters {
    /// The label of the next paragraph.
    pub fn label(&mut self, bullet: &Bullet, level: usize, is_list: bool) -> Option<Label> {
        let level = level.min(LEVELS - 1);
        self.0[level + 1..].fill_with(Default::default);
        let Bullet::Number(format, first) = bullet else {
            self.0[level] = Default::default();
            let is_item = matches!(bullet, Bullet::Sign) || (is_list && matches!(bullet, Bullet::Inherited));
            return is_item.then(|| Label { text: "-".to_owned(), level });
        };
        let (last, count) = &mut self.0[level];
        if last != format {
            last.clone_from(format);
            *count = 0;
        }
        let number = first.saturating_add(*count);
        *count += 1;
        Some(Label { text: numbered(format, number), level })
    }
}

/// The start of a format in `PowerPoint`, and what Word calls its numerals.
const FORMATS: [(&str, &str); 14] = [
    ("alphaLc", "lowerLetter"),
    ("alphaUc", "upperLetter"),
    ("romanLc", "lowerRoman"),
    ("romanUc", "upperRoman"),
    ("arabicDb", "decimalFullWidth"),
    ("arabic1", "arabicAlpha"),
    ("arabic2", "arabicAbjad"),
    ("circleNum", "decimalEnclosedCircle"),
    ("ea1", "chineseCounting"),
    ("hebrew2", "hebrew2"),
    ("hindiNum", "hindiNumbers"),
    ("hindiAlpha", "hindiVowels"),
    ("thaiAlpha", "thaiLetters"),
    ("thaiNum", "thaiNumbers"),
];

/// `number` in a format such as `alphaLcParenR`.
fn numbered(format: &str, number: u32) -> String {
    let name = FORMATS.iter().find(|(start, _)| format.starts_with(start)).map_or("", |(_, name)| name);
    let numerals = Numerals::named(name);
    let mut text = String::new();
    numerals.write(number, &mut text);
    match format {
        _ if format.ends_with("ParenBoth") => format!("({text})"),
        _ if format.ends_with("ParenR") => format!("{text})"),
        _ if format.ends_with("Plain") => text,
        _ if format.ends_with("Minus") => format!("{text}-"),
        _ => format!("{text}."),
    }
}
