//! Number formats: turns the number of a cell into the text that a spreadsheet program shows.
//!
//! Digits are never rounded to the format. The model gets the exact number with the sign or unit of the format.
//! `tests/shim/number-formats.test.ts` lists all deliberate differences.

use super::format_code::{Comparison, FormatKind, SLOT, Section, section};
use super::number::{EPOCH_1904, duration, moment, number, tidy};

/// Maximum number of characters parsed of a format code. Excel allows 255.
const MAX_CODE: usize = 1024;

/// A parsed number format: its sections for positive numbers, negative numbers and zero. None for a plain number.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Shape(Vec<Section>);

impl Shape {
    /// The built-in format with this id, which applies unless the workbook defines it (ECMA-376, 18.8.30). Ids that
    /// stand for the currency of the reader's country give plain numbers.
    pub fn builtin(id: u32) -> Self {
        Self::of_code(match id {
            9 | 10 | 67 | 68 => "0%",
            14..=17 | 27..=31 | 36 | 50..=58 | 71..=74 | 81 => "yyyy-mm-dd",
            18..=21 | 32..=35 | 45 | 47 | 75 | 76 | 78 | 80 => "h:mm:ss",
            22 | 77 => "yyyy-mm-dd h:mm",
            46 | 79 => "[h]:mm:ss",
            _ => "",
        })
    }

    /// Parses a format code such as `#,##0.00 "kg"` or `yyyy-mm-dd`.
    pub fn of_code(code: &str) -> Self {
        let mut chars = code.chars().take(MAX_CODE).peekable();
        let mut sections = Vec::new();
        while sections.len() < 3 && chars.peek().is_some() {
            let (section, is_text) = section(&mut chars);
            // The last section may be for text. Alone, it is for numbers too.
            if !is_text || sections.is_empty() {
                sections.push(section);
            }
        }
        if sections.iter().all(Section::is_plain) {
            sections.clear();
        }
        Self(sections)
    }

    /// Formats a number given as it is written in the file. Text that is not a number is returned unchanged.
    pub fn show(&self, text: &str, from_1904: bool) -> String {
        let Some(plain) = tidy(text) else { return text.to_owned() };
        if self.0.is_empty() {
            return plain;
        }
        let value = text.parse::<f64>().unwrap_or_default();
        self.section(value).and_then(|section| section.show(value, &plain, from_1904)).unwrap_or(plain)
    }

    /// The section for `value`.
    fn section(&self, value: f64) -> Option<&Section> {
        let sections = &self.0;
        if sections.iter().any(|section| section.condition.is_some()) {
            let holds =
                |section: &&Section| section.condition.is_some_and(|condition| condition.0.holds(value, condition.1));
            let mut others = sections.iter().take(3).filter(|section| section.condition.is_none());
            return sections.iter().find(holds).or_else(|| others.next_back());
        }
        let index = if value > 0.0 {
            0
        } else if value < 0.0 {
            1
        } else {
            2
        };
        sections.get(index).or_else(|| sections.first())
    }
}

impl Comparison {
    fn holds(self, value: f64, limit: f64) -> bool {
        match self {
            Self::Less => value < limit,
            Self::LessOrEqual => value <= limit,
            Self::Equal => value.total_cmp(&limit).is_eq(),
            Self::NotEqual => value.total_cmp(&limit).is_ne(),
            Self::GreaterOrEqual => value >= limit,
            Self::Greater => value > limit,
        }
    }
}

impl Section {
    /// Whether it shows a number as it is.
    fn is_plain(&self) -> bool {
        let is_bare = self.prefix.is_empty() && self.suffix.is_empty() && self.percents == 0;
        let is_number = self.kind == FormatKind::Plain || (self.kind == FormatKind::Number && self.width <= 1);
        is_number && is_bare && !self.is_mask()
    }

    /// Whether there is text between the digits.
    fn is_mask(&self) -> bool {
        self.slots.contains(|char| char != SLOT)
    }

    /// Formats `value`, which is `plain` as text. `None` if it is no date that a sheet can show.
    fn show(&self, value: f64, plain: &str, from_1904: bool) -> Option<String> {
        let scaled = (self.percents > 0).then(|| number(value * 100_f64.powi(self.percents.into())));
        let plain = scaled.as_deref().unwrap_or(plain);
        match self.kind {
            FormatKind::Number if self.slots.is_empty() => Some(self.labelled(plain)),
            FormatKind::Number => Some(self.dressed(plain)),
            FormatKind::Plain => Some(format!("{plain}{}", "%".repeat(self.percents.into()))),
            FormatKind::Duration => duration(value),
            // The 1904 date system has no earlier dates. Values below 1 are still times without a day.
            FormatKind::Moment { date, time } if from_1904 && (date || value >= 1.0) => {
                moment(value + EPOCH_1904, date, time)
            }
            FormatKind::Moment { date, time } => moment(value, date, time),
        }
    }

    /// The number, and the label that the sheet shows instead.
    fn labelled(&self, plain: &str) -> String {
        if self.prefix.is_empty() { plain.to_owned() } else { format!("{plain} ({})", self.prefix) }
    }

    /// The number with the text around it.
    fn dressed(&self, plain: &str) -> String {
        let (sign, digits) = plain.strip_prefix('-').map_or(("", plain), |rest| ("-", rest));
        let (mut prefix, mut suffix) = (self.prefix.as_str(), self.suffix.as_str());
        if !sign.is_empty() && prefix.contains('(') && suffix.contains(')') {
            // They mark a negative number, as the sign does.
            (prefix, suffix) = (prefix.trim_matches(['(', ' ']), suffix.trim_matches([')', ' ']));
        }
        if !sign.is_empty() {
            prefix = prefix.trim_start_matches('+');
        }
        if digits.contains('E') {
            return format!("{sign}{prefix}{digits}{suffix}");
        }
        if !self.is_mask() {
            let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
            return format!("{sign}{prefix}{whole:0>width$}{fraction}{suffix}", width = self.width);
        }
        // A mask has no place for a fraction.
        if digits.contains('.') { plain.to_owned() } else { format!("{sign}{prefix}{}{suffix}", self.masked(digits)) }
    }

    /// The digits in their slots. The first slot takes all digits that are left over.
    fn masked(&self, digits: &str) -> String {
        let slots = self.slots.matches(SLOT).count();
        let digits = format!("{digits:0>width$}", width = self.width);
        let mut rest = digits.chars();
        let (mut count, mut free) = (digits.len(), slots);
        let mut text = String::new();
        for char in self.slots.chars() {
            if char != SLOT {
                text.push(char);
                continue;
            }
            let taken = (count + 1).saturating_sub(free);
            text.extend(rest.by_ref().take(taken));
            (count, free) = (count - taken, free - 1);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(code: &str, value: &str) -> String {
        Shape::of_code(code).show(value, false)
    }

    #[test]
    fn a_code_tells_dates_from_numbers() {
        for (code, value, expected) in [
            ("General", "45352", "45352"),
            ("yyyy-mm-dd", "45352", "2024-03-01"),
            ("[$-409]mmm\\-yy;@", "45352", "2024-03-01"),
            ("d. mmmm yyyy", "45352", "2024-03-01"),
            ("m/d/yy h:mm AM/PM", "45352.75", "2024-03-01T18:00"),
            ("mmmm", "45352", "2024-03-01"),
            ("ggge\"年\"m\"月\"d\"日\"", "45352", "2024-03-01"),
            ("h:mm", "0.75", "18:00"),
            ("mm:ss", "0.75", "18:00"),
            ("mm:ss.0", "0.75", "18:00"),
            ("[h]:mm:ss", "1.5", "36:00"),
            ("[mm]:ss", "1.5", "36:00"),
            ("\"days\" 0", "3", "days 3"),
            ("0.00E+00", "12345", "12345"),
            ("[Red]0.00", "2.5", "2.5"),
            ("[Red]General", "2.5", "2.5"),
            ("@", "7", "7"),
        ] {
            assert_eq!(shown(code, value), expected, "{code}");
        }
    }

    #[test]
    fn a_number_keeps_its_unit_and_all_its_digits() {
        for (code, value, expected) in [
            ("0%", "0.125", "12.5%"),
            ("0.0%", "0.07", "7%"),
            ("#,##0.00 \"kg\"", "1234.567", "1234.567 kg"),
            ("$#,##0.00", "-12.5", "-$12.5"),
            ("#,##0.00\\ [$€-407]", "12.5", "12.5 €"),
            ("_($* #,##0.00_);_($* (#,##0.00)", "3", "$3"),
            ("00000", "501", "00501"),
            ("0.0", "5", "5"),
            ("$0.00", "5", "$5"),
            ("000\\-0000", "5551234", "555-1234"),
            ("0.0,\"K\"", "12345", "12345"),
            ("[>100]0\"a\";0", "12", "12"),
            ("0 \"in\";0 \"out\";\"none\"", "-12", "-12 out"),
            ("0 \"in\";0 \"out\";\"none\"", "0", "0 (none)"),
        ] {
            assert_eq!(shown(code, value), expected, "{code}");
        }
    }

    #[test]
    fn the_count_from_1904_is_known() {
        let date = Shape::of_code("yyyy-mm-dd");
        assert_eq!(date.show("0", true), "1904-01-01");
        assert_eq!(date.show("43890", true), "2024-03-01");
        assert_eq!(Shape::of_code("h:mm").show("0.5", true), "12:00");
    }
}
