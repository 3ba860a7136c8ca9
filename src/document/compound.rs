//! Compound files: the container of Office documents from before 2007 and of Outlook's messages. It is a small file
//! system: sectors in chains, and a directory of streams and storages.

use std::collections::BTreeSet;

use lectern_base::{Fault, Format};

/// The first bytes of a compound file.
pub(crate) const MAGIC: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
/// Streams shorter than this are in a chain of small sectors.
const SMALL: usize = 4096;
/// Maximum number of entries of the directory. A message with 1,000 attachments has about 50,000.
const MAX_ENTRIES: usize = 100_000;
/// No entry.
const NONE: u32 = u32::MAX;

/// A number of `LEN` bytes in little endian at a place. 0 beyond the end.
pub(crate) fn number<const LEN: usize>(bytes: &[u8], at: usize) -> u64 {
    let field = at.checked_add(LEN).and_then(|end| bytes.get(at..end)).unwrap_or_default();
    field.iter().rev().fold(0, |number, byte| (number << 8) | u64::from(*byte))
}

/// The two bytes at a place.
pub(crate) fn short(bytes: &[u8], at: usize) -> usize {
    usize::try_from(number::<2>(bytes, at)).unwrap_or_default()
}

/// The four bytes at a place.
pub(crate) fn long(bytes: &[u8], at: usize) -> u32 {
    u32::try_from(number::<4>(bytes, at)).unwrap_or_default()
}

/// The same as a place or a length.
pub(crate) fn place(bytes: &[u8], at: usize) -> usize {
    long(bytes, at) as usize
}

/// UTF-16 in little endian as text.
pub(crate) fn wide(bytes: &[u8]) -> String {
    encoding_rs::UTF_16LE.decode_without_bom_handling(bytes).0.into_owned()
}

/// A stream or a storage.
struct Entry {
    name: String,
    /// The storage that it is in, by its index.
    parent: usize,
    start: u32,
    size: usize,
}

/// An open compound file.
pub(crate) struct Compound<'a> {
    bytes: &'a [u8],
    sector: usize,
    small_sector: usize,
    table: Vec<u32>,
    small_table: Vec<u32>,
    /// The stream of all small sectors.
    small: Vec<u8>,
    entries: Vec<Entry>,
}

impl<'a> Compound<'a> {
    /// Opens a file. A damaged one is read as far as it can be.
    ///
    /// # Errors
    /// [`Fault::Broken`] if it is no compound file, or has no directory.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Fault> {
        let power = |at: usize, most: usize| 1_usize << short(bytes, at).min(most);
        let (sector, small_sector) = (power(30, 16), power(32, 12));
        if !bytes.starts_with(MAGIC) || sector < 128 || small_sector < 16 {
            return Err(Fault::Broken("it is not a document of Office from before 2007".to_owned()));
        }
        let (table, small_table, small, entries) = Default::default();
        let mut file = Self { bytes, sector, small_sector, table, small_table, small, entries };
        let mut parts: Vec<u32> = (0..109).map(|at| long(bytes, 76 + at * 4)).collect();
        let mut next = long(bytes, 68);
        // The list of the table's sectors goes on in a chain of its own.
        let most = bytes.len() / sector + 1;
        let needed = most / (sector / 4) + 1;
        while parts.len() < needed + 109 {
            let Some(list) = file.sector(next) else { break };
            parts.extend((0..sector / 4 - 1).map(|at| long(list, at * 4)));
            next = long(list, sector - 4);
        }
        let sectors: Vec<&[u8]> = parts.iter().filter_map(|part| file.sector(*part)).take(needed).collect();
        file.table = numbers(&sectors.concat());
        file.table.truncate(most);
        file.small_table = numbers(&file.chain(long(bytes, 60), usize::MAX));
        let directory = file.chain(long(bytes, 48), usize::MAX);
        file.read_directory(&directory);
        let root = file.entries.first().map(|root| (root.start, root.size));
        let (start, size) = root.ok_or_else(|| Fault::Broken("its list of parts is missing".to_owned()))?;
        file.small = file.chain(start, size);
        Ok(file)
    }

    fn sector(&self, number: u32) -> Option<&'a [u8]> {
        let start = (number as usize).checked_add(1)?.checked_mul(self.sector)?;
        let rest = self.bytes.get(start..)?;
        // The last sector of a file may be cut.
        (!rest.is_empty()).then(|| &rest[..rest.len().min(self.sector)])
    }

    /// The content of a chain of sectors, at most `size` bytes.
    fn chain(&self, start: u32, size: usize) -> Vec<u8> {
        let (mut content, mut next) = (Vec::new(), start);
        for _ in 0..=self.table.len() {
            let Some(sector) = self.sector(next).filter(|_| content.len() < size) else { break };
            content.extend_from_slice(sector);
            next = self.table.get(next as usize).copied().unwrap_or(NONE);
        }
        content.truncate(size);
        content
    }

    fn read_directory(&mut self, directory: &[u8]) {
        let raw: Vec<&[u8]> = directory.chunks_exact(128).take(MAX_ENTRIES).collect();
        self.entries = raw
            .iter()
            .map(|entry| Entry {
                name: wide(&entry[..short(entry, 64).saturating_sub(2).min(64)]),
                parent: usize::MAX,
                start: long(entry, 116),
                size: place(entry, 120),
            })
            .collect();
        // From each storage to the tree of what is in it.
        let mut open: Vec<(u32, usize)> = raw.first().map(|root| (long(root, 76), 0)).into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some((at, parent)) = open.pop() {
            let Some(entry) = raw.get(at as usize).filter(|_| seen.insert(at)) else { continue };
            self.entries[at as usize].parent = parent;
            open.extend([(long(entry, 68), parent), (long(entry, 72), parent), (long(entry, 76), at as usize)]);
        }
    }

    /// What is in a storage, by name and index. 0 is the root.
    pub fn children(&self, storage: usize) -> impl Iterator<Item = (usize, &str)> {
        let children = self.entries.iter().enumerate().filter(move |(_, entry)| entry.parent == storage);
        children.map(|(at, entry)| (at, entry.name.as_str()))
    }

    /// The entry of a storage with this name.
    pub fn find(&self, storage: usize, name: &str) -> Option<usize> {
        self.children(storage).find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(at, _)| at)
    }

    /// The content of a stream.
    pub fn stream(&self, at: usize) -> Vec<u8> {
        let Some(entry) = self.entries.get(at) else { return Vec::new() };
        if entry.size >= SMALL {
            return self.chain(entry.start, entry.size);
        }
        let (mut content, mut next) = (Vec::new(), entry.start);
        for _ in 0..=self.small_table.len() {
            let start = (next as usize).saturating_mul(self.small_sector);
            let Some(rest) = self.small.get(start..).filter(|rest| !rest.is_empty() && content.len() < entry.size)
            else {
                break;
            };
            content.extend_from_slice(&rest[..rest.len().min(self.small_sector)]);
            next = self.small_table.get(next as usize).copied().unwrap_or(NONE);
        }
        content.truncate(entry.size);
        content
    }

    /// The content of a stream in the root. `None` if it is missing.
    pub fn named(&self, name: &str) -> Option<Vec<u8>> {
        self.find(0, name).map(|at| self.stream(at))
    }

    /// The size of a stream in bytes.
    pub fn size(&self, at: usize) -> usize {
        self.entries.get(at).map_or(0, |entry| entry.size)
    }
}

fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|four| long(four, 0)).collect()
}

/// The streams that tell what a compound file is.
const STREAMS: [(&str, Format); 6] = [
    ("WordDocument", Format::Doc),
    ("Workbook", Format::Xls),
    ("Book", Format::Xls),
    ("PowerPoint Document", Format::Ppt),
    ("PP97_DUALSTORAGE", Format::Ppt),
    ("__properties_version1.0", Format::Msg),
];

/// The fault for a compound file that is not of the wanted format.
pub(crate) fn mistaken(file: &Compound<'_>) -> Fault {
    if file.find(0, "EncryptedPackage").is_some() {
        return Fault::Locked;
    }
    let known = STREAMS.iter().find(|(name, _)| file.find(0, name).is_some());
    known.map_or_else(
        || {
            Fault::Broken(
                "it is in a format of Office from before 2007 that is not read; save it in today's".to_owned(),
            )
        },
        |(_, format)| Fault::Other(*format),
    )
}
