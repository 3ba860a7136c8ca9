//! Changes to notes: from what a model wants, through the user's approval, to bytes that the host writes.

mod accepted;
mod call;
mod drafted;
mod drafting;
mod draft;
mod link_check;
mod messages;
mod new_file;
mod reasons;
mod reply;
mod file_to_change;

pub(super) use call::{MAX_ATTEMPTS, change};
pub(super) use draft::{Draft, Outcome, Target};
pub(super) use drafted::{of_journal, proposed};
pub(super) use messages::{WHOLE, edit_fault, gone, not_writable, omission, outdated};
pub(super) use new_file::{beside, check_place, neighbours};
pub(super) use reasons::{AGAIN, steering};
pub(super) use reply::not_made;
