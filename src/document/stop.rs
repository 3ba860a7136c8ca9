//! Why reading a part of a container stopped: an error or a limit.

use thiserror::Error;

use super::Fault;

/// Why a part ended early or could not be opened. Continues "the text ends early:".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum Stop {
    #[error("it is protected by a password")]
    Locked,
    #[error("it is missing from the file")]
    Missing,
    #[error("it cannot be unpacked")]
    Packed,
    #[error("the XML is broken")]
    Broken,
    #[error("the XML is cut short")]
    Cut,
    #[error("the document takes more than {} MB unpacked", .0 / 1024 / 1024)]
    Large(usize),
    #[error("only the first {0} tags and runs of text are read")]
    Many(usize),
    #[error("there is more in it than can be taken apart in time")]
    Spent,
    #[error("one piece of text or markup is too long")]
    Long,
    #[error("elements are nested more than {0} deep")]
    Deep(usize),
}

/// The fault if the part is essential.
impl From<Stop> for Fault {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Locked => Self::Locked,
            Stop::Missing | Stop::Packed | Stop::Broken | Stop::Cut => Self::Broken(stop.to_string()),
            Stop::Large(_) | Stop::Many(_) | Stop::Spent | Stop::Long | Stop::Deep(_) => {
                Self::TooLarge(stop.to_string())
            }
        }
    }
}
