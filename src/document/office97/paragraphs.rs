//! What Word 97 says of paragraphs: headings, list items, cells and rows. It is in pages of 512 bytes at the end of the
//! text, by the places of the letters in the file.

use lectern_base::sort::sort_by_key;

use crate::compound::{long, place, short};

/// The size of a page.
const PAGE: usize = 512;
/// The size of an entry in a page, behind the places.
const ENTRY: usize = 13;

/// What is said of a paragraph.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Look {
    /// The level of a heading, 1 being outermost.
    pub heading: Option<u8>,
    pub is_item: bool,
    pub level: usize,
    pub is_in_table: bool,
    /// It ends a row of a table.
    pub ends_row: bool,
}

/// The looks of all paragraphs, by the places in the file where they begin and end.
#[derive(Default)]
pub(super) struct Looks(Vec<(usize, usize, Look)>);

impl Looks {
    /// Reads the pages that `list` names, in the stream `main`.
    pub fn read(main: &[u8], list: &[u8]) -> Self {
        let count = list.len().saturating_sub(4) / 8;
        let mut looks = Vec::new();
        for at in 0..count.min(main.len() / PAGE + 1) {
            let start = (long(list, (count + 1 + at) * 4) & 0x003f_ffff) as usize * PAGE;
            let Some(page) = main.get(start..start + PAGE) else { continue };
            let runs = usize::from(page[PAGE - 1]).min((PAGE - 5) / (ENTRY + 4));
            for run in 0..runs {
                let entry = usize::from(page[(runs + 1) * 4 + run * ENTRY]) * 2;
                let look = if entry == 0 { Look::default() } else { Look::of(properties(page, entry)) };
                looks.push((place(page, run * 4), place(page, run * 4 + 4), look));
            }
        }
        sort_by_key(&mut looks, |(start, ..)| *start);
        Self(looks)
    }

    /// The look of the paragraph with the letter at this place in the file.
    pub fn at(&self, place: usize) -> Look {
        let before = self.0.partition_point(|(start, ..)| *start <= place);
        let found = before.checked_sub(1).map(|at| &self.0[at]).filter(|(_, end, _)| place < *end);
        found.map(|(.., look)| *look).unwrap_or_default()
    }
}

/// The properties of a paragraph at a place in a page: its style, then changes to that.
fn properties(page: &[u8], at: usize) -> &[u8] {
    let (start, len) = match page.get(at).copied().unwrap_or_default() {
        0 => (at + 2, usize::from(page.get(at + 1).copied().unwrap_or_default()) * 2),
        words => (at + 1, usize::from(words) * 2 - 1),
    };
    page.get(start..(start + len).min(PAGE - 1)).unwrap_or_default()
}

impl Look {
    fn of(properties: &[u8]) -> Self {
        let mut look = Self::default();
        // The first styles are the same in each document.
        if let style @ 1..=9 = short(properties, 0) {
            look.heading = u8::try_from(style).ok();
        }
        let mut at = 2;
        while at + 2 < properties.len() {
            let code = short(properties, at);
            let value = properties[at + 2];
            let len = match (code, code >> 13) {
                (0xd608, _) => short(properties, at + 2) + 1,
                (_, 0 | 1) => 1,
                (_, 2 | 4 | 5) => 2,
                (_, 3) => 4,
                (_, 7) => 3,
                _ => usize::from(value) + 1,
            };
            match code {
                0x2416 => look.is_in_table = value != 0,
                0x2417 => look.ends_row = value != 0,
                0x260a => look.level = usize::from(value.min(8)),
                0x460b => look.is_item = short(properties, at + 2) != 0,
                0x2640 => look.heading = (value < 9).then_some(value + 1),
                _ => {}
            }
            at += 2 + len;
        }
        look
    }
}
