//! A call of `edit_file`.

use super::params::edits;
use crate::edit::{Edit, apply_edits, replaced};
use crate::error::ToolError;
use crate::tool::args::Args;
use crate::tool::change::{ChangeCall, Draft, Outcome, Target, edit_fault};
use crate::tool::limits::Bounds;
use crate::tool::running::{Shared, Started};

/// Exact replacements in a file.
struct Edits {
    edits: Vec<Edit>,
    expect: Option<String>,
}

/// Starts a call.
#[expect(clippy::needless_pass_by_value, reason = "the table of tools takes values")]
pub(super) fn start(args: Args, shared: &Shared, _: Bounds) -> Result<Started, ToolError> {
    let draft = Edits { edits: edits(&args)?, expect: args.text("expect").map(str::to_owned) };
    ChangeCall::start(args.text("path").unwrap_or_default(), Box::new(draft), shared)
}

impl Draft for Edits {
    fn draft(&self, target: &Target<'_>) -> Result<Outcome, ToolError> {
        target.check_version(self.expect.as_deref())?;
        let text = target.text.map_or("", |text| &text.text);
        let path = target.path.as_str();
        let edited = apply_edits(text, &self.edits).map_err(|fault| edit_fault(path, &self.edits, fault))?;
        Ok(Outcome::Text(replaced(text, &edited.replacements)))
    }
}
