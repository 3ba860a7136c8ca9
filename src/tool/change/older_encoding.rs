//! Files in encodings older than Unicode: only the host can read them, so it also says whether what a change makes is
//! read as the text that was meant.

use super::call::{ChangeCall, ChangeStep};
use super::drafted::Drafted;
use super::messages::unsupported;
use super::new_file::is_spelling_of;
use crate::document::Document;
use crate::edit::{EditableText, NotEditable, NotEncodable};
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::policy::{Granted, Policy};
use crate::tool::host::Request;
use crate::tool::running::Progress;

impl ChangeCall {
    /// Has the host read `bytes` in an older encoding.
    pub(super) fn convert(&mut self, file: Granted, bytes: Vec<u8>) -> Progress {
        let request = Request::convert_bytes(file.clone(), bytes.clone());
        self.step = ChangeStep::Converting(file, bytes);
        Progress::Ask(vec![request])
    }

    /// Drafts the change of `file`, whose `bytes` the host has read as `document`.
    pub(super) fn draft_older(
        &mut self,
        policy: &Policy,
        file: Granted,
        bytes: Vec<u8>,
        document: Document,
    ) -> Result<Progress, ToolError> {
        let path = file.path().clone();
        let Document { text, encoding, table, .. } = document;
        if policy.closes_content(&path, text.as_bytes()) {
            self.is_taken |= is_spelling_of(&path, &self.given);
            let finding = self.find.closed(policy, &path);
            return self.found(policy, finding);
        }
        let name = encoding.unwrap_or_else(|| "UTF-8".to_owned());
        let editable = match table {
            Some(table) => EditableText::of_table(&bytes, text, &name, &table),
            None => Err(NotEditable(name)),
        };
        let editable = editable.map_err(|fault| damaged(&path, &fault))?;
        self.older = Some(file);
        self.propose(policy, path, Some(bytes), editable)
    }

    /// Goes on to compare the texts, if the file would be read as it is drafted.
    pub(super) fn check_reading(&mut self, drafted: Box<Drafted>) -> Result<Progress, ToolError> {
        let bytes = drafted.editable.encode(&drafted.text).map_err(|fault| not_encodable(&drafted.path, &fault))?;
        match (drafted.editable.reads_back(&bytes, &drafted.text), &self.older) {
            (None, Some(file)) => {
                let request = Request::convert_bytes(file.clone(), bytes);
                self.step = ChangeStep::RereadingDraft(drafted);
                Ok(Progress::Ask(vec![request]))
            }
            (Some(true), _) => Ok(self.give_way(ChangeStep::Drafted(drafted))),
            _ => Err(not_read_back(&drafted.path)),
        }
    }

    /// Goes on to write what is encoded, if it is read back as it is.
    pub(super) fn encoded(&mut self, drafted: Box<Drafted>) -> Progress {
        let accepted = &drafted.accepted;
        let bytes = accepted.bytes.as_ref().filter(|_| !accepted.is_all());
        if let (Some(file), Some(bytes)) = (&self.older, bytes) {
            let request = Request::convert_bytes(file.clone(), bytes.clone());
            self.step = ChangeStep::RereadingAccepted(drafted);
            return Progress::Ask(vec![request]);
        }
        self.give_way(ChangeStep::Encoded(drafted))
    }
}

/// The error for bytes that would not come back.
pub(super) fn damaged(path: &VaultPath, NotEditable(encoding): &NotEditable) -> ToolError {
    unsupported(path, &format!("is read as {encoding}, but some bytes would be damaged if it were written"))
}

fn not_encodable(path: &VaultPath, fault: &NotEncodable) -> ToolError {
    let message = format!("{fault}, the encoding of {}", quoted(path.as_str()));
    let help = "write it with other characters, or ask the user to convert the file to UTF-8";
    ToolError::new(ErrorCode::Unsupported, message, help).about(path.as_str())
}

pub(super) fn not_read_back(path: &VaultPath) -> ToolError {
    unsupported(path, "would be read in another encoding after this change, and its text would be another")
}
