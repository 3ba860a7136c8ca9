//! Every decoder of `read_file` fed with damaged and hostile files: none panics, hangs, or takes memory without bound.
//!
//! `cargo test --test fuzz` runs a fixed number of cases, the same ones every time. Longer runs, in release:
//! - `LECTERN_FUZZ_SECONDS=600 cargo test --release --test fuzz word_documents -- --nocapture` goes on for that long;
//! - `LECTERN_FUZZ_LARGE=1` puts megabytes of one thing into each file, which shows what takes more than linear time;
//! - `LECTERN_FUZZ_FROM=1234 LECTERN_FUZZ_CASES=1` runs one case again, or several; `LECTERN_FUZZ_TRACE=1` names each
//!   before it runs, and `LECTERN_FUZZ_KEEP=folder` writes its input there.
#![cfg(not(target_arch = "wasm32"))]

use std::alloc::System;

use cap::Cap;

#[cfg(test)]
mod checks;
#[cfg(test)]
mod drive;
#[cfg(test)]
mod grammar;
#[cfg(test)]
mod mutate;
#[cfg(test)]
mod options;
#[cfg(test)]
mod random;
#[cfg(test)]
mod seed;
#[cfg(test)]
mod seeds;
#[cfg(test)]
#[path = "../support/mod.rs"]
mod support;
#[cfg(test)]
mod targets;

/// Counts what is in use, and at most.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);
