//! The catalogue of the vault's notes, and how it is kept up to date.

pub(super) mod change;
pub(super) mod unread;
pub(super) mod walk;
pub(super) mod reading;
pub(super) mod scan;
mod texts;
pub(super) mod documents;
pub(super) mod kept;
pub(super) mod catalogue;
pub(super) mod open_note;
mod read_note;
pub(super) mod refresh;
pub(super) mod catch_up;
