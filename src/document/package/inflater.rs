//! Inflates a part. A copy of an inflater continues where the original was.

use std::io::{Error, ErrorKind, Read, Result};

use crc32fast::Hasher;
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

/// The rest of a part. A copy takes 43 KB.
#[derive(Clone)]
pub(crate) struct Inflater<'a> {
    packed: &'a [u8],
    /// `None` if the part is not compressed.
    state: Option<Box<InflateState>>,
}

impl<'a> Inflater<'a> {
    pub fn new(packed: &'a [u8], is_compressed: bool) -> Self {
        Self { packed, state: is_compressed.then(|| InflateState::new_boxed(DataFormat::Raw)) }
    }
}

impl Read for Inflater<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        let Some(state) = &mut self.state else { return self.packed.read(into) };
        loop {
            let done = inflate(state, self.packed, into, MZFlush::None);
            self.packed = &self.packed[done.bytes_consumed..];
            match done.status {
                _ if done.bytes_written > 0 => return Ok(done.bytes_written),
                Ok(MZStatus::StreamEnd) => return Ok(0),
                Ok(_) if done.bytes_consumed > 0 => {}
                _ => return Err(Error::from(ErrorKind::InvalidData)),
            }
        }
    }
}

/// A part from its start, which fails at its end if its checksum is wrong.
pub(super) struct WholePart<'a> {
    pub inflater: Inflater<'a>,
    pub so_far: Hasher,
    pub checksum: u32,
}

impl Read for WholePart<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        let read = self.inflater.read(into)?;
        self.so_far.update(&into[..read]);
        if read == 0 && !into.is_empty() && self.so_far.clone().finalize() != self.checksum {
            return Err(Error::from(ErrorKind::InvalidData));
        }
        Ok(read)
    }
}
