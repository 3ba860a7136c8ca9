//! What a call of `edit_file` adds to a note, and where.

use serde_json::json;

use crate::edit::{MAX_LISTED, Side, with_added, without_reply_numbers};
use crate::error::{ErrorCode, ToolError};
use crate::note::{Heading, PartsReader};
use crate::path::{VaultPath, one_line, quoted};
use crate::vault_links::heading_key;

/// Bytes of a note that are read for headings in a step.
const STEP_BYTES: usize = 128 * 1024;

/// Text to add, by the side it is added on.
pub(super) struct AddedText {
    texts: Vec<(Side, String)>,
    under: Option<String>,
}

impl AddedText {
    /// Of the arguments of these names. Some models leave one out by giving an empty text.
    pub fn of(prepend: Option<String>, append: Option<String>, under: Option<String>) -> Result<Self, ToolError> {
        let sides = [(Side::Start, prepend), (Side::End, append)].into_iter();
        let texts: Vec<_> =
            sides.filter_map(|(side, text)| Some((side, text.filter(|text| !text.is_empty())?))).collect();
        if texts.iter().any(|(_, text)| without_reply_numbers(text).is_some()) {
            return Err(ToolError::invalid_arguments(
                "each line of the text to add begins with a line number of a reply",
                "give the text without the numbers, which are not part of the file",
            ));
        }
        let under = under.filter(|under| !under.is_empty());
        if under.is_some() && texts.is_empty() {
            return Err(ToolError::invalid_arguments(
                "under is given without a text to add",
                "give the text as append, for the end of the section, or as prepend, for its start",
            ));
        }
        Ok(Self { texts, under })
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// What reads the note's headings, if they matter.
    pub fn reader(&self, path: &VaultPath, text: &str) -> Result<Option<PartsReader>, ToolError> {
        if self.under.is_some() && !path.is_note() {
            return Err(ToolError::invalid_arguments(
                format!("{} is not a note, so it has no headings", quoted(path.as_str())),
                "leave under out, or change the text with edits",
            ));
        }
        Ok(self.under.is_some().then(|| PartsReader::new(text)))
    }

    /// Reads more of the note. Returns whether all is read.
    pub fn read_on(reader: &mut PartsReader, text: &str) -> bool {
        reader.go_on(text, STEP_BYTES)
    }

    /// `text` with what is added. `reader` has read all of it, if headings matter.
    pub fn apply(&self, path: &VaultPath, text: String, reader: Option<PartsReader>) -> Result<String, ToolError> {
        let headings = reader.map(|reader| reader.finish(&text).headings).unwrap_or_default();
        let index = self.under.as_ref().map(|under| find(path, &text, &headings, under)).transpose()?;
        let section = index.map(|index| (&headings[..], index));
        // The start of the section comes last, so that its headings stay where they are.
        Ok(self.texts.iter().rev().fold(text, |text, (side, new)| with_added(&text, new, *side, section)))
    }
}

/// The heading that `under` names: `Tasks`, `## Tasks`, or `Plan#Tasks` with a heading above it.
fn find(path: &VaultPath, text: &str, headings: &[Heading], under: &str) -> Result<usize, ToolError> {
    let title = |heading: &Heading| &text[heading.title.clone()];
    let marks = under.trim_start().bytes().take_while(|&byte| byte == b'#').count();
    let names: Vec<_> = under.split('#').map(heading_key).filter(|name| !name.is_empty()).collect();
    let is_named = |&index: &usize| {
        let mut chain = chain(headings, index).map(|heading| heading_key(title(heading)));
        let mut names = names.iter().rev();
        // The last name is that of the heading, the others are above it, with or without others between them.
        names.next().is_some_and(|last| chain.next().as_ref() == Some(last))
            && names.all(|name| chain.any(|above| above == *name))
    };
    let mut found: Vec<usize> = (0..headings.len()).filter(is_named).collect();
    if found.len() > 1 && found.iter().any(|&index| usize::from(headings[index].level) == marks) {
        found.retain(|&index| usize::from(headings[index].level) == marks);
    }
    let error =
        |message: String, help: String| Err(ToolError::new(ErrorCode::NoMatch, message, help).about(path.as_str()));
    let (name, note) = (quoted(under), quoted(path.as_str()));
    match found[..] {
        [only] => Ok(only),
        [] if headings.is_empty() => error(
            format!("{note} has no headings"),
            "leave under out to add the text at the end of the note, or write the heading with it".to_owned(),
        ),
        [] => {
            let all: Vec<_> = headings.iter().map(|heading| quoted(&one_line(title(heading)))).collect();
            let more = all.len().saturating_sub(MAX_LISTED);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let listed = all[..all.len().min(MAX_LISTED)].join(", ");
            error(format!("{note} has no heading {name}"), format!("give one of its headings: {listed}{more}"))
        }
        [first, ..] => {
            let lines: Vec<_> = found.iter().take(MAX_LISTED).map(|&at| headings[at].line.to_string()).collect();
            let above =
                chain(headings, first).nth(1).map(|above| format!("{}#{}", title(above), title(&headings[first])));
            let how = above.map_or_else(
                || "change the text with edits and near_line".to_owned(),
                |above| {
                    format!(
                        "give it with the heading above it, such as {}, or use edits with near_line",
                        json!({ "under": above })
                    )
                },
            );
            error(format!("{note} has several headings {name}, on lines {}", lines.join(", ")), how)
        }
    }
}

/// The heading `index` and those it is below, from the inside out.
fn chain(headings: &[Heading], index: usize) -> impl Iterator<Item = &Heading> {
    let mut level = u8::MAX;
    headings[..=index].iter().rev().filter(move |heading| {
        let is_above = heading.level < level;
        level = level.min(heading.level);
        is_above
    })
}
