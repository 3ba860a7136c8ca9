//! The value of a cell in an `OpenDocument` file, which stores both the exact value and the rounded text shown.

use super::number::{number, tidy};
use crate::xml::Xml;

/// Maximum length of a unit in characters. Longer text is a sentence, not a unit.
const MAX_UNIT: usize = 16;

/// The attributes of a cell.
#[derive(Default)]
pub(super) struct Value {
    kind: String,
    text: String,
    currency: String,
    formula: String,
}

impl Value {
    pub fn of(xml: &Xml<'_>) -> Self {
        let mut own = Self::default();
        xml.attributes(|name, value| match name {
            "value-type" => own.kind = value.into_owned(),
            "value" | "date-value" | "time-value" | "boolean-value" | "string-value" => own.text = value.into_owned(),
            "currency" => own.currency = value.into_owned(),
            "formula" => own.formula = value.into_owned(),
            _ => {}
        });
        own
    }

    /// The text to show for the cell, with its formula on request. `seen` is the text stored in the document.
    pub fn show(&self, seen: String, with_formula: bool) -> String {
        let shown = self.value(seen);
        if !with_formula || self.formula.is_empty() {
            return shown;
        }
        let formula = plain_formula(&self.formula);
        if shown == formula { shown } else { format!("{formula} → {shown}") }
    }

    fn value(&self, seen: String) -> String {
        let digits = || tidy(self.text.trim());
        let shown = match self.kind.as_str() {
            "float" => digits().map(|digits| dressed(digits, seen.trim())),
            "percentage" => self.text.trim().parse().ok().map(|value: f64| format!("{}%", number(value * 100.0))),
            "currency" => digits().map(|digits| format!("{digits} {}", self.currency).trim_end().to_owned()),
            "date" => Some(iso(&self.text)),
            "time" => clock(&self.text),
            "boolean" => Some(self.text.to_ascii_uppercase()),
            _ => None,
        };
        match shown {
            Some(shown) if !shown.is_empty() => shown,
            _ if !seen.trim().is_empty() => seen,
            _ if !self.text.is_empty() => self.text.clone(),
            _ => plain_formula(&self.formula),
        }
    }
}

/// Combines the exact digits with the text around the rounded ones: `12.5 €`, `00501`. If the document shows a word
/// (`TRUE`) or an error, that text is returned instead.
fn dressed(digits: String, seen: &str) -> String {
    let is_digit = |char: char| char.is_ascii_digit();
    let (Some(first), Some(last)) = (seen.find(is_digit), seen.rfind(is_digit)) else {
        let is_word = !seen.is_empty() && seen.chars().all(char::is_alphabetic);
        return if is_word { seen.to_owned() } else { digits };
    };
    let (prefix, middle, suffix) = (&seen[..first], &seen[first..=last], &seen[last + 1..]);
    if seen.starts_with('#') || seen.starts_with("Err:") {
        return seen.to_owned();
    }
    if middle.len() > digits.len()
        && middle.starts_with('0')
        && middle.ends_with(&digits)
        && middle.chars().all(is_digit)
    {
        return middle.to_owned();
    }
    let prefix = prefix.trim_start_matches(['-', '(', ' ']);
    let suffix = suffix.trim_end_matches([')', ' ']);
    let is_number = middle.chars().all(|char| is_digit(char) || ".,' \u{a0}\u{202f}’".contains(char));
    let is_unit = |text: &str| text.chars().count() <= MAX_UNIT && !text.contains(char::is_control);
    // Fewer digits than the number has before its decimal point: the text shows thousands or millions.
    let whole = digits.trim_start_matches('-').split('.').next().unwrap_or_default().len();
    let is_scaled = middle.chars().filter(|&char| is_digit(char)).count() < whole;
    if !is_number || !is_unit(prefix) || !is_unit(suffix) || is_scaled {
        return digits;
    }
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |rest| ("-", rest));
    format!("{sign}{prefix}{digits}{suffix}")
}

/// A date without a time of midnight, and without fractional seconds if they are zero.
fn iso(value: &str) -> String {
    let value = value
        .split_once('.')
        .map_or(value, |(whole, rest)| if rest.bytes().all(|b| b == b'0') { whole } else { value });
    value.strip_suffix("T00:00:00").unwrap_or(value).to_owned()
}

/// `PT36H30M00S` as `36:30`.
fn clock(value: &str) -> Option<String> {
    let (sign, rest) = value.strip_prefix('-').map_or(("", value), |rest| ("-", rest));
    let rest = rest.strip_prefix("PT")?;
    let (hours, rest) = rest.split_once('H')?;
    let (minutes, rest) = rest.split_once('M')?;
    let seconds = rest.strip_suffix('S')?;
    let (seconds, fraction) = seconds.split_once(['.', ',']).unwrap_or((seconds, ""));
    let fraction = fraction.trim_end_matches('0');
    let is_plain = |part: &str| part.len() <= 9 && part.bytes().all(|byte| byte.is_ascii_digit());
    if ![hours, minutes, seconds, fraction].into_iter().all(is_plain) {
        return None;
    }
    let point = if fraction.is_empty() { "" } else { "." };
    let end = if fraction.is_empty() && seconds.trim_matches('0').is_empty() {
        String::new()
    } else {
        format!(":{seconds:0>2}{point}{fraction}")
    };
    Some(format!("{sign}{hours:0>2}:{minutes:0>2}{end}"))
}

/// `of:=SUM([.A1:.B2])` as `=SUM(A1:B2)`.
fn plain_formula(formula: &str) -> String {
    let formula = match formula.split_once(":=") {
        Some((prefix, rest)) if prefix.bytes().all(|byte| byte.is_ascii_alphanumeric()) => format!("={rest}"),
        _ => formula.to_owned(),
    };
    formula.replace("[.", "").replace(":.", ":").replace(['[', ']'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_keeps_its_unit_and_all_its_digits() {
        for (digits, seen, expected) in [
            ("12.5", "12.50 €", "12.5 €"),
            ("-12.5", "-$12.50", "-$12.5"),
            ("501", "00501", "00501"),
            ("1", "TRUE", "TRUE"),
            ("0", "-", "0"),
            ("1234.567", "1,234.57", "1234.567"),
            ("12345", "12.3K", "12345"),
            ("2.25", "2.3 kg", "2.25 kg"),
            ("5551234", "555-1234", "5551234"),
            ("7", "Err:502", "Err:502"),
        ] {
            assert_eq!(dressed(digits.into(), seen), expected, "{seen}");
        }
    }

    #[test]
    fn times_and_formulas_are_written_as_people_write_them() {
        assert_eq!(clock("PT36H30M00S").as_deref(), Some("36:30"));
        assert_eq!(clock("PT08H05M07.250000000S").as_deref(), Some("08:05:07.25"));
        assert_eq!(clock("PT1H2M"), None);
        assert_eq!(plain_formula("of:=SUM([.A1:.B2];[$Other.C3])"), "=SUM(A1:B2;$Other.C3)");
        assert_eq!(iso("2024-03-01T00:00:00.000000000"), "2024-03-01");
        assert_eq!(iso("2024-03-01T09:30:00"), "2024-03-01T09:30:00");
    }
}
