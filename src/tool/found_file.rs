//! What a search for a file finds.

use crate::policy::Granted;

/// A version of an open file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FoundFile {
    pub granted: Granted,
    pub size: f64,
    pub mtime: f64,
}
