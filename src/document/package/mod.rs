//! Opens ZIP containers of XML parts, as office suites use them. [`part_reader`](super::part_reader) inflates the
//! parts.

mod package_kind;
mod outside;
mod relation;

use std::collections::BTreeMap;
use std::io::Cursor;

use zip::ZipArchive;
use zip::result::ZipError;

use super::Fault;
use super::part_reader::{Budget, Limits, PartReader};
use super::stop::Stop;
use super::xml::Xml;

pub(crate) use package_kind::{PackageKind, mistaken};
pub(crate) use relation::Relation;

/// An open container and its budget.
pub(crate) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// Entry indexes by normalized name: lower case, `/` as separator, without a leading `/`. Office compares names
    /// this way.
    entries: BTreeMap<String, usize>,
    budget: Budget,
}

impl<'a> Package<'a> {
    /// Opens the container in `bytes`, to be read within `limits`.
    pub fn open(bytes: &'a [u8], limits: &'static Limits) -> Result<Self, Fault> {
        outside::check(bytes, limits.entries)?;
        let Ok(archive) = ZipArchive::new(Cursor::new(bytes)) else {
            let is_zip = bytes.starts_with(b"PK");
            let what = if is_zip { "its ZIP container is cut off or damaged" } else { "it is not a ZIP container" };
            return Err(Fault::Broken(what.to_owned()));
        };
        let mut entries = BTreeMap::new();
        for (index, name) in archive.file_names_raw().enumerate() {
            entries.entry(key(&String::from_utf8_lossy(name))).or_insert(index);
        }
        Ok(Self { archive, entries, budget: Budget::new(limits) })
    }

    /// The limits for reading it.
    pub fn limits(&self) -> &'static Limits {
        self.budget.limits
    }

    /// Whether there is a part of this name, ignoring ASCII case.
    pub fn has(&self, name: &str) -> bool {
        self.index(name).is_some()
    }

    /// The inflated size that the part declares; 0 if it is missing.
    pub fn size(&self, name: &str) -> u64 {
        let entry = self.index(name).and_then(|index| self.archive.by_index_data(index).ok());
        entry.map_or(0, |entry| entry.size())
    }

    /// The part of this name; `None` if it is missing.
    pub fn part(&mut self, name: &str) -> Result<Option<PartReader<'_>>, Stop> {
        let Some(index) = self.index(name) else { return Ok(None) };
        match self.archive.by_index(index) {
            Ok(entry) => Ok(Some(PartReader::new(entry, &mut self.budget))),
            Err(ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword) => {
                Err(Stop::Locked)
            }
            Err(_) => Err(Stop::Packed),
        }
    }

    /// The part of this name as XML.
    pub fn xml(&mut self, name: &str) -> Result<Option<Xml<'_>>, Stop> {
        Ok(self.part(name)?.map(Xml::new))
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.archive.index_for_name_raw(name.as_bytes()).or_else(|| self.entries.get(&key(name)).copied())
    }
}

fn key(name: &str) -> String {
    name.trim_start_matches(['/', '\\']).replace('\\', "/").to_ascii_lowercase()
}
