//! Where the rows of a sheet are in its part, so that a later row is reached without parsing those before.
//!
//! Rows are found by their tags alone. They come in ascending order, as Excel requires.

use std::io::{Cursor, Read};

use memchr::{memchr, memchr_iter, memrchr};

use crate::draft::Stop;
use crate::package::{Inflater, Package};
use crate::part_reader::{Budget, PartReader};
use crate::slices::give_way;
use crate::xml::Xml;

/// Bytes inflated at a time.
const CHUNK: usize = 32 * 1024;
/// Bytes between two marks. Inflating as much takes some 20 ms.
const BETWEEN: usize = 4 * 1024 * 1024;
/// Maximum length of a tag in bytes.
const MAX_TAG: usize = 64 * 1024;

/// The index of one sheet. It grows as far as rows were asked for.
pub(super) struct RowIndex<'a> {
    marks: Vec<Mark<'a>>,
}

/// A place in the part.
#[derive(Clone)]
struct Mark<'a> {
    /// The last row that began before it; 0 at the start.
    row: u32,
    /// How many bytes are before it.
    at: usize,
    /// The tag that begins before it and ends after it.
    open_tag: Vec<u8>,
    rest: Inflater<'a>,
}

/// What is found in some bytes of a sheet.
enum Found {
    /// The wanted row, or the end of all rows: the place, and the prefix of the names.
    At(usize, Vec<u8>),
    /// Neither. The bytes from here on are an incomplete tag.
    Incomplete(usize),
}

impl<'a> RowIndex<'a> {
    /// The index of the sheet in `part`. `None` if the part is missing.
    pub fn new(package: &mut Package<'a>, part: &str) -> Result<Option<Self>, Stop> {
        let mark = |rest| Mark { row: 0, at: 0, open_tag: Vec::new(), rest };
        Ok(package.inflater(part)?.map(|rest| Self { marks: vec![mark(rest)] }))
    }

    /// Opens the sheet at its first row from `row` on, or after its last row.
    pub async fn seek<'b>(&mut self, row: u32, budget: &'b mut Budget) -> Result<Xml<'b>, Stop>
    where
        'a: 'b,
    {
        let last = self.marks.partition_point(|mark| mark.row < row).saturating_sub(1);
        let Mark { row: mut current, mut at, open_tag: mut window, mut rest } = self.marks[last].clone();
        loop {
            let start = window.len();
            window.resize(start + CHUNK, 0);
            let read = rest.read(&mut window[start..]).map_err(|_| Stop::Packed)?;
            window.truncate(start + read);
            if read == 0 {
                return Err(Stop::Cut);
            }
            at += read;
            match find(&window, row, &mut current) {
                Found::At(place, prefix) => {
                    let mut head = [b"<", &*prefix, b"worksheet><", &*prefix, b"sheetData>"].concat();
                    head.extend_from_slice(&window[place..]);
                    return Ok(Xml::new(PartReader::new(Cursor::new(head).chain(rest), budget)));
                }
                Found::Incomplete(place) => drop(window.drain(..place)),
            }
            if window.len() > MAX_TAG {
                return Err(Stop::Long);
            }
            if self.marks.last().is_some_and(|mark| at >= mark.at + BETWEEN) {
                self.marks.push(Mark { row: current, at, open_tag: window.clone(), rest: rest.clone() });
            }
            if !budget.spend(read) {
                return Err(Stop::Spent);
            }
            if budget.is_slice_done() {
                give_way().await;
            }
        }
    }
}

/// Looks for the first row from `row` on. `current` is the row that began last.
fn find(window: &[u8], row: u32, current: &mut u32) -> Found {
    let end = places(window, b"sheetData", 5)
        .filter_map(|at| tag_at(window, at))
        .find(|tag| tag.is_closing || window[..tag.end].ends_with(b"/>"));
    for at in places(&window[..end.as_ref().map_or(window.len(), |tag| tag.start)], b"row", 2) {
        let Some(tag) = tag_at(window, at).filter(|tag| !tag.is_closing) else { continue };
        if !matches!(window[at + 3], b' ' | b'\t' | b'\r' | b'\n' | b'>' | b'/') {
            continue;
        }
        let number = number(&window[at + 3..tag.end]).unwrap_or(current.saturating_add(1));
        if number >= row {
            return Found::At(tag.start, window[tag.start + 1..at].to_vec());
        }
        *current = number;
    }
    if let Some(tag) = end {
        let name = if tag.is_closing { tag.start + 2 } else { tag.start + 1 };
        let prefix = window[name..].split(|&byte| byte == b':' || byte == b'>').next().unwrap_or_default();
        let prefix = if prefix.starts_with(b"sheetData") { Vec::new() } else { [prefix, b":"].concat() };
        return Found::At(if tag.is_closing { tag.start } else { tag.end }, prefix);
    }
    let start = memrchr(b'<', window).filter(|&start| memchr(b'>', &window[start..]).is_none());
    Found::Incomplete(start.unwrap_or(window.len()))
}

/// Where `word` is in the window. Its letter `rare` is rare in sheets.
fn places<'w>(window: &'w [u8], word: &'static [u8], rare: usize) -> impl Iterator<Item = usize> + 'w {
    let starts = memchr_iter(word[rare], window).filter_map(move |at| at.checked_sub(rare));
    starts.filter(move |&at| window[at..].starts_with(word))
}

/// The place of a tag: from its `<` to behind its `>`.
struct Tag {
    start: usize,
    end: usize,
    is_closing: bool,
}

/// The tag whose name without prefix begins at `at`. `None` if it is incomplete, or no tag.
fn tag_at(window: &[u8], at: usize) -> Option<Tag> {
    let start = memrchr(b'<', &window[..at])?;
    let prefix = &window[start + 1..at];
    let (is_closing, prefix) = prefix.strip_prefix(b"/").map_or((false, prefix), |prefix| (true, prefix));
    let is_prefix = prefix.is_empty() || (prefix.len() < 32 && memchr(b':', prefix) == Some(prefix.len() - 1));
    let end = at + 1 + memchr(b'>', &window[at..])?;
    (is_prefix && !prefix.contains(&b' ')).then_some(Tag { start, end, is_closing })
}

/// The number of a row by its attribute `r`.
fn number(attributes: &[u8]) -> Option<u32> {
    let at = places(attributes, b"r=", 1).find(|&at| at > 0 && attributes[at - 1].is_ascii_whitespace())?;
    let value = attributes[at + 2..].strip_prefix(b"\"").or_else(|| attributes[at + 2..].strip_prefix(b"'"))?;
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&value[..digits]).ok()?.parse().ok()
}
