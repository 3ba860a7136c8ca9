//! Numbers as JavaScript rounds and writes them.

/// `number` with `digits` behind the point. `None` where JavaScript's ways to round disagree: 1.45 is a little less, and 14.5 is not.
pub(super) fn rounded(number: f64, digits: usize) -> Option<f64> {
    let round = |number: f64| number.floor() + f64::from(u8::from(number - number.floor() >= 0.5));
    if digits == 0 || !number.is_finite() {
        return Some(round(number));
    }
    let scale = 10_f64.powi(i32::try_from(digits).ok()?);
    let scaled = round(number * scale) / scale;
    let written: f64 = to_fixed(number, digits)?.parse().ok()?;
    (scaled - written == 0.0).then_some(scaled)
}

/// `number` with `digits` behind the point, as `toFixed` writes it. `None` if it is too large for that.
pub(super) fn to_fixed(number: f64, digits: usize) -> Option<String> {
    let size = number.abs();
    if size.is_nan() || size >= 1e21 {
        return None;
    }
    // Rust rounds a half to the even neighbor, JavaScript up: the next number is above the half. No half has more than
    // one digit behind `digits`.
    let exact = format!("{size:.60}");
    let behind = exact.find('.').map_or("", |point| &exact[point + 1 + digits..]);
    let is_half = behind.starts_with('5') && behind[1..].bytes().all(|digit| digit == b'0');
    let text = format!("{:.digits$}", if is_half { size.next_up() } else { size });
    Some(if number < 0.0 { format!("-{text}") } else { text })
}

#[cfg(test)]
mod tests {
    use super::{rounded, to_fixed};

    #[test]
    fn numbers_are_written_as_in_javascript() {
        for (number, digits, expected) in [
            (2.5, 0, "3"),
            (3.5, 0, "4"),
            (-2.5, 0, "-3"),
            (0.125, 2, "0.13"),
            (0.375, 2, "0.38"),
            (1.005, 2, "1.00"),
            (1.45, 1, "1.4"),
            (-0.001, 2, "-0.00"),
            (-0.0, 2, "0.00"),
            (1234.0, 3, "1234.000"),
            (0.1, 20, "0.10000000000000000555"),
        ] {
            assert_eq!(to_fixed(number, digits).as_deref(), Some(expected), "{number} {digits}");
        }
        assert_eq!(to_fixed(1e21, 2), None);
        assert_eq!(to_fixed(f64::NAN, 2), None);
    }

    #[test]
    fn numbers_are_rounded_as_in_javascript() {
        for (number, digits, expected) in [
            (2.5, 0, Some(3.0)),
            (-2.5, 0, Some(-2.0)),
            (0.499_999_999_999_999_94, 0, Some(0.0)),
            (2.3333, 2, Some(2.33)),
            (-1.5, 1, Some(-1.5)),
            (1.45, 1, None),
        ] {
            assert_eq!(rounded(number, digits), expected, "{number} {digits}");
        }
    }
}
