//! Hostile properties of the core. `LECTERN_HOSTILE_SECONDS` lets each run longer, with new cases every time.
#![cfg(not(target_arch = "wasm32"))]
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "only the core has no clock and no environment"
)]

#[cfg(test)]
mod name_ends;
