//! `delete_file`: moves a note to the trash.

use crate::error::ToolError;
use crate::tool::args::{Args, ArgumentKind, Param};
use crate::tool::call::{Host, Tool};
use crate::tool::change::{Draft, Outcome, Target, change};
use crate::tool::edit_file::EXPECT;
use crate::wire::reply::Reply;

pub(super) const TOOL: Tool = Tool {
    name: "delete_file",
    description: "Moves a note or text file to the trash. The user is always asked.",
    params: &PARAMS,
    brief: &[],
    failed: "Could not delete",
    example: r#"{"path": "Notes/a.md"}"#,
    start: |host, args, _| Box::pin(start(host, args)),
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

async fn start(host: Host, args: Args) -> Result<Reply, ToolError> {
    let draft = Deletion { expect: args.text("expect").map(str::to_owned) };
    change(host, args.text("path").unwrap_or_default().to_owned(), Box::new(draft)).await
}

impl Draft for Deletion {
    fn draft(&self, target: &Target<'_>) -> Result<Outcome, ToolError> {
        target.check_version(self.expect.as_deref())?;
        Ok(Outcome::Trashed)
    }
}
