//! Changes to notes: from what a model wants, through the user's approval, to bytes that the host writes.

mod call;
mod drafting;
mod messages;
mod new_file;
mod proposal;
mod reply;

pub(super) use call::{ChangeCall, of_journal};
pub(super) use drafting::{Draft, Outcome, Target};
pub(super) use messages::{edit_fault, gone, omission, outdated};
pub use proposal::{ChangeMade, ChangeOutcome, Decision, Proposal, ProposedHunk, Replaced, Write, Written};
