//! An open container: its parts by name, within its limits.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use crc32fast::Hasher;
use lectern_base::Fault;
use zip::{CompressionMethod, ZipArchive};

use super::inflater::{Inflater, WholePart};
use super::outside::{self, Scan};
use crate::draft::Stop;
use crate::part_reader::{Bound, Budget, Limits, PartReader};
use crate::slices::give_way;
use crate::xml::Xml;

/// An open container and its budget.
pub(crate) struct Package<'a> {
    bytes: &'a [u8],
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// The indexes of the entries by normalized name: lower case, `/` as the separator, without a leading slash.
    entries: BTreeMap<String, usize>,
    budget: Budget,
}

impl<'a> Package<'a> {
    /// Opens the container in `bytes`. `limits` bounds how much of it may be unpacked and parsed.
    pub fn open(bytes: &'a [u8], limits: &'static Limits) -> Result<Self, Fault> {
        Self::open_scanned(bytes, limits, Scan::default())
    }

    /// The same, giving way while the file is scanned.
    pub async fn open_in_slices(bytes: &'a [u8], limits: &'static Limits) -> Result<Self, Fault> {
        let mut scan = Scan::default();
        while !scan.step(bytes) {
            give_way().await;
        }
        Self::open_scanned(bytes, limits, scan)
    }

    /// The same, after `scan` went through `bytes` as far as it did.
    pub fn open_scanned(bytes: &'a [u8], limits: &'static Limits, mut scan: Scan) -> Result<Self, Fault> {
        while !scan.step(bytes) {}
        outside::check(bytes, limits.entries, &scan)?;
        let Ok(archive) = ZipArchive::new(Cursor::new(bytes)) else {
            let is_zip = bytes.starts_with(b"PK");
            let what = if is_zip { "its ZIP container is cut off or damaged" } else { "it is not a ZIP container" };
            return Err(Fault::Broken(what.to_owned()));
        };
        let mut entries = BTreeMap::new();
        for (index, name) in archive.file_names_raw().enumerate() {
            entries.entry(key(&String::from_utf8_lossy(name))).or_insert(index);
        }
        Ok(Self { bytes, archive, entries, budget: Budget::new(limits) })
    }

    /// Makes the limits apply anew, for the next call.
    pub fn renew(&mut self) {
        self.budget = Budget::new(self.budget.limits);
    }

    /// What is left of the limits.
    pub fn budget(&mut self) -> &mut Budget {
        &mut self.budget
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
        let Some((inflater, checksum)) = self.open_part(name)? else { return Ok(None) };
        let part = WholePart { inflater, so_far: Hasher::new(), checksum };
        Ok(Some(PartReader::new(part, &mut self.budget)))
    }

    /// The part with this name, to be read from any place in it. `None` if it is missing.
    pub fn inflater(&mut self, name: &str) -> Result<Option<Inflater<'a>>, Stop> {
        Ok(self.open_part(name)?.map(|(inflater, _)| inflater))
    }

    /// The part with this name, and its checksum.
    fn open_part(&mut self, name: &str) -> Result<Option<(Inflater<'a>, u32)>, Stop> {
        let Some(index) = self.index(name) else { return Ok(None) };
        let entry = self.archive.by_index_raw(index).map_err(|_| Stop::Packed)?;
        if entry.encrypted() {
            return Err(Stop::Locked);
        }
        let is_compressed = match entry.compression() {
            CompressionMethod::Stored => false,
            CompressionMethod::DEFLATE => true,
            _ => return Err(Stop::Packed),
        };
        let start = entry.data_start().and_then(|start| usize::try_from(start).ok());
        let size = usize::try_from(entry.compressed_size()).ok();
        let packed = start.zip(size).and_then(|(start, size)| self.bytes.get(start..start.checked_add(size)?));
        Ok(Some((Inflater::new(packed.ok_or(Stop::Packed)?, is_compressed), entry.crc32())))
    }

    /// The content of the part with this name. `None` if it is missing.
    pub fn bytes(&mut self, name: &str) -> Result<Option<Vec<u8>>, Stop> {
        let limit = self.limits().bytes;
        let Some(mut part) = self.part(name)? else { return Ok(None) };
        let mut bytes = Vec::new();
        match (part.read_to_end(&mut bytes), part.reached()) {
            (Ok(_), _) => Ok(Some(bytes)),
            (Err(_), Some(Bound::Inflated)) => Err(Stop::Large(limit)),
            (Err(_), Some(_)) => Err(Stop::Long),
            (Err(_), None) => Err(Stop::Packed),
        }
    }

    /// Opens the part with this name as XML. `None` if it is missing.
    pub fn xml(&mut self, name: &str) -> Result<Option<Xml<'_>>, Stop> {
        Ok(self.part(name)?.map(|part| Xml::new(part.into_xml())))
    }

    /// The same for a part that the document does without: a damaged one counts as missing.
    pub fn optional_xml(&mut self, name: &str) -> Result<Option<Xml<'_>>, Stop> {
        match self.xml(name) {
            Err(Stop::Packed) => Ok(None),
            part => part,
        }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.archive.index_for_name_raw(name.as_bytes()).or_else(|| self.entries.get(&key(name)).copied())
    }
}

fn key(name: &str) -> String {
    name.trim_start_matches(['/', '\\']).replace('\\', "/").to_ascii_lowercase()
}
