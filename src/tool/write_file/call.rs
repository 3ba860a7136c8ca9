//! A call of `write_file`.

use crate::edit::{omission, with_endings_of, without_reply_numbers};
use crate::error::ToolError;
use crate::tool::args::Args;
use crate::tool::call::Host;
use crate::tool::change::{self, Draft, Outcome, Target, outdated};
use crate::wire::reply::Reply;

/// All of a file's text.
struct Content {
    content: String,
    expect: Option<String>,
}

/// Starts a call.
pub(super) async fn start(host: Host, args: Args) -> Result<Reply, ToolError> {
    let text = |name| args.text(name).unwrap_or_default().to_owned();
    let draft = Content { content: text("content"), expect: args.text("expect").map(str::to_owned) };
    change::change(host, text("path"), Box::new(draft)).await
}

impl Draft for Content {
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
