//! The file that a change is for: where it is, and what it says. Files in encodings older than Unicode can be read only by
//! the host, so it also says whether what a change makes is read as the text that was meant.
//!
//! Changes and reading detect an encoding alike: the host reads the bytes of a note in an older encoding for both, and
//! those that a change would make before it is shown (`Request::Convert` with `bytes`).

use lectern_base::{Document, Format};

use super::call::ChangeCall;
use super::drafted::Drafted;
use super::messages::{not_writable, unsupported};
use super::new_file::{beside, is_spelling_of, neighbours, new_path};
use crate::edit::{EditableText, NotEditable, NotEncodable, version};
use crate::error::{ErrorCode, ToolError};
use crate::judge::{Verdict, judge};
use crate::limits::is_readable_size;
use crate::path::{VaultPath, quoted};
use crate::policy::Granted;
use crate::tool::find::Find;
use crate::tool::found_file::FoundFile;
use crate::wire::{Answer, Request};

/// The file as it is.
pub(super) struct Source {
    pub path: VaultPath,
    /// `None` if there is none yet.
    pub before: Option<Vec<u8>>,
    pub version: Option<String>,
    pub editable: EditableText,
}

impl ChangeCall {
    /// Finds and reads the file, or finds where to make it.
    pub(super) async fn source(&mut self) -> Result<Source, ToolError> {
        let creates = self.draft.creates();
        let search = if creates { Find::at } else { Find::new };
        let mut find = search(&self.given, &self.host.policy())?;
        loop {
            match find.file(&self.host).await {
                Ok(file) if !creates || is_spelling_of(file.granted.path(), &self.given) => {
                    let path = file.granted.path().clone();
                    if let Some(source) = self.existing(&find, file).await? {
                        return Ok(source);
                    }
                    find.closed(&path);
                }
                Err(error) if !creates || error.code != ErrorCode::NotFound => return Err(error),
                _ => return self.new_file(&mut find).await,
            }
        }
    }

    /// A file that does not exist.
    async fn new_file(&self, find: &mut Find) -> Result<Source, ToolError> {
        if let Some(empty) = self.draft.restored() {
            // It had this name before: the rules for new names don't matter.
            return self.writable(VaultPath::parse(&self.given)?, None, empty);
        }
        let path = new_path(&self.given)?;
        let neighbour = find.first_open(&self.host, |known| neighbours(&path, known)).await;
        self.writable(beside(neighbour.as_ref(), path), None, EditableText::default())
    }

    /// The content of `file`; `None` if it excludes the file.
    async fn existing(&mut self, find: &Find, file: FoundFile) -> Result<Option<Source>, ToolError> {
        self.older = None;
        let (size, file) = (file.size, file.granted);
        let path = file.path();
        if !is_readable_size(size) {
            return Err(unsupported(path, "is too large to be changed"));
        }
        let bytes = match self.host.ask_one(Request::Read(file.clone())).await.into_bytes() {
            Ok(bytes) => bytes,
            Err(other) if *other == Answer::Missing => return Err(find.not_found()),
            Err(other) => return Err(self.failed("read", *other)),
        };
        match judge(&self.host.policy(), path, bytes.clone()) {
            Verdict::Closed => return Ok(self.excluded(path)),
            Verdict::Convert(Format::Legacy) => return self.older(file, bytes).await,
            verdict if verdict.is_editable(path) => {}
            _ => return Err(unsupported(path, "is not a plain text file, and can't be changed yet")),
        }
        match EditableText::decode(bytes.clone()) {
            Ok(editable) => self.writable(path.clone(), Some(bytes), editable).map(Some),
            // Its head is UTF-8, what follows is not.
            Err(NotEditable(encoding)) if encoding == "UTF-8" => self.older(file, bytes).await,
            Err(fault) => Err(damaged(path, &fault)),
        }
    }

    /// The content of `file`, whose `bytes` are in an older encoding.
    async fn older(&mut self, file: Granted, bytes: Vec<u8>) -> Result<Option<Source>, ToolError> {
        let path = file.path();
        let Document { text, encoding, table, .. } =
            match self.host.ask_one(Request::convert_bytes(file.clone(), bytes.clone())).await {
                Answer::Document(document) => document,
                Answer::Fault(_) => {
                    let reason = "is not text in an encoding that is known, and can't be changed";
                    return Err(unsupported(path, reason));
                }
                answer => return Err(self.failed("read", answer)),
            };
        if self.host.policy().closes_content(path, text.as_bytes()) {
            return Ok(self.excluded(path));
        }
        let name = encoding.unwrap_or_else(|| "UTF-8".to_owned());
        let editable = match table {
            Some(table) => EditableText::of_table(&bytes, text, &name, &table),
            None => Err(NotEditable(name)),
        };
        let editable = editable.map_err(|fault| damaged(path, &fault))?;
        let source = self.writable(path.clone(), Some(bytes), editable)?;
        self.older = Some(file);
        Ok(Some(source))
    }

    /// Remembers that the file at `path` is excluded, for a new one there.
    fn excluded(&mut self, path: &VaultPath) -> Option<Source> {
        self.is_taken |= is_spelling_of(path, &self.given);
        None
    }

    /// The file at `path`, if the rules let it be written.
    fn writable(&self, path: VaultPath, before: Option<Vec<u8>>, editable: EditableText) -> Result<Source, ToolError> {
        let text = before.as_ref().map(|_| editable.text.as_bytes());
        let checked = self.host.policy().check_writing(&path, text);
        checked.map_err(|reason| not_writable(&self.given, &reason))?;
        let version = before.as_deref().map(version);
        Ok(Source { path, before, version, editable })
    }

    /// Fails unless the file would be read as it is drafted.
    pub(super) async fn check_draft(&self, drafted: &Drafted) -> Result<(), ToolError> {
        let Drafted { path, editable, text, .. } = drafted;
        let bytes = editable.encode(text).map_err(|fault| not_encodable(path, &fault))?;
        match (editable.reads_back(&bytes, text), &self.older) {
            (None, Some(file)) => self.check_bytes(file, bytes, text).await,
            (Some(true), _) => Ok(()),
            _ => Err(not_read_back(path)),
        }
    }

    /// Fails unless the file would be read as it was accepted.
    pub(super) async fn check_accepted(&self, Drafted { accepted, .. }: &Drafted) -> Result<(), ToolError> {
        let bytes = accepted.bytes.as_ref().filter(|_| !accepted.is_all());
        match self.older.as_ref().zip(bytes) {
            Some((file, bytes)) => self.check_bytes(file, bytes.clone(), &accepted.text).await,
            None => Ok(()),
        }
    }

    /// Fails unless the host reads `bytes` of `file` as `text`.
    async fn check_bytes(&self, file: &Granted, bytes: Vec<u8>, text: &str) -> Result<(), ToolError> {
        match self.host.ask_one(Request::convert_bytes(file.clone(), bytes)).await {
            Answer::Document(read) if read.text == text => Ok(()),
            Answer::Document(_) | Answer::Fault(_) => Err(not_read_back(file.path())),
            answer => Err(self.failed("read", answer)),
        }
    }
}

/// The error for bytes that would not come back.
fn damaged(path: &VaultPath, NotEditable(encoding): &NotEditable) -> ToolError {
    unsupported(path, &format!("is read as {encoding}, but some bytes would be damaged if it were written"))
}

fn not_encodable(path: &VaultPath, fault: &NotEncodable) -> ToolError {
    let message = format!("{fault}, the encoding of {}", quoted(path.as_str()));
    let help = "write it with other characters, or ask the user to convert the file to UTF-8";
    ToolError::new(ErrorCode::Unsupported, message, help).about(path.as_str())
}

fn not_read_back(path: &VaultPath) -> ToolError {
    unsupported(path, "would be read in another encoding after this change, and its text would be another")
}
