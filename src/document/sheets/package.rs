//! The zip container of a workbook: its parts by name, read as streams within one budget.
//!
//! What the parts mean is left to others.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{BufReader, Cursor, Read};
use std::rc::Rc;

use zip::ZipArchive;
use zip::result::ZipError;

use super::super::Fault;
use super::xml::{Tether, Xml};

/// How much may be taken apart for one document, in bytes of XML with 16 more for each tag and text: what fits into 2 s in
/// wasm, and the XML of a sheet whose text fills the bound.
const MAX_WORK: u64 = 256 * 1024 * 1024;
/// What opening a part costs of that, so that opening one small part many times ends too.
const OPENING: u64 = 4 * 1024;
/// How many files the container may hold: several for each of thousands of sheets, in 8 MB of directory.
const MAX_FILES: usize = 20_000;
/// How much is inflated at a time.
const CHUNK: usize = 32 * 1024;

/// Why a part could not be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Flaw {
    /// A password is needed.
    Locked,
    /// The budget is spent.
    Spent,
    /// What is wrong with it.
    Broken(String),
}

impl Flaw {
    /// What it says in a note.
    pub fn reason(&self) -> String {
        match self {
            Self::Locked => "protected by a password".into(),
            Self::Spent => "there is more in it than can be taken apart in time".into(),
            Self::Broken(reason) => reason.clone(),
        }
    }
}

impl From<Flaw> for Fault {
    fn from(flaw: Flaw) -> Self {
        match flaw {
            Flaw::Locked => Self::Locked,
            Flaw::Spent => Self::TooLarge(flaw.reason()),
            Flaw::Broken(reason) => Self::Broken(reason),
        }
    }
}

/// A container whose directory was read.
pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// Names in lower case with `/`, as Office compares them.
    names: BTreeMap<String, usize>,
    left: Rc<Cell<u64>>,
}

impl<'a> Package<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, Fault> {
        // Each is kept in memory by the directory's reader, so they are counted before it starts.
        if bytes.windows(4).filter(|window| window == b"PK\x01\x02").count() > MAX_FILES {
            return Err(Fault::TooLarge(format!("more than {MAX_FILES} files inside")));
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| {
            Fault::Broken(if bytes.starts_with(b"PK\x03\x04") {
                "cut short: the end of the zip archive is missing or damaged".into()
            } else {
                "no zip archive".into()
            })
        })?;
        let mut names = BTreeMap::new();
        for index in 0..archive.len() {
            if let Some(Ok(name)) = archive.name_for_index(index) {
                names.insert(key(&name), index);
            }
        }
        Ok(Self { archive, names, left: Rc::new(Cell::new(MAX_WORK)) })
    }

    pub fn has(&self, name: &str) -> bool {
        self.names.contains_key(&key(name))
    }

    /// How long the part says it is when inflated; 0 where there is none.
    pub fn size(&self, name: &str) -> u64 {
        let entry = self.names.get(&key(name)).and_then(|&index| self.archive.by_index_data(index).ok());
        entry.map_or(0, |entry| entry.size())
    }

    /// The part's bytes, at most `limit`; empty where it is missing or broken. For small parts that are no XML.
    pub fn head(&mut self, name: &str, limit: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Some(&index) = self.names.get(&key(name))
            && let Ok(file) = self.archive.by_index(index)
        {
            // What came before an error is kept.
            let _ = file.take(limit).read_to_end(&mut bytes);
        }
        bytes
    }

    /// The part as XML; `None` where there is none of that name.
    pub fn xml(&mut self, name: &str) -> Result<Option<Xml<'_>>, Flaw> {
        let Some(&index) = self.names.get(&key(name)) else { return Ok(None) };
        let left = self.left.get();
        if left < OPENING {
            self.left.set(0);
            return Err(Flaw::Spent);
        }
        self.left.set(left - OPENING);
        let file = self.archive.by_index(index).map_err(|error| match error {
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => Flaw::Locked,
            error => Flaw::Broken(format!("{name}: {error}")),
        })?;
        let source = Tether::new(Box::new(file), Rc::clone(&self.left));
        Ok(Some(Xml::new(BufReader::with_capacity(CHUNK, source))))
    }
}

fn key(name: &str) -> String {
    name.trim_start_matches(['/', '\\']).replace('\\', "/").to_ascii_lowercase()
}
