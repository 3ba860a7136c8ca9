//! Inflates one entry of a container on demand, within a budget.

use std::io::{BufRead, Error, Read, Result};

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
}

impl<'a> PartReader<'a> {
    /// Reads `entry` within `budget`, which it reduces.
    pub fn new(entry: impl Read + 'a, budget: &'a mut Budget) -> Self {
        budget.take(OPENING);
        Self { entry: Box::new(entry), budget, chunk: Vec::new(), at: 0, token: 0, reached: None }
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

    /// Inflates the next chunk. The chunk is empty at the end of the entry.
    fn inflate(&mut self) -> Result<()> {
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
        read.map(drop)
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
        if self.at == self.chunk.len() {
            self.inflate()?;
        }
        Ok(&self.chunk[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at = (self.at + amount).min(self.chunk.len());
    }
}
