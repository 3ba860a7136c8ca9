//! `read_file` on a part of a document: a sheet, a range of cells, a notebook's cell.

use lectern::{Answer, Config, Reply, Request, Session};
use lectern_document::{Document, DocumentPart, Place};
use serde_json::json;

use crate::support::zip::package;
use crate::support::{Vault, assert_says, next_args, session, session_with, text};

fn workbook() -> Vec<u8> {
    let mut rows = String::new();
    for row in 1..=50 {
        let cells = format!("<c r=\"A{row}\"><v>{row}</v></c><c r=\"B{row}\"><f>A{row}*2</f><v>{}</v></c>", row * 2);
        rows.push_str(&["<row r=\"", &row.to_string(), "\">", &cells, "</row>"].concat());
    }
    let sheet = format!("<worksheet><dimension ref=\"A1:B50\"/><sheetData>{rows}</sheetData></worksheet>");
    let root =
        r#"<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
    package(&[
        ("_rels/.rels", root),
        ("xl/workbook.xml", "<workbook><sheets><sheet name=\"Data\"/><sheet name=\"Two\"/></sheets></workbook>"),
        ("xl/worksheets/sheet1.xml", &sheet),
        ("xl/worksheets/sheet2.xml", "<worksheet/>"),
    ])
}

const NOTEBOOK: &str = r##"{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "# One"},
    {"cell_type": "code", "source": "1 + 1", "outputs": []}, {"cell_type": "markdown", "source": "three"}]}"##;

fn vault() -> Vault {
    Vault::of(&[("a.md", "# Note\n"), ("n.ipynb", NOTEBOOK)]).with("a.xlsx", workbook()).with("odd.md", workbook())
}

fn reply(args: &serde_json::Value) -> Reply {
    vault().call(&mut session(), &args.to_string())
}

#[test]
fn a_part_is_read_without_the_rest() {
    for (args, expected) in [
        (
            json!({"path": "a.xlsx", "range": "A2:B3"}),
            "## Sheet: Data (A2:B3 of A1:B50)\n| | A | B |\n| - | - | - |\n| 2 | 2 | 4 |\n| 3 | 3 | 6 |",
        ),
        (
            json!({"path": "a.xlsx", "range": "B2", "formulas": true}),
            "## Sheet: Data (B2:B2 of A1:B50)\n| | B |\n| - | - |\n| 2 | =A2*2 → 4 |",
        ),
        (json!({"path": "a.xlsx", "sheet": "Two"}), "## Sheet: Two\n(empty)"),
        (json!({"path": "n.ipynb", "cell": 2}), "## Cell 2: code\n\n```\n1 + 1\n```"),
    ] {
        let reply = reply(&args);
        let lines: Vec<_> =
            text(&reply).lines().map(|line| line.split_once(": ").map_or("", |(_, line)| line)).collect();
        assert_eq!(lines.join("\n"), expected);
    }
}

#[test]
fn what_is_not_there_says_what_is() {
    for (args, expected) in [
        (
            json!({"path": "a.xlsx", "sheet": "Tow"}),
            "error[invalid_arguments]: there is no sheet \"Tow\" in \"a.xlsx\"\nhelp: its sheets are \"Data\", \"Two\"",
        ),
        (
            json!({"path": "a.xlsx", "range": "B2-F40"}),
            "error[invalid_arguments]: range is \"B2-F40\", which is not a range of cells\nhelp: give a range of cells, such as B2:F40, B:F or 2:40",
        ),
        (
            json!({"path": "n.ipynb", "cell": 4}),
            "error[invalid_arguments]: there is no cell 4 in \"n.ipynb\"\nhelp: give cell 1 to 3",
        ),
        (
            json!({"path": "a.md", "sheet": "Data"}),
            "error[invalid_arguments]: sheet is given, but \"a.md\" has no sheets\nhelp: leave sheet out",
        ),
        (
            json!({"path": "a.xlsx", "cell": 1}),
            "error[invalid_arguments]: cell is given, but \"a.xlsx\" has no numbered cells\nhelp: leave cell out",
        ),
        (
            json!({"path": "n.ipynb", "formulas": true}),
            "error[invalid_arguments]: formulas is given, but \"n.ipynb\" has no formulas\nhelp: leave formulas out",
        ),
        (
            json!({"files": ["a.xlsx"], "range": "B2"}),
            "error[invalid_arguments]: range is given beside files\nhelp: call once for each file, with path",
        ),
        // All of a note decides whether its content closes it.
        (
            json!({"path": "odd.md", "range": "B2"}),
            "error[invalid_arguments]: range is given, but \"odd.md\" has no sheets\nhelp: leave range out",
        ),
    ] {
        assert_eq!(text(&reply(&args)), expected);
    }
}

#[test]
fn a_part_that_is_cut_goes_on_within_it() {
    let mut vault = vault();
    let mut session = session_with(&[], Some(300));
    let mut args = json!({"path": "a.xlsx", "sheet": "Data", "range": "A11:B50"}).to_string();
    let (mut rows, mut pages) = (String::new(), 0);
    loop {
        let reply = vault.call(&mut session, &args);
        for line in text(&reply).lines().filter(|line| !line.starts_with('[')) {
            rows.push_str(line);
            rows.push('\n');
        }
        pages += 1;
        let Some(next) = &reply.structured_content.files[0].next else { break };
        assert_says(&reply, "sheet=\"Data\", range=\"A11:B50\"");
        args = next_args(next);
    }
    assert_eq!((rows.lines().count(), rows.contains("43: | 50 | 50 | 100 |"), pages > 2), (43, true, true), "{rows}");
    assert_eq!(vault.asked.iter().filter(|asked| asked.starts_with("convert")).count(), 1);
}

#[test]
fn files_that_are_read_in_turns_are_converted_once() {
    let mut vault = vault().with("b.xlsx", workbook());
    let mut session = session();
    for _ in 0..3 {
        for args in [json!({"path": "a.xlsx"}), json!({"path": "b.xlsx"}), json!({"path": "a.xlsx", "range": "B:B"})] {
            vault.call(&mut session, &args.to_string());
        }
    }
    assert_eq!(vault.asked.iter().filter(|asked| asked.starts_with("convert")).count(), 3);
}

#[test]
fn texts_are_kept_only_as_long_as_there_is_room() {
    let mut session = Session::new(&Config::default()).expect("usable");
    let mut converted = Vec::new();
    let names: Vec<_> = ('a'..='i').map(|name| format!("{name}.docx")).collect();
    let mut vault = Vault::of(&names.iter().map(|name| (name.as_str(), "")).collect::<Vec<_>>());
    let mut read = |path: &str, megabytes: usize| {
        let step = session.start("read_file", &json!({ "path": path }).to_string());
        vault.run_with(&mut session, step, |request| {
            let Request::Convert { .. } = request else { return None };
            converted.push(path[..1].to_owned());
            Some(Answer::Document(Document { text: "x\n".repeat(megabytes * 512 * 1024), ..Document::default() }))
        });
    };
    // Three times 30 MB are too much: what was not used for longest goes. So it does with a ninth text.
    for path in ["a", "b", "a", "c", "a", "b"] {
        read(&format!("{path}.docx"), 30);
    }
    for path in "cdefghicbad".chars() {
        read(&format!("{path}.docx"), 1);
    }
    assert_eq!(converted.concat(), "abcbcdefghiad");
}

#[test]
fn the_outline_says_how_far_the_document_was_read() {
    let note = "sheet \"Data\" is shown up to row 2 of A1:B50; for the next rows give sheet=\"Data\", range=\"3:50\"";
    let mut session = session();
    let mut vault = vault();
    let step = session.start("read_file", &json!({"path": "a.xlsx", "view": "outline"}).to_string());
    let reply = vault.run_with(&mut session, step, |request| {
        let Request::Convert { place, .. } = request else { return None };
        assert_eq!(*place, None::<Place>);
        let parts = vec![DocumentPart { line: 1, level: 1, title: "Data".to_owned() }];
        let notes = vec![note.to_owned()];
        Some(Answer::Document(Document { text: "one\ntwo\n".to_owned(), parts, notes, ..Document::default() }))
    });
    assert_eq!(text(&reply), format!("[outline of \"a.xlsx\", 2 lines]\n1-2: Data\n[{note}]"));
}
