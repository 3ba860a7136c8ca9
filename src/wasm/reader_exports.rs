//! The reader's exports: one open document.
//!
//! How an instance fails tells why: a panic throws its message, and running out of memory is a trap without one.

use std::alloc::System;

use cap::Cap;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::document::{Document, Fault, Format, OpenDocument, Place};

/// Memory for parsing a document, in addition to the file itself. An app on a phone has about 256 MB in total.
const MEMORY_BYTES: usize = 64 * 1024 * 1024;

/// Counts allocated memory. The limit is set once the file is loaded.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// The result of reading a document. In TypeScript an object with one key, like the host's answers to the core.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// Its text.
    Document(Document),
    /// Why it has none.
    Fault(Fault),
}

/// An open document. One for each instance.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Reader(OpenDocument);

#[wasm_bindgen]
impl Reader {
    /// Opens a document of this format.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::needless_pass_by_value, reason = "the boundary takes values")]
    pub fn new(format: Ts<Format>, bytes: Vec<u8>) -> Result<Reader, JsError> {
        let format = format.to_rust()?;
        if MEMORY.set_limit(MEMORY.allocated().saturating_add(MEMORY_BYTES)).is_err() {
            return Err(JsError::new("the memory limit cannot be set"));
        }
        #[cfg(feature = "panic-probe")]
        probe(&bytes);
        Ok(Self(OpenDocument::new(format, bytes)))
    }

    /// Asks for a part of the document, or for all of it.
    pub fn ask(&mut self, place: Option<Ts<Place>>) -> Result<(), JsError> {
        self.0.ask(place.map(|place| place.to_rust()).transpose()?.unwrap_or_default());
        Ok(())
    }

    /// Reads on for some milliseconds; the part that was asked for once it is read.
    pub fn step(&mut self) -> Result<Option<Ts<Reading>>, JsError> {
        let reading = self.0.step().map(|done| match done {
            Ok(document) => Reading::Document(document),
            Err(fault) => Reading::Fault(fault),
        });
        Ok(reading.map(|reading| reading.into_ts()).transpose()?)
    }
}

/// Runs once when the module is instantiated.
#[wasm_bindgen(start)]
pub fn on_load() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
}

/// Fails in the way that the document requests, so that tests can check that the shim survives.
#[cfg(feature = "panic-probe")]
fn probe(bytes: &[u8]) {
    match bytes {
        #[expect(clippy::panic, reason = "the probe")]
        b"panic" => panic!("the probe was read"),
        b"allocate" => {
            let mut hoard = Vec::new();
            loop {
                hoard.push(vec![1_u8; 1 << 20]);
            }
        }
        b"recurse" => {
            std::hint::black_box(deep(0));
        }
        _ => {}
    }
}

/// Recurses until the stack overflows.
#[cfg(feature = "panic-probe")]
#[expect(unconditional_recursion, reason = "the probe")]
fn deep(depth: u64) -> u64 {
    let frame = std::hint::black_box([depth; 64]);
    deep(depth + 1) + frame[0]
}
