//! Changes to notes: from what a model wants, through the user's approval, to bytes that the host writes.

mod call;
mod drafted;
mod draft;
mod messages;
mod new_file;
mod proposal;
mod reply;

pub(super) use call::ChangeCall;
pub(super) use draft::{Draft, Outcome, Target};
pub(super) use drafted::of_journal;
pub(super) use messages::{edit_fault, gone, omission, outdated};
pub use proposal::{ChangeMade, ChangeOutcome, Decision, Proposal, ProposedHunk, Replaced, Write, Written};
