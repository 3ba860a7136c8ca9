//! Notebooks as text.

use lectern_document::{Document, Fault, Format, read};
use proptest::prelude::*;
use serde_json::{Value, json};

fn notebook(cells: &Value) -> Value {
    json!({"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5})
}

fn read_json(file: &Value) -> Document {
    read(Format::Ipynb, file.to_string().as_bytes()).unwrap()
}

fn text(cells: &Value) -> String {
    read_json(&notebook(cells)).text
}

fn fault(bytes: &[u8]) -> String {
    let document = read(Format::Ipynb, bytes).unwrap();
    assert_eq!(document.text.trim_end(), String::from_utf8_lossy(bytes).replace('\u{fffd}', "\u{ff}"));
    let what = document.notes[0].strip_prefix("these are the lines of the file as they are, because it is broken: ");
    what.unwrap_or_else(|| panic!("{document:?}")).to_owned()
}

fn output(output: &Value) -> String {
    let text = text(&json!([{"cell_type": "code", "source": "", "outputs": [output]}]));
    text.strip_prefix("## Cell 1: code\n\n").unwrap_or(&text).to_owned()
}

#[test]
fn each_cell_begins_with_its_number_kind_and_count() {
    let file = notebook(&json!([
        {"cell_type": "markdown", "source": ["# Title\n", "\n", "Text"]},
        {"cell_type": "code", "execution_count": 12, "source": "a = 1\nb = 2", "outputs": []},
        {"cell_type": "raw", "source": "\\LaTeX"},
        {"cell_type": "poem", "source": "Roses"},
    ]));
    let document = read_json(&file);
    assert_eq!(
        document.text,
        "## Cell 1: markdown\n\n# Title\n\nText\n\n## Cell 2: code [12]\n\n```python\na = 1\nb = 2\n```\n\n\
         ## Cell 3: raw\n\n\\LaTeX\n\n## Cell 4: poem\n\nRoses\n"
    );
    let parts: Vec<_> = document.parts.iter().map(|part| (part.line, part.level, &*part.title)).collect();
    assert_eq!(
        parts,
        [
            (1, 1, "Cell 1: markdown"),
            (3, 2, "Title"),
            (7, 1, "Cell 2: code [12]"),
            (14, 1, "Cell 3: raw"),
            (18, 1, "Cell 4: poem")
        ]
    );
}

#[test]
fn a_heading_in_a_fence_is_no_part() {
    let file = notebook(&json!([{"cell_type": "markdown", "source": "```\n# no\n```\n## yes ##\n#no"}]));
    let titles: Vec<_> = read_json(&file).parts.into_iter().map(|part| (part.level, part.title)).collect();
    assert_eq!(titles, [(1, "Cell 1: markdown".to_owned()), (3, "yes".to_owned())]);
}

#[test]
fn a_fence_is_longer_than_those_in_the_code() {
    let text = text(&json!([{"cell_type": "code", "source": "s = '````'", "outputs": []}]));
    assert_eq!(text, "## Cell 1: code\n\n`````python\ns = '````'\n`````\n");
}

#[test]
fn the_third_format_has_worksheets_inputs_and_headings() {
    let file = json!({"metadata": {"name": ""}, "nbformat": 3, "worksheets": [{"cells": [
        {"cell_type": "heading", "level": 2, "source": ["A title"]},
        {"cell_type": "code", "language": "python", "prompt_number": 3, "input": ["x"], "outputs": [
            {"output_type": "pyout", "prompt_number": 3, "text": ["1"], "png": "AAAA", "metadata": {}},
            {"output_type": "stream", "stream": "stderr", "text": "careful\n"},
            {"output_type": "pyerr", "ename": "E", "evalue": "bad", "traceback": []}]}]}]});
    assert_eq!(
        read_json(&file).text,
        "## Cell 1: heading\n\n## A title\n\n## Cell 2: code [3]\n\n```python\nx\n```\n\nResult:\n```\n1\n```\n\n\
         [image/png output, 3 bytes]\n\nOutput (stderr):\n```\ncareful\n```\n\nError:\n```\nE: bad\n```\n"
    );
}

#[test]
fn the_second_format_lists_lines_without_their_breaks() {
    let cells = json!([{"cell_type": "markdown", "source": ["# A", "", "b"]}]);
    let file = json!({"nbformat": 2, "worksheets": [{"cells": cells}]});
    assert_eq!(read_json(&file).text, "## Cell 1: markdown\n\n# A\n\nb\n");
}

#[test]
fn long_output_is_cut_and_what_is_left_out_is_counted() {
    let lines = |last: u32| (1..=last).map(|line| format!("line {line}\n")).collect::<Vec<_>>().concat();
    let shown = output(&json!({"output_type": "stream", "name": "stdout", "text": lines(352)}));
    let head = lines(40);
    assert_eq!(shown, format!("Output (stdout):\n```\n{head}```\n[… 312 more lines of output left out]\n"));
}

#[test]
fn a_line_of_output_that_is_too_long_is_cut() {
    let shown = output(&json!({"output_type": "stream", "text": "\u{e9}".repeat(9000) + "\nnext"}));
    let line = "\u{e9}".repeat(2048);
    assert_eq!(shown, format!("Output (stdout):\n```\n{line}…\n```\n[… 1 more line of output left out]\n"));
}

#[test]
fn streams_of_one_name_are_one_output() {
    let outputs = json!([
        {"output_type": "stream", "name": "stdout", "text": "a\n"},
        {"output_type": "stream", "name": "stdout", "text": "b"},
        {"output_type": "stream", "name": "stderr", "text": "c"}]);
    let text = text(&json!([{"cell_type": "code", "source": "", "outputs": outputs}]));
    assert_eq!(text, "## Cell 1: code\n\nOutput (stdout):\n```\na\nb\n```\n\nOutput (stderr):\n```\nc\n```\n");
}

#[test]
fn escapes_of_a_terminal_are_not_shown_and_progress_is_what_it_ends_in() {
    let shown = output(&json!({"output_type": "error", "traceback": [
        "\u{1b}[0;31mError\u{1b}[0m: \u{1b}]8;;http://a\u{7}x\u{1b}]8;;\u{1b}\\\n 1%\r 50%\r100%\r\nend"]}));
    assert_eq!(shown, "Error:\n```\nError: x\n100%\nend\n```\n");
}

#[test]
fn html_is_shown_as_text_only_where_there_is_no_plain_text() {
    let table = "<table><tr><th>a<th>b<tr><td>1<td>2</table>";
    let both = json!({"output_type": "execute_result", "data": {"text/html": table, "text/plain": ["a b\n", "1 2"]}});
    assert_eq!(output(&both), "Result:\n```\na b\n1 2\n```\n");
    let page = json!({"output_type": "display_data", "data": {"text/html": table}});
    assert_eq!(output(&page), "Displayed:\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n");
    let formula = json!({"output_type": "display_data", "data": {"text/latex": "$x$"}});
    assert_eq!(output(&formula), "Displayed:\n\n$x$\n");
}

#[test]
fn images_are_named_and_never_shown() {
    let image = "QUJD".repeat(10 * 1024);
    let shown = output(&json!({"output_type": "display_data", "data": {"image/png": image, "text/plain": "<Figure>"}}));
    assert_eq!(shown, "Displayed:\n```\n<Figure>\n```\n\n[image/png output, 30 KB]\n");
    let cell = json!([{"cell_type": "markdown", "source": "![](attachment:a.png)",
                       "attachments": {"a.png": {"image/png": "QUJD"}}}]);
    assert_eq!(text(&cell), "## Cell 1: markdown\n\n![](attachment:a.png)\n[attachment a.png: image/png, 3 bytes]\n");
}

#[test]
fn only_the_first_fifty_outputs_of_a_cell_are_shown() {
    let outputs = vec![json!({"output_type": "execute_result", "data": {"text/plain": "1"}}); 53];
    let text = text(&json!([{"cell_type": "code", "outputs": outputs}]));
    assert_eq!(text.matches("Result:").count(), 50);
    assert!(text.ends_with("\n[… 3 more outputs left out]\n"));
}

#[test]
fn what_is_broken_is_shown_as_its_lines() {
    assert_eq!(fault(b""), "the file is empty");
    assert_eq!(fault(b"{\"cells\": [}"), "invalid JSON: unexpected character at line 1 column 12");
    assert_eq!(fault(b"[]"), "not a notebook: a list, not an object");
    assert_eq!(fault(b"{\"nodes\": []}"), "not a notebook: `cells` is missing");
    assert_eq!(fault(b"{\"cells\": 3}"), "not a notebook: `cells` is a number, not a list");
    assert_eq!(fault(b"{\"cells\": \"\xff\"}"), "byte 12 is not UTF-8");
    assert_eq!(fault(&b"[".repeat(1_000_000)), "JSON nested more than 128 deep");
    assert!(matches!(read(Format::Ipynb, b"{\0\x01\x02\xff\xfe"), Err(Fault::Broken(_))));
}

#[test]
fn an_empty_notebook_is_an_empty_text_with_a_note() {
    let document = read_json(&notebook(&json!([])));
    assert_eq!((&*document.text, &*document.notes), ("", &["the notebook has no cells".to_owned()][..]));
}

#[test]
fn what_is_no_cell_does_not_hide_the_others() {
    assert_eq!(
        text(&json!([null, {}, {"cell_type": "code", "source": 3, "outputs": [1, {"output_type": "x"}]}])),
        "## Cell 1: of no kind\n\n## Cell 2: of no kind\n\n## Cell 3: code\n\n[output of kind \"\"]\n\n\
         [output of kind \"x\"]\n"
    );
}

#[test]
fn escapes_in_strings_are_read() {
    let file = br#"{"cells": [{"cell_type": "raw", "source": "\u00e9 \ud83d\ude00 \ud83d \"\\\/\tx\r\ny"}]}"#;
    let document = read(Format::Ipynb, file).unwrap();
    assert_eq!(document.text, "## Cell 1: raw\n\n\u{e9} \u{1f600} \u{fffd} \"\\/\tx\ny\n");
}

#[test]
fn a_million_cells_are_bounded() {
    let file = format!("{{\"cells\": [{}{{}}]}}", "{},".repeat(1_000_000));
    let document = read(Format::Ipynb, file.as_bytes()).unwrap();
    assert_eq!(document.parts.len(), 50_000);
    assert_eq!(document.notes, ["only the first 50000 cells are shown"]);
}

proptest! {
    #[test]
    fn a_source_is_shown_whole(lines in prop::collection::vec("[^\r\n]{0,20}", 1..8)) {
        let source = lines.join("\n") + "x";
        let text = text(&json!([{"cell_type": "raw", "source": source}]));
        prop_assert_eq!(text, format!("## Cell 1: raw\n\n{source}\n"));
    }
}
