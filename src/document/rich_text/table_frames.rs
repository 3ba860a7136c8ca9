//! Tables among the open frames: where they begin and end, and which cell is only a frame around another table.

use super::frames::{Frame, Frames};
use super::lines::Line;
use super::table::Table;

impl Frames<'_> {
    /// Starts a table. If it is in the only cell of a row, that cell is a frame.
    pub fn begin_table(&mut self) {
        let (around, last) = self.open.split_at(self.open.len().saturating_sub(2));
        let is_in_frame = around.last().is_none_or(|frame| matches!(frame, Frame::Cell(cell) if cell.is_frame));
        let is_alone = matches!(last, [Frame::Table(table), Frame::Cell(cell)]
            if table.row.is_empty() && (1..=cell.columns).contains(&table.columns));
        if let (true, true, Some(writer)) = (is_in_frame, is_alone, &mut self.writer)
            && let [.., Frame::Table(table), Frame::Cell(cell)] = &mut self.open[..]
        {
            cell.is_frame = true;
            table.rows = 0;
            writer.ends_block();
            for text in std::mem::take(&mut cell.lines) {
                writer.write(&Line { text, ..Line::default() });
            }
        }
        self.push(Frame::Table(Table::default()));
    }

    pub fn add_columns(&mut self, count: usize) {
        if let Some(table) = self.table() {
            table.add_columns(count);
        }
    }

    pub fn begin_row(&mut self) {
        if let Some(table) = self.table() {
            table.begin_row();
        }
    }

    /// Ends the innermost cell.
    pub fn end_cell(&mut self) {
        let Some(Frame::Cell(cell)) = self.pop_if(|frame| matches!(frame, Frame::Cell(_))) else { return };
        if cell.is_frame {
            if let Some(writer) = &mut self.writer {
                writer.ends_block();
            }
            return;
        }
        let (columns, copies) = (cell.columns, cell.copies);
        let text = cell.text();
        if !self.hold(64 * columns * copies.max(1) + text.len() * copies) {
            return;
        }
        match self.table() {
            Some(table) => (0..copies.max(1)).for_each(|_| table.add(text.clone(), columns)),
            None => self.emit_text(text),
        }
    }

    /// Ends the innermost frame, if it is a table.
    pub fn end_table(&mut self) {
        self.pop_if(|frame| matches!(frame, Frame::Table(_)));
    }

    /// The table around the open cell, if that is the first one of a table that does not say how many columns it has:
    /// whether the cell is a frame turns out at the end of its row.
    fn may_be_frame(&mut self) -> Option<&mut Table> {
        let [around @ .., Frame::Table(table), Frame::Cell(_)] = &mut self.open[..] else { return None };
        let is_in_frame = around.last().is_none_or(|frame| matches!(frame, Frame::Cell(cell) if cell.is_frame));
        (is_in_frame && table.columns == 0 && table.row.is_empty()).then_some(table)
    }

    /// Ends a row of the innermost table.
    pub fn end_row(&mut self) {
        let Some(Frame::Table(mut table)) = self.pop_if(|frame| matches!(frame, Frame::Table(_))) else { return };
        if table.end_row() {
            let is_outermost = self.is_outermost();
            let inner = std::mem::take(&mut table.inner);
            if let (Some(writer), true) = (&mut self.writer, is_outermost) {
                if matches!(&table.row[..], [cell] if !inner.is_empty() && cell.lines().count() == inner.len()) {
                    let columns = inner.iter().map(Vec::len).max().unwrap_or_default();
                    for (row, number) in inner.iter().zip(1..) {
                        writer.row(row, columns, number == 1);
                    }
                    writer.ends_block();
                    table.rows = 0;
                } else {
                    writer.row(&table.row, table.columns, table.rows == 1);
                }
            } else {
                // A table inside a cell, a box or a note is written as one line per row.
                let cells: Vec<&str> =
                    table.row.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
                let text = cells.join("; ").replace('\n', " ");
                if !text.is_empty() {
                    if self.hold(text.len())
                        && let Some(around) = self.may_be_frame()
                    {
                        around.inner.push(std::mem::take(&mut table.row));
                    }
                    self.emit_text(text);
                }
            }
        }
        table.row.clear();
        self.push(Frame::Table(table));
    }
}
