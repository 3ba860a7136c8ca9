//! Documents: what `document::read` answers to each format.

use lectern_document::{Fault, Format, read};

use super::super::checks;
use super::super::drive::{Target, drive};
use super::super::random::Random;
use super::super::seed::Seed;
use super::super::seeds::{books, json, mail, rich_text, sheets, web, word};

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

#[test]
fn presentations() {
    let check = |bytes: &[u8], _: Random| read_as(Format::Pptx, bytes);
    drive(Target { name: "pptx", cases: 400, seeds: books::decks(), grammar: books::GRAMMAR, check });
}

#[test]
fn open_document_texts_and_presentations() {
    let check = |bytes: &[u8], _: Random| {
        read_as(Format::Odt, bytes)?;
        read_as(Format::Odp, bytes)
    };
    let seeds = [books::open("text"), books::open("presentation")].concat();
    drive(Target { name: "odt", cases: 400, seeds, grammar: books::GRAMMAR, check });
}

#[test]
fn books() {
    let check = |bytes: &[u8], _: Random| read_as(Format::Epub, bytes);
    drive(Target { name: "epub", cases: 400, seeds: books::books(), grammar: books::GRAMMAR, check });
}

#[test]
fn notebooks() {
    let check = |bytes: &[u8], _: Random| read_as(Format::Ipynb, bytes);
    drive(Target { name: "ipynb", cases: 1500, seeds: json::notebooks(), grammar: json::NOTEBOOK, check });
}

#[test]
fn canvases_and_drawings() {
    let check = |bytes: &[u8], _: Random| {
        read_as(Format::Canvas, bytes)?;
        read_as(Format::Excalidraw, bytes)
    };
    drive(Target { name: "drawings", cases: 1000, seeds: json::drawings(), grammar: json::DRAWING, check });
}

#[test]
fn web_pages() {
    let check = |bytes: &[u8], _: Random| read_as(Format::Html, bytes);
    drive(Target { name: "html", cases: 400, seeds: web::seeds(), grammar: web::GRAMMAR, check });
}

#[test]
fn rich_text_documents() {
    let check = |bytes: &[u8], _: Random| read_as(Format::Rtf, bytes);
    drive(Target { name: "rtf", cases: 1000, seeds: rich_text::seeds(), grammar: rich_text::GRAMMAR, check });
}

#[test]
fn messages() {
    let check = |bytes: &[u8], _: Random| read_as(Format::Eml, bytes);
    drive(Target { name: "eml", cases: 1000, seeds: mail::seeds(), grammar: mail::GRAMMAR, check });
}

/// A seed that is refused would be damaged in vain.
#[test]
fn the_seeds_are_good_files() {
    let whole = |format: Format, seed: &Seed| {
        let document = read(format, &seed.bytes()).unwrap_or_else(|fault| panic!("{format:?}: {fault}"));
        assert_eq!((document.text.is_empty(), document.notes), (false, Vec::new()), "{format:?}");
    };
    word::seeds()[..4].iter().for_each(|seed| whole(Format::Docx, seed));
    json::notebooks()[..2]
        .iter()
        .for_each(|seed| assert!(!read(Format::Ipynb, &seed.bytes()).unwrap().text.is_empty()));
    whole(Format::Excalidraw, &json::drawings()[2]);
    for seed in rich_text::seeds() {
        whole(Format::Rtf, &seed);
    }
    for seed in mail::seeds() {
        whole(Format::Eml, &seed);
    }
    whole(Format::Html, &web::seeds()[0]);
    whole(Format::Pptx, &books::decks()[0]);
    whole(Format::Odt, &books::open("text")[0]);
    whole(Format::Odp, &books::open("presentation")[0]);
    whole(Format::Epub, &books::books()[0]);
    for (format, seeds) in [(Format::Xlsx, sheets::excel()), (Format::Ods, sheets::open())] {
        assert!(read(format, &seeds[0].bytes()).unwrap().parts.len() > 1, "{format:?}");
    }
}
