//! Jupyter notebooks (formats 2 to 4): cells in order, each with its source and the start of its outputs.
//!
//! Images are named but not shown. [`output`] defines the limits for outputs.

mod notebook;
mod output;

use lectern_base::json::{self, Scan, Value, joined};
use lectern_base::{Document, Fault};

use self::notebook::{Notebook, fence_word, name_of};
use super::headings::{Headings, MAX_NAME_BYTES, cut};
use super::markup::one_line;
use crate::draft::Draft;
use crate::slices::{SLICE_BYTES, Slices, give_way, is_utf8};

/// Maximum number of cells shown: a hundred times what people write.
const MAX_CELLS: usize = 50_000;

/// Maximum number of attachments listed per cell.
const MAX_ATTACHMENTS: usize = 100;

/// What finding the fields of a cell reads at most, about: long values are skipped.
const CELL_BYTES: usize = 8192;

/// The newest supported format.
const NEWEST: f64 = 4.0;

/// Reads a notebook in slices, or only its cell with the number `wanted`, counted from 1.
pub(crate) async fn read(bytes: &[u8], wanted: Option<u32>) -> Result<Document, Fault> {
    let wanted = wanted.map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    if !is_utf8(bytes).await {
        json::utf8(bytes)?;
    }
    let mut scan = Scan::new(bytes)?;
    while !scan.step(SLICE_BYTES)? {
        give_way().await;
    }
    let file = scan.value();
    if !file.is_object() {
        return Err(Fault::Broken(format!("not a notebook: {}, not an object", file.kind())));
    }
    let [cells, worksheets, metadata, format] = file.pick(["cells", "worksheets", "metadata", "nbformat"]);
    for (name, list) in [("cells", cells), ("worksheets", worksheets)] {
        if !list.is_null() && !list.is_list() {
            return Err(Fault::Broken(format!("not a notebook: `{name}` is {}, not a list", list.kind())));
        }
    }
    if cells.is_null() && worksheets.is_null() {
        return Err(Fault::Broken("not a notebook: `cells` is missing".to_owned()));
    }
    let mut draft = Draft::default();
    let format = format.number().unwrap_or(NEWEST);
    if format > NEWEST {
        draft.note(format!("written in notebook format {format}, read as {NEWEST}"));
    }
    let language = language(metadata);
    let (headings, lines_are_bare) = (Headings::default(), format < 3.0);
    let mut notebook = Notebook { language, lines_are_bare, headings, draft: &mut draft, slices: Slices::default() };
    let sheets = worksheets.items().flat_map(|sheet| sheet.pick(["cells"])[0].items());
    let mut number = 0_usize;
    for cell in cells.items().chain(sheets) {
        notebook.slices.turn(cell.byte_len().min(CELL_BYTES)).await;
        if wanted.is_some_and(|wanted| wanted != number + 1) {
            number += 1;
            continue;
        }
        if wanted.is_none() && number == MAX_CELLS {
            notebook.draft.note(format!("only the first {MAX_CELLS} cells are shown"));
            break;
        }
        number += 1;
        write_cell(&mut notebook, number, cell).await;
        if notebook.draft.is_full() {
            break;
        }
    }
    if let Some(wanted) = wanted.filter(|wanted| *wanted > number) {
        let help = if number == 0 { "leave cell out".to_owned() } else { format!("give cell 1 to {number}") };
        return Err(Fault::NoPlace { message: format!("there is no cell {wanted}"), help });
    }
    if number == 0 {
        draft.note("the notebook has no cells");
    }
    Ok(draft.finish())
}

/// The language that the kernel declares, if it can follow a code fence.
fn language(metadata: Value<'_>) -> String {
    let [info, kernel] = metadata.pick(["language_info", "kernelspec"]);
    let ([name], [language]) = (info.pick(["name"]), kernel.pick(["language"]));
    [name, language].into_iter().map(fence_word).find(|word| !word.is_empty()).unwrap_or_default()
}

/// Writes a cell.
async fn write_cell(notebook: &mut Notebook<'_>, number: usize, cell: Value<'_>) {
    let [kind, source, input, level, language, outputs, attachments, count, prompt] = cell.pick([
        "cell_type",
        "source",
        "input",
        "level",
        "language",
        "outputs",
        "attachments",
        "execution_count",
        "prompt_number",
    ]);
    let kind = name_of(kind).unwrap_or_else(|| "of no kind".to_owned());
    let count = count.number().or(prompt.number());
    let count = count.map_or_else(String::new, |count| format!(" [{count}]"));
    let title = format!("Cell {number}: {kind}{count}");
    notebook.draft.heading(&title);
    let source = if source.is_null() { input } else { source };
    match kind.as_str() {
        "code" => {
            let own = fence_word(language);
            let language = if own.is_empty() { notebook.language.clone() } else { own };
            notebook.code(source, &language).await;
            output::write(notebook, outputs).await;
        }
        "heading" => {
            let marks = "#".repeat(level.index().filter(|level| (1..=6).contains(level)).unwrap_or(1));
            let title = joined(notebook.runs(source), MAX_NAME_BYTES);
            notebook.heading(&format!("{marks} {}", one_line(&title)));
        }
        _ => notebook.prose(source, kind == "markdown").await,
    }
    let mut attachments =
        attachments.fields().flat_map(|(name, data)| data.fields().map(move |(mime, data)| (name.clone(), mime, data)));
    for (name, mime, data) in attachments.by_ref().take(MAX_ATTACHMENTS) {
        let (name, mime, size) = (cut(&name), cut(&mime), output::size(data).await);
        notebook.draft.line(&format!("[attachment {name}: {mime}, {size}]"));
    }
    let left = attachments.count();
    if left > 0 {
        notebook.draft.line(&format!("[… {left} more attachments left out]"));
    }
}
