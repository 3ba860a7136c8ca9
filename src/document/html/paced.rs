//! Gives the tokenizer a page in slices, and ends each with an error, after which the tokenizer goes on. Its own pauses
//! are between tokens, and a comment, a script or an image in an attribute may be as long as the page.

use std::io::{self, ErrorKind};

use html5gum::{IoReader, Reader};

use super::charset::Source;
use crate::slices::Slices;

/// The text of a page. Reading fails with [`ErrorKind::WouldBlock`] between two slices.
pub(super) struct Paced<'a> {
    reader: IoReader<Source<'a>>,
    slices: Slices,
}

impl<'a> Paced<'a> {
    pub fn new(source: Source<'a>) -> Self {
        Self { reader: IoReader::new(source), slices: Slices::default() }
    }
}

impl Reader for Paced<'_> {
    type Error = io::Error;

    fn read_byte(&mut self) -> io::Result<Option<u8>> {
        self.slices.read(1);
        self.reader.read_byte()
    }

    fn try_read_string(&mut self, text: &[u8], case_sensitive: bool) -> io::Result<bool> {
        self.reader.try_read_string(text, case_sensitive)
    }

    fn read_until<'b>(&'b mut self, ends: &[u8], buffer: &'b mut [u8; 4]) -> io::Result<Option<&'b [u8]>> {
        // Names of tags and attributes, which no `&` ends, are read before the tokenizer is in their state.
        let may_pause = !ends.contains(&b'>') || ends.contains(&b'&');
        if may_pause && self.slices.is_done() {
            return Err(ErrorKind::WouldBlock.into());
        }
        let read = self.reader.read_until(ends, buffer)?;
        self.slices.read(read.map_or(0, <[u8]>::len));
        Ok(read)
    }
}
