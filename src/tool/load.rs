//! Loading: from a file that was found to what can be shown of it.

use super::MAX_FILE_BYTES;
use super::content::Content;
use super::find::Found;
use super::host::{Answer, Request};
use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::policy::Policy;
use crate::text::{NotText, Text};

/// What can be shown of a file.
#[derive(Debug)]
pub(super) enum Loaded {
    /// Lines.
    Text(Content),
}

/// A file on its way.
#[derive(Debug)]
pub(super) struct Load {
    pub file: Found,
    /// Whether what was read has the size that the host told: only then do size and time of change stand for it.
    pub is_as_told: bool,
}

/// Where loading stands.
pub(super) enum Loading {
    /// The host has to answer first.
    Ask(Request),
    /// This is what there is.
    Done(Loaded),
}

/// Why nothing can be shown of a file.
#[derive(Debug)]
pub(super) enum NotLoaded {
    /// What is in it closes it.
    Closed,
    /// It has gone since it was found.
    Gone,
    /// The host could not read it, and this is why.
    Unreadable(String),
    /// It cannot be shown.
    Refused(ToolError),
}

impl From<ToolError> for NotLoaded {
    fn from(error: ToolError) -> Self {
        Self::Refused(error)
    }
}

impl Load {
    /// Begins with a file that was found.
    pub fn start(file: Found) -> Result<(Self, Request), ToolError> {
        check_size(&file, file.size)?;
        let request = Request::Read(file.granted.clone());
        Ok((Self { file, is_as_told: false }, request))
    }

    /// Goes on with the host's answer.
    pub fn resume(&mut self, policy: &Policy, answer: Answer) -> Result<Loading, NotLoaded> {
        let bytes = self.bytes(answer)?;
        if policy.closes_content(self.file.granted.path(), &bytes) {
            return Err(NotLoaded::Closed);
        }
        self.is_as_told = byte_len(&bytes).to_bits() == self.file.size.to_bits();
        let text = Text::new(bytes).map_err(|error| unsupported(&self.file, error))?;
        let content = Content { text, format: None, encoding: None, notes: Vec::new(), parts: Vec::new() };
        Ok(Loading::Done(Loaded::Text(content)))
    }

    fn bytes(&self, answer: Answer) -> Result<Vec<u8>, NotLoaded> {
        let bytes = match answer {
            Answer::Text(text) => text.into_bytes(),
            Answer::Bytes(bytes) => bytes,
            Answer::Missing => return Err(NotLoaded::Gone),
            Answer::Failed(reason) => return Err(NotLoaded::Unreadable(reason)),
            _ => return Err(NotLoaded::Unreadable("the host gave no content".to_owned())),
        };
        // It may have grown since the host looked.
        check_size(&self.file, byte_len(&bytes))?;
        Ok(bytes)
    }
}

/// As a host tells it: in a float.
#[expect(clippy::cast_precision_loss, reason = "no memory holds that many bytes")]
fn byte_len(bytes: &[u8]) -> f64 {
    bytes.len() as f64
}

fn check_size(file: &Found, size: f64) -> Result<(), ToolError> {
    if size <= f64::from(MAX_FILE_BYTES) {
        return Ok(());
    }
    let path = quoted(file.granted.path().as_str());
    Err(ToolError::new(
        ErrorCode::TooLarge,
        format!("{path} has {size} bytes; at most {MAX_FILE_BYTES} can be read"),
        "tell the user that this file would have to be split",
    ))
}

fn unsupported(file: &Found, error: NotText) -> ToolError {
    let message = format!("{} is {error}", quoted(file.granted.path().as_str()));
    ToolError::new(ErrorCode::Unsupported, message, "only text files in UTF-8 can be read; tell the user")
}
