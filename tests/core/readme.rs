//! The README's table of what is read says what the code does.
#![expect(clippy::disallowed_methods, reason = "a test reads its files")]

use lectern::readable;

const ABOVE: &str = "<!-- What is read: made from the code, checked by tests/core/readme.rs -->\n\n";

#[test]
fn the_readme_lists_what_is_read() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("there is a README");
    let rows: Vec<_> = readable().into_iter().map(|row| (row.files, row.shown)).collect();
    let widths = [rows.iter().map(|row| row.0.chars().count()).max(), rows.iter().map(|row| row.1.len()).max()];
    let [left, right] = widths.map(Option::unwrap_or_default);
    let line = |files: &str, shown: &str| format!("| {files:left$} | {shown:right$} |\n");
    let mut table = line("file", "what a model reads") + &line(&"-".repeat(left), &"-".repeat(right));
    table.extend(rows.iter().map(|(files, shown)| line(files, shown)));
    let (_, below) = readme.split_once(ABOVE).expect("the README says where the table is");
    assert!(below.starts_with(&format!("{table}\n")), "the README's table should be\n\n{table}");
}
