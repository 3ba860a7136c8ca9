//! The escapes in double quotes.

/// What [`unescaped`] leaves of a `\` at the end of a line. In valid YAML it joins two lines; after an error, a parser
/// may end the text there.
pub(crate) const JOINT: char = '\0';

/// `text` as if all of it were in double quotes: `lec\x74ern` is `lectern`. `None` if it has no backslash.
///
/// Callers check the text as written too, so that one of the two readings is YAML's. Therefore `\\x74` may count as an
/// escape.
pub(crate) fn unescaped(text: &str) -> Option<String> {
    let mut parts = text.split('\\');
    let first = parts.next()?;
    let mut units: Vec<u16> = first.encode_utf16().collect();
    if first.len() == text.len() {
        return None;
    }
    for part in parts {
        let digits = match part.bytes().next() {
            Some(b'x') => 2,
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => 0,
        };
        let code = part.get(1..=digits).filter(|hex| digits > 0 && hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let code = code.and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let rest = match (code, part.chars().next()) {
            // As in JSON, two escapes may make a surrogate pair.
            (Some(code), _) => {
                match (u16::try_from(code), char::from_u32(code)) {
                    (Ok(unit), _) => units.push(unit),
                    (_, Some(c)) => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
                    _ => units.push(u16::from(b'\\')),
                }
                &part[1 + digits..]
            }
            // The line continues after the indentation of the next one.
            (None, Some('\n' | '\r')) => {
                units.push(JOINT as u16);
                part.trim_start_matches([' ', '\t', '\n', '\r'])
            }
            (None, Some('0' | 'a' | 'b' | 'e' | 'f' | 'n' | 'r' | 't' | 'v' | 'N' | '_' | 'L' | 'P')) => {
                units.push(u16::from(b' '));
                &part[1..]
            }
            (None, Some('/' | ' ' | '\t')) => part,
            _ => {
                units.push(u16::from(b'\\'));
                part
            }
        };
        units.extend(rest.encode_utf16());
    }
    Some(String::from_utf16_lossy(&units))
}
