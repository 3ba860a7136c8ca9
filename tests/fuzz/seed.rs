//! What damage begins with: a good file, as bytes or as the entries of a ZIP container.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::grammar::Grammar;
use super::mutate::{mutate, swell};
use super::random::Random;

/// The marks of a container.
const CONTAINER: Grammar = Grammar {
    marks: b"P",
    words: &[
        "PK\x01\x02",
        "PK\x03\x04",
        "PK\x05\x06",
        "PK\x06\x06",
        "PK\x06\x07",
        "PK\x07\x08",
        "\0\0\0\0",
        "\x08\0",
        "\x01\0",
    ],
    nests: &[("PK\x03\x04", "PK\x05\x06")],
};

/// A good file.
#[derive(Debug, Clone)]
pub enum Seed {
    Bytes(Vec<u8>),
    Container(Vec<(String, Vec<u8>)>),
}

impl Seed {
    pub fn text(text: &str) -> Self {
        Self::Bytes(text.as_bytes().to_vec())
    }

    pub fn parts(parts: &[(&str, &str)]) -> Self {
        let part = |(name, content): &(&str, &str)| ((*name).to_owned(), content.as_bytes().to_vec());
        Self::Container(parts.iter().map(part).collect())
    }

    /// The file as it is.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => bytes.clone(),
            Self::Container(parts) => zipped(parts, CompressionMethod::Stored),
        }
    }

    /// A copy with megabytes of one thing in it.
    pub fn swollen(&self, grammar: &Grammar, random: &mut Random) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => {
                let mut bytes = bytes.clone();
                swell(&mut bytes, grammar, random);
                bytes
            }
            Self::Container(parts) => {
                let mut parts = parts.clone();
                let at = random.below(parts.len());
                swell(&mut parts[at].1, grammar, random);
                zipped(&parts, CompressionMethod::Deflated)
            }
        }
    }

    /// A damaged copy. A container is mostly damaged within its entries, and its checksums are right; now and then it is
    /// the container itself.
    pub fn damaged(&self, other: &Self, grammar: &Grammar, random: &mut Random) -> Vec<u8> {
        let parts = match (self, other) {
            (Self::Bytes(bytes), Self::Bytes(other)) => {
                let mut bytes = bytes.clone();
                mutate(&mut bytes, other, grammar, random);
                return bytes;
            }
            (Self::Bytes(bytes), Self::Container(_)) => {
                let mut bytes = bytes.clone();
                mutate(&mut bytes, &other.bytes(), &CONTAINER, random);
                return bytes;
            }
            (Self::Container(parts), _) => parts,
        };
        let mut parts = parts.clone();
        for _ in 0..=random.below(2) {
            change(&mut parts, other, grammar, random);
        }
        let method = if random.one_in(8) { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let mut bytes = zipped(&parts, method);
        if random.one_in(12) {
            let copy = bytes.clone();
            mutate(&mut bytes, &copy, &CONTAINER, random);
        }
        bytes
    }
}

fn change(parts: &mut Vec<(String, Vec<u8>)>, other: &Seed, grammar: &Grammar, random: &mut Random) {
    if parts.is_empty() {
        return;
    }
    let at = random.below(parts.len());
    let elsewhere = random.below(parts.len());
    match random.below(16) {
        0 => drop(parts.remove(at)),
        1 => parts[at].1 = parts[elsewhere].1.clone(),
        2 => parts.swap(at, elsewhere),
        3 => {
            let mut name = std::mem::take(&mut parts[at].0).into_bytes();
            mutate(&mut name, b"../word/xl/_rels/\\document.xml", grammar, random);
            name.truncate(300);
            parts[at].0 = String::from_utf8_lossy(&name).into_owned();
        }
        _ => {
            // The part of the same name in another file, so that its blocks fit.
            let name = &parts[at].0;
            let donor = match other {
                Seed::Container(others) => others.iter().find(|(other, _)| other == name).or(others.last()),
                Seed::Bytes(_) => None,
            };
            let donor = donor.map(|(_, content)| content.clone()).unwrap_or_default();
            mutate(&mut parts[at].1, &donor, grammar, random);
        }
    }
}

/// A container of these parts, less those that no container can hold.
pub fn zipped(parts: &[(String, Vec<u8>)], method: CompressionMethod) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, content) in parts {
        // Two entries of one name cannot be written.
        if writer.start_file(name.as_str(), options).is_ok() {
            writer.write_all(content).expect("memory takes all");
        }
    }
    writer.finish().expect("memory takes all").into_inner()
}
