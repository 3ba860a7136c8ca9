//! Inflates one entry of a container on demand, within a budget.

use std::io::{BufRead, Error, Read, Result};

use encoding_rs::{Decoder, UTF_16BE, UTF_16LE};

/// Bytes inflated at a time.
const CHUNK: usize = 32 * 1024;
/// The cost of opening a part in bytes. It limits how often one small part can be opened again.
const OPENING: usize = 4 * 1024;

/// The size of a slice, in bytes. Parsing as much takes some 5 ms in wasm.
const SLICE: usize = 256 * 1024;

/// The limits for all parts of a document together, by format.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Maximum number of entries in the container. Each takes about 500 bytes of memory.
    pub entries: usize,
    /// Maximum number of bytes inflated.
    pub bytes: usize,
    /// The cost of a tag or run of text, in bytes, in addition to its length.
    pub node_bytes: usize,
    /// Maximum number of tags and runs of text.
    pub nodes: usize,
    /// Maximum length of a tag or run of text in bytes, because it is held in memory.
    pub token: usize,
    /// Maximum nesting depth of elements.
    pub depth: usize,
    /// Maximum number of bytes kept of the relationships of one part.
    pub relations: usize,
}

/// The limit that stopped reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The limit of inflated bytes was reached.
    Inflated,
    /// The limit of tags and runs of text was reached.
    Nodes,
    /// One tag or run of text is too long.
    Token,
}

/// What is left of the limits of a document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    pub limits: &'static Limits,
    bytes: usize,
    nodes: usize,
    /// What was spent in the current slice.
    slice: usize,
}

impl Budget {
    pub fn new(limits: &'static Limits) -> Self {
        Self { limits, bytes: limits.bytes, nodes: limits.nodes, slice: 0 }
    }

    fn take(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
        self.slice = self.slice.saturating_add(bytes);
    }

    /// Takes `bytes`. Returns whether some are left.
    pub fn spend(&mut self, bytes: usize) -> bool {
        self.take(bytes);
        self.bytes > 0
    }

    /// Whether the current slice is done. Then the next one begins.
    pub fn is_slice_done(&mut self) -> bool {
        let is_done = self.slice >= SLICE;
        if is_done {
            self.slice = 0;
        }
        is_done
    }
}

/// The reader of one entry.
pub(crate) struct PartReader<'a> {
    entry: Box<dyn Read + 'a>,
    budget: &'a mut Budget,
    chunk: Vec<u8>,
    at: usize,
    /// Bytes inflated since the start of the current tag or run of text.
    token: usize,
    reached: Option<Bound>,
    /// Decodes a part in UTF-16. `None` for UTF-8.
    decoder: Option<Decoder>,
    is_started: bool,
}

impl<'a> PartReader<'a> {
    /// Reads `entry` within `budget`, which it reduces.
    pub fn new(entry: impl Read + 'a, budget: &'a mut Budget) -> Self {
        budget.take(OPENING);
        let (chunk, decoder) = (Vec::new(), None);
        Self { entry: Box::new(entry), budget, chunk, at: 0, token: 0, reached: None, decoder, is_started: true }
    }

    /// Starts the next tag or run of text. Returns whether the limits allow it.
    pub fn begin_token(&mut self) -> bool {
        self.token = 0;
        let budget = &mut *self.budget;
        budget.take(budget.limits.node_bytes);
        if budget.nodes == 0 {
            self.reached = Some(Bound::Nodes);
            return false;
        }
        budget.nodes -= 1;
        true
    }

    /// Counts `bytes` that were written towards the current slice.
    pub fn charge(&mut self, bytes: usize) {
        self.budget.slice = self.budget.slice.saturating_add(bytes);
    }

    /// Whether a slice is done.
    pub fn is_slice_done(&mut self) -> bool {
        self.budget.is_slice_done()
    }

    /// The limits of the document.
    pub fn limits(&self) -> &'static Limits {
        self.budget.limits
    }

    /// The limit that stopped reading, if any.
    pub fn reached(&self) -> Option<Bound> {
        self.reached
    }

    /// The first bytes of the part, such as a MIME type. Empty if it cannot be read.
    pub fn start(mut self) -> Vec<u8> {
        self.fill_buf().map(<[u8]>::to_vec).unwrap_or_default()
    }

    /// Inflates the next chunk. Returns false at the end of the entry.
    fn inflate(&mut self) -> Result<bool> {
        if self.token > self.budget.limits.token {
            return Err(self.refuse(Bound::Token));
        }
        if self.budget.bytes == 0 {
            return Err(self.refuse(Bound::Inflated));
        }
        self.chunk.resize(CHUNK.min(self.budget.bytes), 0);
        self.at = 0;
        let read = self.entry.read(&mut self.chunk);
        let len = *read.as_ref().unwrap_or(&0);
        self.chunk.truncate(len);
        self.token += len;
        self.budget.take(len);
        self.decode();
        read.map(|len| len > 0)
    }

    /// Reads the part as XML, which is UTF-8 or UTF-16.
    pub fn into_xml(mut self) -> Self {
        self.is_started = false;
        self
    }

    /// Decodes the chunk if the part is in UTF-16, as its first chunk tells.
    fn decode(&mut self) {
        if !std::mem::replace(&mut self.is_started, true) {
            self.decoder = match *self.chunk {
                [0xff, 0xfe, ..] | [b'<', 0, ..] => Some(UTF_16LE.new_decoder()),
                [0xfe, 0xff, ..] | [0, b'<', ..] => Some(UTF_16BE.new_decoder()),
                _ => None,
            };
        }
        let Some(decoder) = &mut self.decoder else { return };
        // A unit may become three bytes, and one may be left over of the last chunk.
        let mut text = vec![0; self.chunk.len() * 2 + 16];
        let (_, _, written, _) = decoder.decode_to_utf8(&self.chunk, &mut text, self.chunk.is_empty());
        text.truncate(written);
        self.chunk = text;
    }

    fn refuse(&mut self, bound: Bound) -> Error {
        self.reached = Some(bound);
        Error::other("past a bound")
    }
}

impl Read for PartReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        let len = self.fill_buf()?.read(into)?;
        self.consume(len);
        Ok(len)
    }
}

impl BufRead for PartReader<'_> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        // Half a unit of UTF-16 gives no text yet.
        while self.at == self.chunk.len() && self.inflate()? {}
        Ok(&self.chunk[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at = (self.at + amount).min(self.chunk.len());
    }
}
