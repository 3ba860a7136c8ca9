//! Parses one section of a number format's code.

use std::iter::{Peekable, Take};
use std::str::Chars;

/// Stands for a digit in [`Section::slots`], as no unit has it.
pub(super) const SLOT: char = '\u{0}';

/// One section of a number format.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Section {
    /// Which numbers it applies to, if it says so: `[>=100]`.
    pub condition: Option<(Comparison, f64)>,
    pub kind: FormatKind,
    /// How often the number is multiplied by 100.
    pub percents: u8,
    /// Text before and after the digits, such as a currency or a unit. Without digits, the label shown instead.
    pub prefix: String,
    pub suffix: String,
    /// A [`SLOT`] for each digit before the decimal point, with the text between them, as in a telephone number.
    pub slots: String,
    /// Minimum number of digits before the decimal point, padded with zeros as in postcodes.
    pub width: usize,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum FormatKind {
    /// A number with the text around it.
    #[default]
    Number,
    /// A number whose digits the format scales or writes in another way: shown without any text around it.
    Plain,
    Moment {
        date: bool,
        time: bool,
    },
    Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    GreaterOrEqual,
    Greater,
}

/// Maximum length of a unit in characters. Longer text is a sentence, not a unit.
const MAX_UNIT: usize = 16;
/// Maximum number of digits in a section.
const MAX_SLOTS: usize = 20;

/// Parses the next section of a code, up to its `;`. Also returns whether the section is for text.
pub(super) fn section(chars: &mut Peekable<Take<Chars<'_>>>) -> (Section, bool) {
    let mut scan = Scan::default();
    while let Some(char) = chars.next() {
        match char {
            ';' => break,
            '"' => scan.literal(&chars.by_ref().take_while(|&char| char != '"').collect::<String>()),
            '\\' => scan.literal(&chars.next().map(String::from).unwrap_or_default()),
            '_' | '*' => drop(chars.next()),
            '[' => scan.bracket(&chars.by_ref().take_while(|&char| char != ']').collect::<String>()),
            '0' | '#' | '?' => scan.digit(char),
            '.' => scan.point(),
            'E' | 'e' if chars.next_if(|next| matches!(next, '+' | '-')).is_some() => scan.is_plain = true,
            'G' | 'g' if chars.clone().take(6).collect::<String>().eq_ignore_ascii_case("eneral") => {
                chars.by_ref().take(6).for_each(drop);
                scan.digit('#');
            }
            'A' | 'a' if matches!(chars.peek(), Some('M' | 'm' | '/')) => {
                while chars.next_if(|next| matches!(next, 'M' | 'm' | '/' | 'P' | 'p')).is_some() {}
                scan.date_letter('h');
            }
            '%' => {
                scan.percents = scan.percents.saturating_add(1).min(3);
                scan.literal("%");
            }
            ',' => scan.scales = !scan.slots.is_empty(),
            '@' => {
                scan.is_text = true;
                scan.digit('#');
            }
            '/' => {
                scan.is_plain |= !scan.slots.is_empty();
                scan.date_letter('/');
            }
            char if char.is_ascii_alphabetic() => scan.date_letter(char.to_ascii_lowercase()),
            char => {
                scan.literal(char.encode_utf8(&mut [0; 4]));
                scan.date_letter(char);
            }
        }
    }
    (scan.shape(), scan.is_text)
}

/// The state while a section is parsed.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that a code may hold")]
struct Scan {
    prefix: String,
    slots: String,
    /// The text after the last digit so far.
    suffix: String,
    /// Slots from the first `0` on, before the decimal point.
    width: usize,
    percents: u8,
    condition: Option<(Comparison, f64)>,
    date: bool,
    time: bool,
    elapsed: bool,
    has_point: bool,
    /// A comma without a digit after it so far. If no digit follows, it divides the number by a thousand.
    scales: bool,
    /// The shown digits are not those of the number: they are scaled, or of a fraction.
    is_plain: bool,
    /// The section is for text.
    is_text: bool,
    /// An `m` was seen. It means the month, unless a second follows.
    month: bool,
    after_hour: bool,
}

impl Scan {
    fn literal(&mut self, text: &str) {
        let side = if self.slots.is_empty() && !self.has_point { &mut self.prefix } else { &mut self.suffix };
        side.extend(text.chars().filter(|char| !char.is_control()));
    }

    fn digit(&mut self, char: char) {
        self.scales = false;
        if self.has_point {
            self.is_plain |= !self.suffix.is_empty();
            return;
        }
        self.slots.push_str(&std::mem::take(&mut self.suffix));
        self.slots.push(SLOT);
        self.width += usize::from(char == '0' || self.width > 0);
    }

    fn point(&mut self) {
        self.is_plain |= self.scales;
        if self.slots.is_empty() {
            self.slots.push(SLOT);
        }
        self.is_plain |= !self.suffix.is_empty();
        self.has_point = true;
        self.date_letter('.');
    }

    fn bracket(&mut self, content: &str) {
        let lower = content.to_ascii_lowercase();
        if let Some(currency) = content.strip_prefix('$') {
            self.literal(currency.split('-').next().unwrap_or_default());
        } else if !lower.is_empty() && ['h', 'm', 's'].iter().any(|&unit| lower.chars().all(|char| char == unit)) {
            self.elapsed = true;
        } else if content.starts_with(['<', '>', '=']) {
            self.condition = condition(content);
        }
    }

    fn date_letter(&mut self, char: char) {
        match char {
            'y' | 'd' | 'g' | 'e' | 'b' => (self.date, self.after_hour) = (true, false),
            'h' => (self.time, self.after_hour) = (true, true),
            's' => {
                (self.time, self.month) = (true, false);
                self.after_hour = false;
            }
            'm' if self.after_hour => self.time = true,
            'm' => self.month = true,
            '/' | '-' | ' ' | '+' | '(' | ')' if self.month => (self.date, self.month) = (true, false),
            _ => {}
        }
    }

    fn shape(&mut self) -> Section {
        let date = self.date || self.month;
        let kind = match (self.elapsed, date || self.time, self.is_plain || self.scales) {
            (true, ..) => FormatKind::Duration,
            (_, true, _) => FormatKind::Moment { date, time: self.time },
            (.., true) => FormatKind::Plain,
            _ => FormatKind::Number,
        };
        let section = Section { condition: self.condition, kind, percents: self.percents, ..Section::default() };
        if kind != FormatKind::Number {
            return section;
        }
        // The number has its own sign.
        let is_sign = |char| matches!(char, '-' | '−' | '–');
        let (prefix, suffix) = (self.prefix.replace(is_sign, ""), self.suffix.replace(is_sign, ""));
        let (prefix, suffix) = (prefix.trim_start(), suffix.trim_end());
        let fits = |text: &str| text.chars().count() <= MAX_UNIT;
        if self.slots.is_empty() {
            let is_label = fits(prefix) && prefix.contains(char::is_alphanumeric);
            let prefix = if is_label { prefix.trim_end().to_owned() } else { String::new() };
            return Section { prefix, percents: 0, ..section };
        }
        if !fits(prefix) || !fits(suffix) || self.slots.chars().count() > MAX_SLOTS {
            return Section { kind: FormatKind::Plain, ..section };
        }
        let slots = std::mem::take(&mut self.slots);
        Section { prefix: prefix.into(), suffix: suffix.into(), slots, width: self.width, ..section }
    }
}

/// `>=100` as a comparison.
fn condition(content: &str) -> Option<(Comparison, f64)> {
    let at = content.find(|char| !matches!(char, '<' | '>' | '='))?;
    let (sign, limit) = content.split_at(at);
    let comparison = match sign {
        "<" => Comparison::Less,
        "<=" => Comparison::LessOrEqual,
        "=" => Comparison::Equal,
        "<>" => Comparison::NotEqual,
        ">=" => Comparison::GreaterOrEqual,
        ">" => Comparison::Greater,
        _ => return None,
    };
    Some((comparison, limit.trim().parse().ok()?))
}
