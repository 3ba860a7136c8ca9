//! `delete_file`: moves a note to the trash.

use crate::error::ToolError;
use crate::tool::args::{Args, ArgumentKind, Param};
use crate::tool::change::{ChangeCall, Draft, Outcome, Target};
use crate::tool::edit_file::EXPECT;
use crate::tool::limits::Bounds;
use crate::tool::running::{Shared, Started, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "delete_file",
    description: "Moves a note or text file to the trash. The user is always asked.",
    params: &PARAMS,
    brief: &[],
    failed: "Could not delete",
    example: r#"{"path": "Notes/a.md"}"#,
    start,
};

const PARAMS: [Param; 2] = [
    Param {
        name: "path",
        kind: ArgumentKind::Path,
        required: true,
        description: "",
        help: "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}",
    },
    EXPECT,
];

/// The file is moved to the trash.
struct Deletion {
    expect: Option<String>,
}

#[expect(clippy::needless_pass_by_value, reason = "the table of tools takes values")]
fn start(args: Args, shared: &Shared, _: Bounds) -> Result<Started, ToolError> {
    let draft = Deletion { expect: args.text("expect").map(str::to_owned) };
    ChangeCall::start(args.text("path").unwrap_or_default(), Box::new(draft), shared)
}

impl Draft for Deletion {
    fn draft(&self, target: &Target<'_>) -> Result<Outcome, ToolError> {
        target.check_version(self.expect.as_deref())?;
        Ok(Outcome::Trashed)
    }
}
