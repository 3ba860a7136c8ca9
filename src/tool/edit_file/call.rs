//! A call of `edit_file`.

use std::mem;

use super::added_text::AddedText;
use super::arguments::{EDITS_HELP, EditArguments};
use crate::edit::{Edit, EditSearch, replaced};
use crate::error::ToolError;
use crate::limits::MAX_FILE_BYTES;
use crate::note::PartsReader;
use crate::tool::args::{Args, Arguments};
use crate::tool::call::Host;
use crate::tool::change::{Draft, Outcome, Target, change, edit_fault};
use crate::wire::reply::Reply;

/// Exact replacements in a file, and text that is added to what results.
struct FileEdits {
    edits: Vec<Edit>,
    added: AddedText,
    expect: Option<String>,
    state: State,
}

/// How far the new text is made.
enum State {
    Finding(EditSearch),
    /// The text with the edits. Its headings are read.
    Edited(String, Box<PartsReader>),
    Made(String),
}

/// Starts a call.
pub(super) async fn start(host: Host, args: Args) -> Result<Reply, ToolError> {
    let given = EditArguments::read(&args);
    let added = AddedText::of(given.prepend, given.append, given.under)?;
    let edits: Vec<_> = given.edits.into_iter().map(Edit::from).collect();
    if edits.is_empty() && added.is_empty() {
        return Err(ToolError::invalid_arguments("edits is missing", EDITS_HELP));
    }
    let draft = FileEdits { edits, added, expect: given.expect, state: State::Finding(EditSearch::default()) };
    change(host, given.path, Box::new(draft)).await
}

impl Draft for FileEdits {
    fn prepare(&mut self, target: &Target<'_>) -> Result<bool, ToolError> {
        target.check_version(self.expect.as_deref())?;
        let text = target.text.map_or("", |text| &text.text);
        let made = |added: &AddedText, text, reader| added.apply(target.path, text, reader).map(State::Made);
        self.state = match mem::replace(&mut self.state, State::Made(String::new())) {
            State::Finding(mut search) => {
                let fault = |fault| edit_fault(target.path.as_str(), &self.edits, fault);
                match search.step(text, &self.edits, MAX_FILE_BYTES as usize).map_err(fault)? {
                    None => State::Finding(search),
                    Some(edited) => {
                        let text = replaced(text, &edited.replacements);
                        match self.added.reader(target.path, &text)? {
                            Some(reader) => State::Edited(text, Box::new(reader)),
                            None => made(&self.added, text, None)?,
                        }
                    }
                }
            }
            State::Edited(text, mut reader) => {
                if AddedText::read_on(&mut reader, &text) {
                    made(&self.added, text, Some(*reader))?
                } else {
                    State::Edited(text, reader)
                }
            }
            // The file has changed meanwhile.
            State::Made(_) => State::Finding(EditSearch::default()),
        };
        Ok(matches!(self.state, State::Made(_)))
    }

    fn draft(&self, _: &Target<'_>) -> Result<Outcome, ToolError> {
        let State::Made(text) = &self.state else { return Ok(Outcome::Text(String::new())) };
        Ok(Outcome::Text(text.clone()))
    }
}
