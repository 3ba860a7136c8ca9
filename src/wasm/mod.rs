//! The boundary to JavaScript. Every function here delegates to the core.
//!
//! The crate is built into two modules that share these sources and nothing at run time. The core contains the tools.
//! The reader (`--features reader`) parses documents; each of its instances is discarded after one document, so that a
//! hostile file cannot affect anything else. It is not loaded for plain notes.
//!
//! A panic ends in a trap; the shim answers the call with an error and creates a new instance.

#[cfg(feature = "reader")]
mod reader_exports;
#[cfg(not(feature = "reader"))]
mod core_exports;

#[cfg(not(feature = "reader"))]
pub use core_exports::{Session, default_config, tools};
#[cfg(feature = "reader")]
pub use reader_exports::{Reader, Reading};
