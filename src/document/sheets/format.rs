//! Number formats: from the number in a cell to the text that is shown.
//!
//! Digits are never rounded to the format: a model gets the exact number with the currency or unit of the format.

use super::number::{EPOCH_1904, duration, moment, number, tidy};

/// Maximum characters to read of a format code. Excel allows 255.
const MAX_CODE: usize = 1024;
/// Maximum characters of a unit. Anything longer is a sentence.
const MAX_UNIT: usize = 16;

/// A parsed number format.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Shape {
    kind: FormatKind,
    /// Text before and after the digits: a currency, a unit.
    prefix: String,
    suffix: String,
    /// Minimum integer digits, if the format pads with zeros, as for postcodes. Otherwise 0.
    width: usize,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum FormatKind {
    #[default]
    Number,
    Percent,
    Moment {
        date: bool,
        time: bool,
    },
    Duration,
}

impl Shape {
    /// The built-in format with this id, for ids that the workbook does not define (ECMA-376, 18.8.30).
    pub fn builtin(id: u32) -> Self {
        let kind = match id {
            9 | 10 => FormatKind::Percent,
            14..=17 | 27..=31 | 36 | 50..=58 => FormatKind::Moment { date: true, time: false },
            18..=21 | 32..=35 | 45 | 47 => FormatKind::Moment { date: false, time: true },
            22 => FormatKind::Moment { date: true, time: true },
            46 => FormatKind::Duration,
            _ => FormatKind::Number,
        };
        Self { kind, ..Self::default() }
    }

    /// Parses a format code, such as `#,##0.00 "kg"` or `yyyy-mm-dd`. Only its first section counts.
    pub fn of_code(code: &str) -> Self {
        let mut scan = Scan::default();
        let mut chars = code.chars().take(MAX_CODE).peekable();
        while let Some(char) = chars.next() {
            match char {
                ';' => break,
                '"' => scan.literal(&chars.by_ref().take_while(|&char| char != '"').collect::<String>()),
                '\\' => scan.literal(&chars.next().map(String::from).unwrap_or_default()),
                '_' | '*' => drop(chars.next()),
                '[' => scan.bracket(&chars.by_ref().take_while(|&char| char != ']').collect::<String>()),
                '0' | '#' | '?' => scan.digit(char),
                'E' | 'e' if matches!(chars.peek(), Some('+' | '-')) => scan.is_plain = true,
                'G' | 'g' if chars.clone().take(6).collect::<String>().eq_ignore_ascii_case("eneral") => {
                    // `General` counts as one digit.
                    chars.by_ref().take(6).for_each(drop);
                    scan.digit('#');
                }
                'A' | 'a' if matches!(chars.peek(), Some('M' | 'm' | '/')) => {
                    while chars.next_if(|next| matches!(next, 'M' | 'm' | '/' | 'P' | 'p')).is_some() {}
                    scan.date_letter('h');
                }
                '%' => scan.percent = true,
                ' ' => {
                    scan.literal(" ");
                    scan.date_letter(' ');
                }
                ',' => (scan.comma, scan.scales) = (true, true),
                '$' | '€' | '£' | '¥' | '₩' | '₹' => scan.literal(&char.to_string()),
                _ => scan.date_letter(char.to_ascii_lowercase()),
            }
        }
        scan.shape()
    }

    /// Formats a number, given as stored in the file. Text that is not a number is returned unchanged.
    pub fn show(&self, text: &str, from_1904: bool) -> String {
        let Some(plain) = tidy(text) else { return text.to_owned() };
        let value = text.parse::<f64>().unwrap_or_default();
        let shown = match self.kind {
            FormatKind::Number => None,
            FormatKind::Percent => Some(format!("{}%", number(value * 100.0))),
            FormatKind::Duration => duration(value),
            // The 1904 date system has no earlier dates. Times below one day have no date in either system.
            FormatKind::Moment { date, time } if from_1904 && (date || value >= 1.0) => {
                moment(value + EPOCH_1904, date, time)
            }
            FormatKind::Moment { date, time } => moment(value, date, time),
        };
        if let Some(shown) = shown {
            return shown;
        }
        if self.kind != FormatKind::Number {
            return plain;
        }
        let (sign, digits) = plain.strip_prefix('-').map_or(("", plain.as_str()), |rest| ("-", rest));
        let fill = if digits.contains(['.', 'E']) { 0 } else { self.width.saturating_sub(digits.len()) };
        format!("{sign}{}{}{digits}{}", self.prefix, "0".repeat(fill), self.suffix)
    }
}

/// The state of the format code parser.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that a code may hold")]
struct Scan {
    prefix: String,
    suffix: String,
    digits: usize,
    zeros: usize,
    date: bool,
    time: bool,
    elapsed: bool,
    percent: bool,
    comma: bool,
    /// A comma was read after the last digit placeholder. It divides by a thousand, unless a digit follows.
    scales: bool,
    /// The format changes the digits (scientific, masked, conditional), so a prefix or suffix would be wrong.
    is_plain: bool,
    /// An `m` was read, which is a month unless seconds follow.
    month: bool,
    after_hour: bool,
}

impl Scan {
    fn literal(&mut self, text: &str) {
        let side = if self.digits == 0 { &mut self.prefix } else { &mut self.suffix };
        side.push_str(text);
    }

    fn digit(&mut self, char: char) {
        self.scales = false;
        self.is_plain |= !self.suffix.is_empty();
        self.digits += 1;
        self.zeros += usize::from(char == '0');
    }

    fn bracket(&mut self, content: &str) {
        let lower = content.to_ascii_lowercase();
        if let Some(currency) = content.strip_prefix('$') {
            let symbol = currency.split('-').next().unwrap_or_default();
            self.literal(symbol);
        } else if !lower.is_empty() && ['h', 'm', 's'].iter().any(|&unit| lower.chars().all(|char| char == unit)) {
            self.elapsed = true;
        } else if content.starts_with(['<', '>', '=']) {
            self.is_plain = true;
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
            '.' | '/' | ':' | '-' | ' ' | '+' | '(' | ')' => {
                if self.month && char != ':' && char != '.' {
                    (self.date, self.month) = (true, false);
                }
                self.is_plain |= self.digits > 0 && matches!(char, '-' | '/');
            }
            _ => {}
        }
    }

    fn shape(self) -> Shape {
        let date = self.date || self.month;
        let kind = match (self.elapsed, date || self.time, self.percent) {
            (true, ..) => FormatKind::Duration,
            (_, true, _) => FormatKind::Moment { date, time: self.time },
            (.., true) => FormatKind::Percent,
            _ => FormatKind::Number,
        };
        let (prefix, suffix) = (self.prefix.trim_start(), self.suffix.trim_end());
        let unit = |text: &str| text.chars().count() <= MAX_UNIT && !text.contains(char::is_control);
        if kind != FormatKind::Number || self.is_plain || self.scales || !unit(prefix) || !unit(suffix) {
            return Shape { kind, ..Shape::default() };
        }
        if self.digits == 0 {
            return Shape::default();
        }
        let width = if self.zeros == self.digits && self.zeros <= 20 && !self.comma { self.zeros } else { 0 };
        Shape { kind, prefix: prefix.into(), suffix: suffix.into(), width }
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
            ("000\\-0000", "5551234", "5551234"),
            ("0.0,\"K\"", "12345", "12345"),
            ("[>100]0\"a\"", "12", "12"),
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
