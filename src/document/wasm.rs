//! The boundary to JavaScript: one open document. Each instance is discarded after one document, so that a hostile file
//! cannot affect anything else. The module is not loaded for plain notes.
//!
//! How an instance fails tells why: a panic throws its message, and running out of memory is a trap without one.

use std::alloc::System;

use cap::Cap;
use js_sys::Uint8Array;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::{Document, Fault, Format, OpenDocument, Place};

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

/// A document. One for each instance.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Reader {
    format: Format,
    /// The file as far as it was taken in, until it is opened.
    bytes: Vec<u8>,
    open: Option<OpenDocument>,
}

#[wasm_bindgen]
impl Reader {
    /// Prepares for a document of this format and size.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::needless_pass_by_value, reason = "the boundary takes values")]
    pub fn new(format: Ts<Format>, size: usize) -> Result<Reader, JsError> {
        Ok(Self { format: format.to_rust()?, bytes: Vec::with_capacity(size), open: None })
    }

    /// Takes in the next bytes of the file. A large file at once would hold up the app.
    pub fn take(&mut self, bytes: &Uint8Array) {
        let start = self.bytes.len();
        self.bytes.resize(start + bytes.length() as usize, 0);
        bytes.copy_to(&mut self.bytes[start..]);
    }

    /// Asks for a part of the document, or for all of it. The first call opens it.
    pub fn ask(&mut self, place: Option<Ts<Place>>) -> Result<(), JsError> {
        let is_new = self.open.is_none();
        if is_new && MEMORY.set_limit(MEMORY.allocated().saturating_add(MEMORY_BYTES)).is_err() {
            return Err(JsError::new("the memory limit cannot be set"));
        }
        let open = || OpenDocument::new(self.format, std::mem::take(&mut self.bytes));
        let place = place.map(|place| place.to_rust()).transpose()?.unwrap_or_default();
        self.open.get_or_insert_with(open).ask(place);
        Ok(())
    }

    /// Reads on for some milliseconds; the part that was asked for once it is read.
    pub fn step(&mut self) -> Result<Option<Ts<Reading>>, JsError> {
        let reading = self.open.as_mut().and_then(OpenDocument::step).map(|done| match done {
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
