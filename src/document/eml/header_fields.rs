//! The header of a message or of a part.

use memchr::memchr;

/// Maximum length of a field in bytes. More of it is left out.
const MAX_FIELD_BYTES: usize = 64 * 1024;

/// The fields that are kept.
const FIELDS: [&str; 9] =
    ["From", "To", "Cc", "Bcc", "Date", "Subject", "Content-Type", "Content-Transfer-Encoding", "Content-Disposition"];

/// The fields that are shown, in this order.
pub(super) const SHOWN: &[&str] = FIELDS.split_at(6).0;

/// The header of a message or of a part.
#[derive(Debug, Default)]
pub(super) struct Header {
    values: [Option<Vec<u8>>; FIELDS.len()],
    /// The number of fields, kept or not.
    count: usize,
}

impl Header {
    /// Reads a header, and returns what follows it.
    pub fn read(bytes: &[u8]) -> (Self, &[u8]) {
        let (mut header, mut rest) = (Self::default(), bytes);
        let mut open = None;
        while !rest.is_empty() {
            let (line, below) = first_line(rest);
            if line.is_empty() {
                return (header, below);
            }
            if line.starts_with(b" ") || line.starts_with(b"\t") {
                header.add(open, line);
            } else if let Some((name, value)) = field(line) {
                header.count += 1;
                open = FIELDS.iter().position(|known| known.as_bytes().eq_ignore_ascii_case(name));
                // The first one counts.
                open = open.filter(|at| header.values[*at].is_none());
                header.add(open, value);
            } else {
                // The empty line is missing.
                break;
            }
            rest = below;
        }
        (header, rest)
    }

    fn add(&mut self, at: Option<usize>, bytes: &[u8]) {
        if let Some(at) = at {
            let value = self.values[at].get_or_insert_default();
            let room = MAX_FIELD_BYTES.saturating_sub(value.len());
            value.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The value of a field, without line breaks.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        let at = FIELDS.iter().position(|known| *known == name)?;
        self.values[at].as_deref()
    }
}

/// The first line without its end, and what is below it.
pub(super) fn first_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr(b'\n', bytes);
    let line = &bytes[..end.unwrap_or(bytes.len())];
    (line.strip_suffix(b"\r").unwrap_or(line), end.map_or(&[], |end| &bytes[end + 1..]))
}

/// The name and the value of a field.
fn field(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (name, value) = line.split_at(memchr(b':', line)?);
    let name = name.trim_ascii_end();
    let is_name = !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
    is_name.then_some((name, &value[1..]))
}
