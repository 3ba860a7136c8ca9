//! `delete_file`: moves a note to the trash.

use crate::error::ToolError;
use crate::tool::args::{ArgumentKind, Arguments, arguments};
use crate::tool::call::Tool;
use crate::tool::change::{Draft, Outcome, Target, change};
use crate::tool::edit_file::EXPECT_HELP;

pub(super) const TOOL: Tool = Tool {
    name: "delete_file",
    description: "Moves a note or text file to the trash. The user is always asked.",
    params: DeleteArguments::PARAMS,
    brief: &[],
    failed: "Could not delete",
    example: r#"{"path": "Notes/a.md"}"#,
    start: |host, args, _| {
        let given = DeleteArguments::read(&args);
        Box::pin(change(host, given.path.clone(), Box::new(given)))
    },
};

arguments! {
    DeleteArguments {
        path: String = ArgumentKind::Path, "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}";
        /// The version last shown.
        expect: Option<String> = ArgumentKind::Text, EXPECT_HELP;
    }
}

impl Draft for DeleteArguments {
    fn draft(&self, target: &Target<'_>) -> Result<Outcome, ToolError> {
        target.check_version(self.expect.as_deref())?;
        Ok(Outcome::Trashed)
    }
}
