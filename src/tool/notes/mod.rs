//! How the catalogue is kept up to date: listing, reading, restoring and keeping.

pub(super) mod catch_up;
pub(super) mod document_reading;
pub(super) mod keeping;
pub(super) mod open_note;
mod read_note;
pub(super) mod refresh;
mod restore;
pub(super) mod scan;
