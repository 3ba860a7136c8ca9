//! The bytes of one entry of a container, inflated as they are asked for and counted.

use std::io::{BufRead, Error, Read, Result};

/// How much is inflated at a time.
const CHUNK: usize = 32 * 1024;
/// What opening a part costs of the bytes, so that opening one small part again and again ends too.
const OPENING: usize = 4 * 1024;

/// How much of a document of one format is taken apart, all its parts together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// How many entries its container may have; each costs about 500 bytes of memory.
    pub entries: usize,
    /// How many bytes are inflated.
    pub bytes: usize,
    /// What a tag or run of text costs of these bytes beside its own.
    pub node_bytes: usize,
    /// How many tags and runs of text are read.
    pub nodes: usize,
    /// How long one of them may be, since it is held whole.
    pub token: usize,
    /// How deep elements may be nested.
    pub depth: usize,
    /// How many bytes the relationships of one part may hold together.
    pub relations: usize,
}

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
    pub limits: &'static Limits,
    bytes: usize,
    nodes: usize,
}

impl Budget {
    pub fn new(limits: &'static Limits) -> Self {
        Self { limits, bytes: limits.bytes, nodes: limits.nodes }
    }

    fn take(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}

/// Reads one entry.
pub(crate) struct PartReader<'a> {
    entry: Box<dyn Read + 'a>,
    budget: &'a mut Budget,
    chunk: Vec<u8>,
    at: usize,
    /// How much was inflated since the tag or run of text began that is being read.
    token: usize,
    reached: Option<Bound>,
}

impl<'a> PartReader<'a> {
    /// Reads `entry` as far as `budget` goes, and takes what it reads from it.
    pub fn new(entry: impl Read + 'a, budget: &'a mut Budget) -> Self {
        budget.take(OPENING);
        Self { entry: Box::new(entry), budget, chunk: Vec::new(), at: 0, token: 0, reached: None }
    }

    /// Says that the next tag or run of text begins; false where there is to be no more.
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

    /// How much may be read of the document.
    pub fn limits(&self) -> &'static Limits {
        self.budget.limits
    }

    /// The bound that reading stopped at, if it did.
    pub fn reached(&self) -> Option<Bound> {
        self.reached
    }

    /// What the part begins with: enough for a word that says what a container is. Empty where it cannot be read.
    pub fn start(mut self) -> Vec<u8> {
        self.fill_buf().map(<[u8]>::to_vec).unwrap_or_default()
    }

    /// Goes on to the next bytes, which are none at the end.
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
