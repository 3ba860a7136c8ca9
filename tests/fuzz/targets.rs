//! The decoders: what each is fed, and what must hold of its answer.

use lectern::document::{Fault, Format, read};

use super::checks;
use super::drive::{Target, drive};
use super::random::Random;
use super::seeds::{sheets, word};

/// Reads a document, and once more as what it says that it is.
fn read_as(format: Format, bytes: &[u8]) -> Result<(), String> {
    let reading = read(format, bytes);
    checks::reading(&reading)?;
    match reading {
        Err(Fault::Other(other)) => {
            checks::ensure(other != format, || "it is another format than itself".to_owned())?;
            // Of old encodings more is true than of other documents, and they are a target of their own.
            if other == Format::Legacy { Ok(()) } else { checks::reading(&read(other, bytes)) }
        }
        _ => Ok(()),
    }
}

#[test]
fn word_documents() {
    let check = |bytes: &[u8], _: Random| read_as(Format::Docx, bytes);
    drive(Target { name: "docx", cases: 400, seeds: word::seeds(), grammar: word::GRAMMAR, check });
}

#[test]
fn excel_workbooks() {
    let check = |bytes: &[u8], _: Random| read_as(Format::Xlsx, bytes);
    drive(Target { name: "xlsx", cases: 400, seeds: sheets::excel(), grammar: sheets::EXCEL, check });
}

#[test]
fn open_document_sheets() {
    let check = |bytes: &[u8], _: Random| read_as(Format::Ods, bytes);
    drive(Target { name: "ods", cases: 400, seeds: sheets::open(), grammar: sheets::OPEN, check });
}
