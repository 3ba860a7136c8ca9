//! Sets of UTF-16 code units. Without the flag `u`, JavaScript matches code units, so that `.` is half an emoji. A
//! surrogate is stored as a character of the last Unicode plane, which no path in code units has.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir};

const SURROGATES: [u16; 2] = [0xd800, 0xdfff];
const PLANE: u32 = 0x10_0000;

/// JavaScript's white space and line terminators.
const SPACES: [(u16, u16); 10] = [
    (0x09, 0x0d),
    (0x20, 0x20),
    (0xa0, 0xa0),
    (0x1680, 0x1680),
    (0x2000, 0x200a),
    (0x2028, 0x2029),
    (0x202f, 0x202f),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
    (0xfeff, 0xfeff),
];

/// Pairs of an upper-case letter and a letter that has it as its upper case.
static CASES: LazyLock<Vec<(char, char)>> =
    LazyLock::new(|| ('\0'..='\u{ffff}').map(|c| (canonical(c), c)).filter(|(upper, c)| upper != c).collect());

/// A set of code units.
#[derive(Debug, Clone)]
pub(super) struct UnitSet(ClassUnicode);

/// `text` with one character per code unit.
pub(super) fn in_units(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| c <= '\u{ffff}') {
        return Cow::Borrowed(text);
    }
    text.encode_utf16().map(char_of).collect()
}

fn char_of(unit: u16) -> char {
    let unit = u32::from(unit);
    // Only surrogates are not characters; their substitutes in the last plane are.
    char::from_u32(unit).or_else(|| char::from_u32(PLANE + unit)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The code unit that `c`, from [`in_units`], represents.
#[expect(clippy::cast_possible_truncation, reason = "what is above is the plane")]
pub(super) fn unit_of(c: char) -> u16 {
    c as u32 as u16
}

impl UnitSet {
    pub fn empty() -> Self {
        Self(ClassUnicode::empty())
    }

    pub fn one(unit: u16) -> Self {
        Self::of([(unit, unit)])
    }

    /// `.`
    pub fn in_line() -> Self {
        Self::of([(0x0a, 0x0a), (0x0d, 0x0d), (0x2028, 0x2029)]).negated()
    }

    /// The set of the escape `\` + `letter`, such as `\d`.
    pub fn named(letter: char) -> Option<Self> {
        let [zero, nine, big_a, big_z, low, a, z] = [b'0', b'9', b'A', b'Z', b'_', b'a', b'z'].map(u16::from);
        let set = match letter.to_ascii_lowercase() {
            'd' => Self::of([(zero, nine)]),
            's' => Self::of(SPACES),
            'w' => Self::of([(zero, nine), (big_a, big_z), (low, low), (a, z)]),
            _ => return None,
        };
        Some(if letter.is_ascii_uppercase() { set.negated() } else { set })
    }

    fn of<I: IntoIterator<Item = (u16, u16)>>(ranges: I) -> Self {
        let mut set = Self::empty();
        for (first, last) in ranges {
            set.push(first, last);
        }
        set
    }

    /// Adds the units from `first` to `last`.
    pub fn push(&mut self, first: u16, last: u16) {
        let [low, high] = SURROGATES;
        for (first, last) in [(first, last.min(low - 1)), (first.max(low), last.min(high)), (first.max(high + 1), last)]
        {
            if first <= last {
                self.0.push(ClassUnicodeRange::new(char_of(first), char_of(last)));
            }
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.0.union(&other.0);
    }

    pub fn negated(mut self) -> Self {
        self.0.negate();
        self
    }

    /// The same set plus every unit that JavaScript considers equal when it ignores case.
    pub fn without_case(mut self) -> Self {
        let kept = |&&(upper, other): &&(char, char)| self.has(upper) || self.has(other);
        // `collect` would sort first.
        let mut uppers = BTreeSet::new();
        uppers.extend(CASES.iter().filter(kept).map(|&(upper, _)| upper));
        let same = CASES.iter().filter(|(upper, _)| uppers.contains(upper)).flat_map(|&(upper, other)| [upper, other]);
        self.0.union(&ClassUnicode::new(same.map(|c| ClassUnicodeRange::new(c, c))));
        self
    }

    fn has(&self, c: char) -> bool {
        let ranges = self.0.ranges();
        ranges.get(ranges.partition_point(|range| range.end() < c)).is_some_and(|range| range.start() <= c)
    }

    pub fn into_hir(self) -> Hir {
        Hir::class(Class::Unicode(self.0))
    }
}

/// The letter that JavaScript compares when it ignores case without the flag `u`. `ß` has no upper case there, and `ſ`
/// differs from `s`.
fn canonical(c: char) -> char {
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(upper), None) if c.is_ascii() || !upper.is_ascii() => upper,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::{UnitSet, canonical, char_of, in_units, unit_of};

    #[test]
    fn case_is_that_of_javascript() {
        for (unit, same) in [
            ('k', &['K', 'k'][..]),
            ('s', &['S', 's']),
            ('\u{212a}', &['\u{212a}']),
            ('\u{df}', &['\u{df}']),
            ('\u{3c3}', &['\u{3a3}', '\u{3c2}', '\u{3c3}']),
            ('\u{1c5}', &['\u{1c4}', '\u{1c5}', '\u{1c6}']),
        ] {
            let set = UnitSet::one(unit_of(unit)).without_case();
            let members = set.0.iter().flat_map(|range| range.start()..=range.end());
            assert_eq!(members.collect::<Vec<_>>(), same);
            assert!(same.iter().all(|&c| canonical(c) == canonical(unit)));
        }
    }

    #[test]
    fn a_text_is_taken_apart_into_units() {
        for unit in 0..=u16::MAX {
            assert_eq!(unit_of(char_of(unit)), unit);
        }
        assert_eq!(in_units("a\u{1f600}"), "a\u{10d83d}\u{10de00}");
        let mut all = UnitSet::empty();
        all.push(0, u16::MAX);
        assert!((0..=u16::MAX).all(|unit| all.has(char_of(unit))));
    }
}
