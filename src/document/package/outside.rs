//! Checks a file before it is opened as a ZIP container.

use crate::document::{Fault, Format};

/// The bytes that are searched for a PDF's signature, as in Acrobat.
const PDF_WITHIN: usize = 1024;
/// The bytes at the end that may hold the end record: the record and its longest comment.
const TAIL: usize = 22 + 65_535;
/// The signature of an OLE2 compound file: Office before 2007, or any Office file with a password.
const COMPOUND: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// Checks that `bytes` may be a ZIP container, and have at most `max_entries` entries.
///
/// # Errors
/// [`Fault::Other`] for PDF and HTML, [`Fault::Locked`] and [`Fault::Broken`] for compound files and empty files,
/// [`Fault::TooLarge`] for too many entries.
pub(super) fn check(bytes: &[u8], max_entries: usize) -> Result<(), Fault> {
    if !bytes.starts_with(b"PK") {
        look(bytes)?;
    }
    if has_more_entries(bytes, max_entries) {
        return Err(Fault::TooLarge(format!("more than {max_entries} parts")));
    }
    Ok(())
}

/// Checks a file that does not start with `PK`. Unknown content passes; opening it as a container decides.
fn look(bytes: &[u8]) -> Result<(), Fault> {
    if bytes.is_empty() {
        return Err(Fault::Broken("it is empty".to_owned()));
    }
    if bytes.starts_with(COMPOUND) {
        return Err(compound(bytes));
    }
    let head = &bytes[..bytes.len().min(PDF_WITHIN)];
    if head.windows(5).any(|window| window == b"%PDF-") {
        return Err(Fault::Other(Format::Pdf));
    }
    let text = String::from_utf8_lossy(head).trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    if text.starts_with("<!doctype html") || text.starts_with("<html") {
        return Err(Fault::Other(Format::Html));
    }
    Ok(())
}

fn compound(bytes: &[u8]) -> Fault {
    // Names in a compound file are UTF-16, little-endian.
    let holds = |name: &str| {
        let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes.windows(name.len()).any(|window| window == name)
    };
    if holds("EncryptedPackage") {
        return Fault::Locked;
    }
    let advice = match () {
        () if holds("WordDocument") => " (.doc); save it as .docx",
        () if holds("Workbook") => " (.xls); save it as .xlsx",
        () => "; save it in today's",
    };
    Fault::Broken(format!("it is in Office's format from before 2007{advice}"))
}

/// Checks the number of entries before the directory is read: the ZIP library reserves memory for as many as the end
/// record claims.
fn has_more_entries(bytes: &[u8], max: usize) -> bool {
    let number = |at: usize, len: usize| {
        let field = bytes.get(at..at + len).unwrap_or_default();
        field.iter().rev().fold(0_u64, |number, byte| (number << 8) | u64::from(*byte))
    };
    let too_many = |number: u64| number > max as u64;
    let tail = bytes.len().saturating_sub(TAIL);
    let (mut headers, mut claims_64, mut has_locator) = (0, false, false);
    let mut at = 0;
    while let Some(offset) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'P')) {
        at += offset;
        match bytes.get(at + 1..at + 4) {
            Some(b"K\x01\x02") => headers += 1,
            // The ZIP64 record counts only if there is a locator: otherwise these bytes may be part of a picture.
            Some(b"K\x06\x06") => claims_64 |= too_many(number(at + 32, 8)),
            Some(b"K\x06\x07") => has_locator = true,
            Some(b"K\x05\x06") if at >= tail => {
                let count = number(at + 10, 2);
                if too_many(count) && count != 0xFFFF {
                    return true;
                }
            }
            _ => {}
        }
        at += 1;
    }
    headers > max || (has_locator && claims_64)
}
