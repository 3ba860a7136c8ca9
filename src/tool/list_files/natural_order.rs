//! Natural order: case is ignored, and numbers compare by value.

/// A sort key in natural order. Names that differ only in case are adjacent but still distinct.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Natural(Vec<u8>);

/// Maximum digits of a number to compare.
const MAX_DIGITS: usize = 250;

impl Natural {
    /// The key of a name, or of a whole path.
    pub fn of(name: &str) -> Self {
        let mut key = Vec::with_capacity(name.len() * 2 + 4);
        let mut rest = name;
        while let Some(c) = rest.chars().next() {
            if c.is_ascii_digit() {
                let len = rest.bytes().take_while(u8::is_ascii_digit).count();
                let digits = rest[..len].trim_start_matches('0');
                let digits = &digits[..digits.len().min(MAX_DIGITS)];
                // After a byte for all numbers, the longer one is greater.
                key.push(b'0');
                key.push(u8::try_from(digits.len()).unwrap_or(u8::MAX));
                key.extend(digits.bytes());
                rest = &rest[len..];
            } else {
                // A folder comes before names that start with its name: `a/b` before `a b`.
                let mut letters = [0; 4];
                match c {
                    '/' => key.push(1),
                    _ => c.to_lowercase().for_each(|c| key.extend(c.encode_utf8(&mut letters).bytes())),
                }
                rest = &rest[c.len_utf8()..];
            }
        }
        key.push(0);
        key.extend(name.bytes());
        Self(key)
    }
}

#[cfg(test)]
mod tests {
    use super::Natural;

    #[test]
    fn names_stand_as_a_person_expects() {
        let expected = [
            "1 intro.md",
            "02 next.md",
            "2 next.md",
            "10 end.md",
            "a/z.md",
            "a b.md",
            "alpha 9.md",
            "Alpha 10.md",
            "alpha 99999999999999999999.md",
            "alpha 100000000000000000000.md",
            "Alpha.md",
            "alpha.md",
            "beta.md",
            "\u{e4}rger 2.md",
            "\u{c4}rger.md",
            "\u{d55c}.md",
        ];
        let mut sorted = expected;
        sorted.reverse();
        sorted.sort_by_cached_key(|name| Natural::of(name));
        assert_eq!(sorted, expected);
    }
}
