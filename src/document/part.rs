//! The bytes of one entry of a container, inflated as they are asked for and counted.

use std::io::{BufRead, Error, Read, Result};

/// How many bytes of one document are inflated, all parts together: a novel's text is 10 MB, a large sheet's 50 MB.
pub(crate) const MAX_INFLATED: u64 = 64 * 1024 * 1024;
/// How many tags and runs of text are read of one document, all parts together. A page of Word's takes 1,000 to 1,500;
/// in wasm a million take up to a second.
pub(crate) const MAX_NODES: u32 = 2_000_000;
/// How long one tag or run of text may be, since it is held whole. Word writes drawings of some 100 KB into attributes.
const MAX_TOKEN: usize = 2 * 1024 * 1024;
/// How much is inflated at a time.
const CHUNK: usize = 16 * 1024;

/// Why a part gave no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// All that may be inflated has been.
    Inflated,
    /// All tags and runs of text that may be read have been.
    Nodes,
    /// One tag or run of text is too long.
    Token,
}

/// How much of a document may still be taken apart.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    bytes: u64,
    nodes: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self { bytes: MAX_INFLATED, nodes: MAX_NODES }
    }
}

/// Reads one entry.
pub(crate) struct PartReader<'a> {
    entry: Box<dyn Read + 'a>,
    budget: &'a mut Budget,
    chunk: Vec<u8>,
    at: usize,
    token: usize,
    reached: Option<Bound>,
}

impl<'a> PartReader<'a> {
    /// Reads `entry` as far as `budget` goes, and takes what it reads from it.
    pub fn new(entry: impl Read + 'a, budget: &'a mut Budget) -> Self {
        Self { entry: Box::new(entry), budget, chunk: Vec::new(), at: 0, token: 0, reached: None }
    }

    /// Says that the next tag or run of text begins. Past the bound there is nothing more to read.
    pub fn begin_token(&mut self) {
        self.token = 0;
        match self.budget.nodes.checked_sub(1) {
            Some(left) => self.budget.nodes = left,
            None => self.reached = Some(Bound::Nodes),
        }
    }

    /// The bound that reading stopped at, if it did.
    pub fn reached(&self) -> Option<Bound> {
        self.reached
    }

    /// What the part begins with: enough for a word that says what a container is. Empty where it cannot be read.
    pub fn start(mut self) -> Vec<u8> {
        self.fill_buf().map(<[u8]>::to_vec).unwrap_or_default()
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
        if self.token > MAX_TOKEN {
            return Err(self.refuse(Bound::Token));
        }
        if self.at == self.chunk.len() {
            if self.budget.bytes == 0 {
                return Err(self.refuse(Bound::Inflated));
            }
            self.chunk.resize(CHUNK.min(usize::try_from(self.budget.bytes).unwrap_or(CHUNK)), 0);
            self.at = 0;
            let read = self.entry.read(&mut self.chunk);
            let len = *read.as_ref().unwrap_or(&0);
            self.chunk.truncate(len);
            self.budget.bytes = self.budget.bytes.saturating_sub(len as u64);
            read?;
        }
        Ok(&self.chunk[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at = (self.at + amount).min(self.chunk.len());
        self.token += amount;
    }
}
