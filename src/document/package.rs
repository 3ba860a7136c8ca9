//! A ZIP container of XML parts, as office suites and EPUB use it: opened, told apart, and read within bounds.
//!
//! What the parts say is left to the readers of the formats, how a part is inflated to [`part`](super::part).

use std::collections::BTreeMap;
use std::io::Cursor;
use std::rc::Rc;

use zip::ZipArchive;
use zip::result::ZipError;

use super::part::{Budget, PartReader};
use super::xml::{Node, Stop, Xml};
use super::{Fault, Format};

/// How many entries a container may have: a presentation of 1,000 slides has some 4,000. Each costs about 500 bytes.
const MAX_ENTRIES: usize = 10_000;
/// How many bytes the targets of one part's relationships may hold together: some 20,000 web addresses.
const MAX_TARGETS: usize = 2 * 1024 * 1024;
/// How long one target may be: browsers take 2,083 bytes for granted.
const MAX_TARGET: usize = 4_096;
/// How far from its end a container is searched for the record that ends it: the record and its longest comment.
const TAIL: usize = 22 + 65_535;
/// How an OLE2 compound file begins: Office before 2007, and any Office file with a password.
const COMPOUND: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// What a container holds, going by what it says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Docx,
    Xlsx,
    Pptx,
    Odt,
    Ods,
    Odp,
    Epub,
}

/// Where a part points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Relation {
    /// The last word of its type, such as `hyperlink`.
    pub kind: String,
    /// The address, or the name of the part from the root of the package.
    pub target: Rc<str>,
    /// Whether the target lies outside the package.
    pub is_external: bool,
}

/// An open container, and how much more of it may be inflated.
pub(crate) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    budget: Budget,
}

impl<'a> Package<'a> {
    /// Opens the container in `bytes`.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Fault> {
        if bytes.starts_with(b"%PDF-") {
            return Err(Fault::Other(Format::Pdf));
        }
        if bytes.starts_with(COMPOUND) {
            return Err(compound(bytes));
        }
        if !bytes.starts_with(b"PK") {
            let what = if bytes.is_empty() { "it is empty" } else { "it is no ZIP container" };
            return Err(Fault::Broken(what.to_owned()));
        }
        if has_too_many_entries(bytes) {
            return Err(Fault::TooLarge(format!("more than {MAX_ENTRIES} parts")));
        }
        match ZipArchive::new(Cursor::new(bytes)) {
            Ok(archive) => Ok(Self { archive, budget: Budget::default() }),
            Err(_) => Err(Fault::Broken("its ZIP container is cut off or damaged".to_owned())),
        }
    }

    /// The names of its entries.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.archive.file_names_raw().filter_map(|name| std::str::from_utf8(name).ok())
    }

    /// The part of this name, ready to be read; `None` where there is none. Names differ by more than ASCII case.
    pub fn part(&mut self, name: &str) -> Result<Option<PartReader<'_>>, Fault> {
        let found = self
            .archive
            .index_for_name_raw(name.as_bytes())
            .or_else(|| self.archive.file_names_raw().position(|raw| raw.eq_ignore_ascii_case(name.as_bytes())));
        let Some(index) = found else { return Ok(None) };
        match self.archive.by_index(index) {
            Ok(entry) => Ok(Some(PartReader::new(entry, &mut self.budget))),
            Err(ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword) => {
                Err(Fault::Locked)
            }
            Err(_) => Err(Fault::Broken(format!("its part {name} is damaged"))),
        }
    }

    /// The part of this name as XML.
    pub fn xml(&mut self, name: &str) -> Result<Option<Xml<'_>>, Fault> {
        Ok(self.part(name)?.map(Xml::new))
    }

    /// The relationships of `part` by their id, as far as they can be read; those of the package for `""`.
    pub fn relations(&mut self, part: &str) -> Result<BTreeMap<String, Relation>, Fault> {
        let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
        let separator = if folder.is_empty() { "" } else { "/" };
        let mut relations = BTreeMap::new();
        let Some(mut xml) = self.xml(&format!("{folder}{separator}_rels/{name}.rels"))? else {
            return Ok(relations);
        };
        let mut held = 0;
        while let Ok(node @ (Node::Open | Node::Close | Node::Text)) = xml.next() {
            if node != Node::Open || xml.name() != "Relationship" {
                continue;
            }
            let (Some(id), Some(target)) = (xml.attribute("Id"), xml.attribute("Target")) else { continue };
            let kind = xml.attribute("Type").unwrap_or_default();
            let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
            let is_external = xml.attribute("TargetMode").is_some_and(|mode| mode == "External");
            // 100 is what an entry of the map takes beside its text.
            held += id.len() + target.len() + kind.len() + 100;
            if target.len() > MAX_TARGET {
                continue;
            }
            if held > MAX_TARGETS {
                break;
            }
            let target = if is_external { target.into() } else { resolved(folder, &target).into() };
            relations.insert(id.into_owned(), Relation { kind, target, is_external });
        }
        Ok(relations)
    }

    /// The name of the part that the package is about.
    pub fn main_part(&mut self) -> Result<Option<String>, Fault> {
        let relations = self.relations("")?;
        Ok(relations
            .into_values()
            .find(|relation| relation.kind == "officeDocument")
            .map(|relation| relation.target.to_string()))
    }

    /// What the container holds.
    pub fn kind(&mut self) -> Result<Option<Kind>, Fault> {
        if let Some(part) = self.part("mimetype")? {
            return Ok(open_document(&part.start()));
        }
        let Some(main) = self.main_part()? else { return Ok(self.kind_by_name()) };
        let Some(mut xml) = self.xml("[Content_Types].xml")? else { return Ok(kind_of_part(&main)) };
        while let Ok(node @ (Node::Open | Node::Close | Node::Text)) = xml.next() {
            let is_main = |name: &str| name.trim_start_matches('/').eq_ignore_ascii_case(&main);
            if node == Node::Open && xml.attribute("PartName").is_some_and(|name| is_main(&name)) {
                let kind = xml.attribute("ContentType").and_then(|content| kind_of_content(&content));
                return Ok(kind.or_else(|| kind_of_part(&main)));
            }
        }
        Ok(kind_of_part(&main))
    }

    /// For a package that has lost its relationships.
    fn kind_by_name(&self) -> Option<Kind> {
        ["word/document.xml", "xl/workbook.xml", "ppt/presentation.xml"]
            .into_iter()
            .find(|main| self.names().any(|name| name.eq_ignore_ascii_case(main)))
            .and_then(kind_of_part)
    }
}

/// The format that a container holds; `None` where it is none that is read, or no container.
#[allow(dead_code, reason = "for what tells a file by its content")]
pub(crate) fn format_of(bytes: &[u8]) -> Option<Format> {
    match Package::open(bytes).ok()?.kind().ok()?? {
        Kind::Docx => Some(Format::Docx),
        Kind::Xlsx => Some(Format::Xlsx),
        Kind::Ods => Some(Format::Ods),
        Kind::Pptx | Kind::Odt | Kind::Odp | Kind::Epub => None,
    }
}

/// Why a part ended early, as a fault of the whole document.
pub(crate) fn fault_of(stop: Stop, part: &str) -> Fault {
    match stop {
        Stop::Broken => Fault::Broken(format!("its part {part} is damaged")),
        Stop::Large | Stop::Many | Stop::Long | Stop::Deep => Fault::TooLarge(format!("in its part {part}, {stop}")),
    }
}

fn compound(bytes: &[u8]) -> Fault {
    // Names in a compound file are UTF-16.
    let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    if bytes.windows(name.len()).any(|window| window == name) {
        return Fault::Locked;
    }
    Fault::Broken("it is in Office's format from before 2007, which is not read; save it in today's".to_owned())
}

/// Looks at the directory before it is read: it is read whole, and memory is set aside for as many entries as it claims.
fn has_too_many_entries(bytes: &[u8]) -> bool {
    let number = |at: usize, len: usize| {
        let field = bytes.get(at..at + len).unwrap_or_default();
        field.iter().rev().fold(0_u64, |number, byte| (number << 8) | u64::from(*byte))
    };
    let too_many = |number: u64| number > MAX_ENTRIES as u64;
    let tail = bytes.len().saturating_sub(TAIL);
    let (mut headers, mut claims_64, mut has_locator) = (0, false, false);
    let mut at = 0;
    while let Some(offset) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'P')) {
        at += offset;
        match bytes.get(at + 1..at + 4) {
            Some(b"K\x01\x02") => headers += 1,
            // The 64-bit record counts only where a locator points to it: elsewhere these may be bytes of a picture.
            Some(b"K\x06\x06") => claims_64 |= too_many(number(at + 32, 8)),
            Some(b"K\x06\x07") => has_locator = true,
            Some(b"K\x05\x06") if at >= tail => {
                let count = number(at + 10, 2);
                if too_many(count) && count != 0xFFFF {
                    return true;
                }
            }
            _ => {}
        }
        at += 1;
    }
    headers > MAX_ENTRIES || (has_locator && claims_64)
}

fn open_document(mimetype: &[u8]) -> Option<Kind> {
    let mimetype = std::str::from_utf8(mimetype).ok()?.trim();
    if mimetype == "application/epub+zip" {
        return Some(Kind::Epub);
    }
    let kind = mimetype.strip_prefix("application/vnd.oasis.opendocument.")?;
    match kind.trim_end_matches("-template") {
        "text" | "text-master" => Some(Kind::Odt),
        "spreadsheet" => Some(Kind::Ods),
        "presentation" => Some(Kind::Odp),
        _ => None,
    }
}

/// Documents, templates, and both with macros: all name what they are made with.
fn kind_of_content(content: &str) -> Option<Kind> {
    if content.contains("wordprocessingml") || content.contains("ms-word") {
        Some(Kind::Docx)
    } else if content.contains("spreadsheetml") || content.contains("ms-excel") {
        Some(Kind::Xlsx)
    } else if content.contains("presentationml") || content.contains("ms-powerpoint") {
        Some(Kind::Pptx)
    } else {
        None
    }
}

fn kind_of_part(name: &str) -> Option<Kind> {
    match name.split('/').next()? {
        "word" => Some(Kind::Docx),
        "xl" => Some(Kind::Xlsx),
        "ppt" => Some(Kind::Pptx),
        _ => None,
    }
}

/// The name that `target` stands for in a part of `folder`.
fn resolved(folder: &str, target: &str) -> String {
    let base = if target.starts_with('/') { "" } else { folder };
    let mut names: Vec<&str> = Vec::new();
    for name in base.split('/').chain(target.split('/')) {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.join("/")
}
