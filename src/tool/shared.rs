//! What the calls of a session share.

use std::rc::Rc;

use super::last_file::LastFile;
use crate::catalogue::Catalogue;
use crate::catalogue::meaning::Meaning;
use crate::limits::{KeepRules, Limits};
use crate::policy::Policy;

/// The state that the calls of a session share.
pub(super) struct Shared {
    /// Behind a reference, so that a call can hold it while it asks the host.
    pub policy: Rc<Policy>,
    pub limits: Limits,
    pub last_file: LastFile,
    pub catalogue: Catalogue,
    pub keeping: KeepRules,
    pub meaning: Meaning,
    /// The vault's own absolute paths.
    pub roots: Vec<String>,
}
