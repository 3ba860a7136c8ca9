//! The boundary to JavaScript. Thin: every function here hands over to the core.
//!
//! The crate is built into two modules, which share these sources and nothing at run time. The core holds the tools. The
//! reader (`--features reader`) takes documents apart: its instances are thrown away after each, so that what a stranger's
//! file does to one is gone with it, and who reads plain notes never loads it.
//!
//! Nothing else is seen from JavaScript. Every panic ends in a trap; the shim answers the call with an error and makes
//! the instance anew.

#[cfg(feature = "reader")]
mod reader_exports;
#[cfg(not(feature = "reader"))]
mod core_exports;

#[cfg(not(feature = "reader"))]
pub use core_exports::{Session, default_config, tools};
#[cfg(feature = "reader")]
pub use reader_exports::{Reading, read};
