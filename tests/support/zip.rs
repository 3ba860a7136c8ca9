//! ZIP containers, built part by part.
#![allow(clippy::unwrap_used, reason = "a fixture that cannot be built is a failed test")]

use std::io::{Cursor, Write};

use ::zip::CompressionMethod;
use ::zip::write::{SimpleFileOptions, ZipWriter};

/// A container of these parts, by name and content.
pub fn package(parts: &[(&str, &str)]) -> Vec<u8> {
    packed(parts, SimpleFileOptions::default())
}

/// The same, in which each content stands as it is.
pub fn stored(parts: &[(&str, &str)]) -> Vec<u8> {
    packed(parts, SimpleFileOptions::default().compression_method(CompressionMethod::Stored))
}

fn packed(parts: &[(&str, &str)], options: SimpleFileOptions) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer.start_file(*name, options).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}
