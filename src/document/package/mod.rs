//! Opens ZIP containers of XML parts, as office programs write them. [`part_reader`](super::part_reader) inflates the
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
    /// The indexes of the entries by normalized name: lower case, `/` as the separator, without a leading slash.
    entries: BTreeMap<String, usize>,
    budget: Budget,
}

impl<'a> Package<'a> {
    /// Opens the container in `bytes`. `limits` bounds how much of it may be unpacked and parsed.
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

    /// The limits of the container.
    pub fn limits(&self) -> &'static Limits {
        self.budget.limits
    }

    /// Whether there is a part with this name, ignoring ASCII case.
    pub fn has(&self, name: &str) -> bool {
        self.index(name).is_some()
    }

    /// The uncompressed size that the entry of the part declares, or 0 if it is missing.
    pub fn size(&self, name: &str) -> u64 {
        let entry = self.index(name).and_then(|index| self.archive.by_index_data(index).ok());
        entry.map_or(0, |entry| entry.size())
    }

    /// Opens the part with this name. `None` if it is missing.
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

    /// Opens the part with this name as XML. `None` if it is missing.
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
