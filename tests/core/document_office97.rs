//! Documents of Office from before 2007, built record by record.

use crate::support::compound::compound;
use lectern_document::{Document, Fault, Format, Place, read, read_place};

/// A record of a workbook.
fn biff(kind: u16, content: &[u8]) -> Vec<u8> {
    let len = u16::try_from(content.len()).unwrap();
    [&kind.to_le_bytes()[..], &len.to_le_bytes(), content].concat()
}

fn cell(kind: u16, row: u8, column: u8, look: u8, rest: &[u8]) -> Vec<u8> {
    biff(kind, &[&[row, 0, column, 0, look, 0][..], rest].concat())
}

fn book() -> Vec<u8> {
    let version = biff(0x809, &[0, 6, 5, 0]);
    let text = |text: &str| [&[u8::try_from(text.len()).unwrap(), 0, 0][..], text.as_bytes()].concat();
    // The second text goes on in the next record, there in UTF-16.
    let texts = [&[2, 0, 0, 0, 2, 0, 0, 0][..], &text("Name"), &[5, 0, 0], b"Gr"].concat();
    let more = [&[1_u8][..], &"öße".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()].concat();
    let sheet = |at: u32, state: u8, name: &str| {
        let name = [&[u8::try_from(name.len()).unwrap(), 0][..], name.as_bytes()].concat();
        biff(0x85, &[&at.to_le_bytes()[..], &[state, 0], &name].concat())
    };
    let globals = |first: u32, second: u32| {
        [
            version.clone(),
            biff(0xe0, &[0, 0, 0, 0]),
            biff(0xe0, &[0, 0, 14, 0]),
            sheet(first, 0, "One"),
            sheet(second, 1, "Two"),
            biff(0xfc, &texts),
            biff(0x3c, &more),
            biff(0x0a, &[]),
        ]
        .concat()
    };
    let one = [
        version.clone(),
        cell(0xfd, 0, 0, 0, &[0, 0, 0, 0]),
        cell(0xfd, 0, 1, 0, &[1, 0, 0, 0]),
        cell(0x203, 1, 0, 1, &45352.0_f64.to_le_bytes()),
        cell(0x27e, 1, 1, 0, &(1234_u32 << 2 | 3).to_le_bytes()),
        cell(0x06, 2, 0, 0, &[0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0]),
        biff(0x207, &[3, 0, 0, b's', b'u', b'm']),
        cell(0x205, 2, 1, 0, &[42, 1]),
        biff(0xbd, &[3, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 10, 0, 0, 0, 1, 0]),
        biff(0x208, &[3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0]),
        biff(0xe5, &[1, 0, 0, 0, 1, 0, 0, 0, 0, 0]),
        biff(0x0a, &[]),
    ]
    .concat();
    let start = u32::try_from(globals(0, 0).len()).unwrap();
    let second = start + u32::try_from(one.len()).unwrap();
    [globals(start, second), one, version, cell(0x204, 0, 0, 0, &[1, 0, 0, b'x']), biff(0x0a, &[])].concat()
}

fn open(format: Format, streams: &[(&str, &[u8])]) -> Result<Document, Fault> {
    read(format, &compound(streams))
}

#[test]
fn a_workbook_of_excel_97_is_a_table() {
    let text = open(Format::Xls, &[("Workbook", &book())]).unwrap().text;
    let one = "## Sheet: One (A1:B4)\n| | A | B |\n| - | - | - |\n| 1 | Name | Größe |\n| 2 | 2024-03-01 | 12.34 |\n\
        | 3 | sum | #N/A |\n| 4 | 1 | 2 |\n[merged cells: A1:A2]\n[hidden: row 4]\n";
    let two = "## Sheet: Two (hidden) (A1:A1)\n| | A |\n| - | - |\n| 1 | x |\n";
    assert_eq!(text, format!("{one}\n{two}"));
    let place = |sheet: &str| Place { sheet: Some(sheet.to_owned()), ..Place::default() };
    let file = compound(&[("Workbook", &book())]);
    assert_eq!(read_place(Format::Xls, &file, &place("two")).unwrap().text, two);
    assert!(matches!(read_place(Format::Xls, &file, &place("three")), Err(Fault::NoPlace { .. })));
}

#[test]
fn a_workbook_with_a_password_is_refused() {
    let locked = [biff(0x809, &[0, 6, 5, 0]), biff(0x2f, &[1, 0])].concat();
    assert_eq!(open(Format::Xls, &[("Workbook", &locked)]), Err(Fault::Locked));
}

/// A document of Word 97 with this text, each letter a byte, and these looks of paragraphs: where they end, and their
/// properties.
fn word(text: &str, looks: &[(usize, &[u8])], flags: u16) -> Vec<u8> {
    const TEXT: usize = 1024;
    let mut main = vec![0; TEXT];
    let put = |main: &mut Vec<u8>, at: usize, value: usize| {
        main[at..at + 4].copy_from_slice(&u32::try_from(value).unwrap().to_le_bytes());
    };
    main[..4].copy_from_slice(&[0xec, 0xa5, 0xc1, 0]);
    main[10..12].copy_from_slice(&flags.to_le_bytes());
    put(&mut main, 0x4c, text.len());
    main.extend(text.bytes());
    main.resize(TEXT + 512, 0);
    let mut page = vec![0; 512];
    let mut free = 510;
    put(&mut page, 0, TEXT);
    for (at, (end, properties)) in looks.iter().enumerate() {
        put(&mut page, at * 4 + 4, TEXT + end);
        free = (free - properties.len() - 2) / 2 * 2;
        page[free] = u8::try_from((properties.len() + 1).div_ceil(2)).unwrap();
        page[free + 1..free + 1 + properties.len()].copy_from_slice(properties);
        page[(looks.len() + 1) * 4 + at * 13] = u8::try_from(free / 2).unwrap();
    }
    page[511] = u8::try_from(looks.len()).unwrap();
    main.extend(page);
    let numbers = |numbers: &[usize]| {
        numbers.iter().flat_map(|number| u32::try_from(*number).unwrap().to_le_bytes()).collect::<Vec<u8>>()
    };
    let list = numbers(&[TEXT, TEXT + text.len(), (TEXT + 512) / 512]);
    let plan = [numbers(&[0, text.len()]), vec![0, 0], numbers(&[(TEXT * 2) | 0x4000_0000]), vec![0, 0]].concat();
    let pieces = [&[2][..], &numbers(&[plan.len()]), &plan].concat();
    put(&mut main, 0x102, 0);
    put(&mut main, 0x106, list.len());
    put(&mut main, 0x1a2, list.len());
    put(&mut main, 0x1a6, pieces.len());
    main.resize(4096, 0);
    compound(&[("WordDocument", &main), ("0Table", &[list, pieces].concat())])
}

#[test]
fn a_document_of_word_97_has_headings_lists_tables_and_links() {
    let text =
        "Title\rItem\rA\u{7}B\u{7}\u{7}C\u{7}D\u{7}\u{7}See \u{13}HYPERLINK \"https://a.example\"\u{14}this\u{15}\r";
    let in_table: &[u8] = &[0, 0, 0x16, 0x24, 1];
    let row_end: &[u8] = &[0, 0, 0x16, 0x24, 1, 0x17, 0x24, 1];
    let looks: &[(usize, &[u8])] = &[
        (6, &[2, 0]),
        (11, &[0, 0, 0x0b, 0x46, 1, 0, 0x0a, 0x26, 1]),
        (15, in_table),
        (16, row_end),
        (20, in_table),
        (21, row_end),
        (text.len(), &[0, 0]),
    ];
    let document = read(Format::Doc, &word(text, looks, 0)).unwrap();
    assert_eq!(
        document.text,
        "## Title\n  - Item\n\n| A | B |\n| --- | --- |\n| C | D |\n\nSee [this](https://a.example)\n"
    );
    assert_eq!(read(Format::Doc, &word(text, looks, 0x100)), Err(Fault::Locked));
}

/// A record of a presentation.
fn atom(kind: u16, instance: u16, content: &[u8]) -> Vec<u8> {
    let len = u32::try_from(content.len()).unwrap();
    [&(instance << 4).to_le_bytes()[..], &kind.to_le_bytes(), &len.to_le_bytes(), content].concat()
}

#[test]
fn a_presentation_of_powerpoint_97_has_its_slides() {
    let slide = |text: &str, hidden: u8| {
        let title = atom(0xf0d0, 0, &[]);
        let outline = atom(0xf00d, 0, &atom(0xf9e, 0, &[0, 0, 0, 0]));
        let own = atom(0xf00d, 0, &[atom(0xf9f, 0, &[4, 0, 0, 0]), atom(0xfa8, 0, text.as_bytes())].concat());
        let drawing = atom(
            0x40c,
            0,
            &atom(0xf002, 0, &atom(0xf003, 0, &[atom(0xf004, 0, &outline), atom(0xf004, 0, &own)].concat())),
        );
        let shown = atom(0x3f9, 0, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, hidden, 0, 0, 0, 0, 0]);
        atom(0x3ee, 0, &[title, drawing, shown].concat())
    };
    let listed = |part: u8, title: &str| {
        let wide: Vec<u8> = title.encode_utf16().flat_map(u16::to_le_bytes).collect();
        [
            atom(0x3f3, 0, &[part, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, part, 1, 0, 0, 0, 0, 0, 0]),
            atom(0xf9f, 0, &[0, 0, 0, 0]),
            atom(0xfa0, 0, &wide),
        ]
        .concat()
    };
    let document = atom(0x3e8, 0, &atom(0xff0, 0, &[listed(2, "Größe"), listed(3, "End")].concat()));
    let (one, two) = (slide("body\rline", 0), slide("last", 4));
    let mut main = [document, one, two].concat();
    let at = |len: usize| u32::try_from(len).unwrap().to_le_bytes();
    let (document_len, one_len) = (
        atom(0x3e8, 0, &atom(0xff0, 0, &[listed(2, "Größe"), listed(3, "End")].concat())).len(),
        slide("body\rline", 0).len(),
    );
    let list = main.len();
    main.extend(atom(
        0x1772,
        0,
        &[&(3_u32 << 20 | 1).to_le_bytes()[..], &at(0), &at(document_len), &at(document_len + one_len)].concat(),
    ));
    let edit = main.len();
    main.extend(atom(0xff5, 0, &[&[0; 8][..], &at(0), &at(list), &at(1), &[0; 8]].concat()));
    let user = [&[0; 8][..], &at(20), &[0x5f, 0xc0, 0x91, 0xe3], &at(edit)].concat();
    let file = compound(&[("PowerPoint Document", &main), ("Current User", &user)]);
    let text = read(Format::Ppt, &file).unwrap().text;
    assert_eq!(text, "## Slide 1: Größe\n\nbody\nline\n\n## Slide 2: End (hidden)\n\nlast\n");
    let page = |page| read_place(Format::Ppt, &file, &Place { page: Some(page), ..Place::default() });
    assert_eq!(page(2).unwrap().text, "## Slide 2: End (hidden)\n\nlast\n");
    assert_eq!(page(3), Err(Fault::NoPage(2)));
}

#[test]
fn a_message_of_outlook_has_its_fields_text_and_attachments() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    // 2024-03-01 12:30 in units of 100 ns since 1601.
    let time = (1_709_296_200_u64 + 11_644_473_600) * 10_000_000;
    let fixed = [&[0; 32][..], &0x0039_0040_u32.to_le_bytes(), &[0; 4], &time.to_le_bytes()].concat();
    let streams: [(&str, &[u8]); 8] = [
        ("__properties_version1.0", &fixed),
        ("__substg1.0_0037001F", &wide("Grüße")),
        ("__substg1.0_0C1A001F", &wide("Ann")),
        ("__substg1.0_5D01001F", &wide("ann@a.example")),
        ("__substg1.0_0E04001E", b"Bob"),
        ("__substg1.0_1000001F", &wide("Hello\r\n  \r\nBob \r\n")),
        ("__attach_version1.0_#00000000/__substg1.0_3707001F", &wide("a.csv")),
        ("__attach_version1.0_#00000000/__substg1.0_37010102", b"a;b"),
    ];
    let text = open(Format::Msg, &streams).unwrap().text;
    assert_eq!(
        text,
        "From: Ann <ann@a.example>\nTo: Bob\nDate: 2024-03-01 12:30 UTC\nSubject: Grüße\n\nHello\n\nBob\n\n[attachment: a.csv, 3 bytes]\n"
    );
}

#[test]
fn a_compound_file_is_read_as_what_it_is() {
    let file = compound(&[("Workbook", &book())]);
    for format in [Format::Doc, Format::Ppt, Format::Msg, Format::Docx, Format::Xlsx] {
        assert_eq!(read(format, &file), Err(Fault::Other(Format::Xls)), "{format:?}");
    }
    assert_eq!(read(Format::Xls, &compound(&[("EncryptedPackage", b"x")])), Err(Fault::Locked));
    assert!(matches!(read(Format::Doc, b"\x01\x02"), Err(Fault::Broken(_))));
}

#[test]
fn damaged_files_neither_fail_nor_run_on() {
    let text = "Title\rItem\r";
    let files = [
        (Format::Xls, compound(&[("Workbook", &book())])),
        (Format::Doc, word(text, &[(6, &[2, 0]), (11, &[0, 0])], 0)),
    ];
    for (format, file) in &files {
        for at in (0..file.len()).step_by(7) {
            for value in [0, 0xff] {
                let mut damaged = file.clone();
                damaged[at] = value;
                let _ = read(*format, &damaged);
            }
            let _ = read(*format, &file[..at]);
        }
    }
}
