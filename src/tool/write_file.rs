//! `write_file`: makes a note, or replaces a whole one.

use crate::edit::{omission, with_endings_of, without_reply_numbers};
use crate::error::ToolError;
use crate::tool::args::{ArgumentKind, Arguments, arguments};
use crate::tool::call::Tool;
use crate::tool::change::{self, Draft, Outcome, Target, outdated};
use crate::tool::edit_file::EXPECT_HELP;

pub(super) const TOOL: Tool = Tool {
    name: "write_file",
    description: "Makes a note or text file, or replaces all of one. Missing folders are made. To replace a \
        file, give its version as `expect`; to change a part, use edit_file. The user may reject it.",
    params: WriteArguments::PARAMS,
    brief: &["expect"],
    failed: "Could not write",
    example: r##"{"path": "Notes/Plan.md", "content": "# Plan\n"}"##,
    start: |host, args, _| {
        let given = WriteArguments::read(&args);
        Box::pin(change::change(host, given.path.clone(), Box::new(given)))
    },
};

arguments! {
    WriteArguments {
        path: String = ArgumentKind::Path, "give a path from the vault root, such as {\"path\": \"Notes/Plan.md\"}";
        /// All of its text.
        content: String = ArgumentKind::Text, "give all of the file's text, such as {\"content\": \"# Plan\\n\"}";
        /// The version last shown.
        expect: Option<String> = ArgumentKind::Text, EXPECT_HELP;
    }
}

impl Draft for WriteArguments {
    fn creates(&self) -> bool {
        true
    }

    fn draft(&self, target: &Target<'_>) -> Result<Outcome, ToolError> {
        let path = target.path.as_str();
        if without_reply_numbers(&self.content).is_some() {
            return Err(ToolError::invalid_arguments(
                "each line of content begins with a line number of a reply",
                "give the text without the numbers, which are not part of the file",
            ));
        }
        let Some((text, version)) = target.text.zip(target.version) else {
            return match &self.expect {
                Some(expect) => Err(change::gone(path, expect)),
                None => Ok(Outcome::Text(self.content.clone())),
            };
        };
        if self.expect.as_deref() != Some(version) {
            return Err(outdated(path, self.expect.as_deref(), version));
        }
        if let Some(line) = omission(&text.text, &self.content) {
            return Err(change::omission(line));
        }
        Ok(Outcome::Text(with_endings_of(&text.text, "\n", &self.content).into_owned()))
    }
}
