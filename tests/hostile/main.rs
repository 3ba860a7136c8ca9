//! Hostile properties of the core. `LECTERN_HOSTILE_SECONDS` lets each run longer, with new cases every time.
#![cfg(not(target_arch = "wasm32"))]

#[cfg(test)]
mod name_ends;
