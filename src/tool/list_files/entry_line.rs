//! The line for a file or folder of a listing.

use std::borrow::Cow;

use super::property_options::PropertyOptions;
use super::rows::Row;
use super::time::date;
use super::tree::{File, Folder};
use crate::path::{is_unprintable, quoted};
use crate::wire::reply::{Entry, counted};

const KB: u64 = 1024;

/// The line of an entry.
pub(super) fn line(row: Row, properties: Option<&PropertyOptions>) -> String {
    match row {
        Row::File(file) if let Some(properties) = properties.filter(|asked| !asked.shown.is_empty()) => {
            format!("{}{}", name(file.path.as_str()), properties.text(file))
        }
        Row::File(File { path, size, mtime, title, .. }) => {
            let title = title.as_ref().map(|title| format!("  {}", quoted(title))).unwrap_or_default();
            format!("{}  {}  {}{title}", name(path.as_str()), bytes(*size), date(*mtime))
        }
        Row::Folder(folder) => {
            let path = format!("{}/", folder.path);
            format!("{}  {}", name(&path), sum(folder))
        }
    }
}

/// The content of a folder: `12 files, 3 folders, newest 2025-03-01`.
fn sum(folder: &Folder) -> String {
    let folders = match folder.all_folders {
        0 => String::new(),
        count => format!("{}, ", counted(count, "folder")),
    };
    format!("{}, {folders}newest {}", counted(folder.all_files, "file"), date(folder.newest))
}

/// The same for programs.
#[expect(clippy::cast_precision_loss, reason = "sizes and times are far from the ends")]
pub(super) fn entry(row: Row, properties: Option<&PropertyOptions>) -> Entry {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    match row {
        Row::File(file) => Entry::File {
            path: file.path.as_str().to_owned(),
            size: file.size as f64,
            mtime: file.mtime as f64,
            title: file.title.as_deref().map(str::to_owned),
            properties: properties.filter(|asked| !asked.shown.is_empty()).map(|asked| asked.shown(file)),
        },
        Row::Folder(folder) => Entry::Folder {
            path: folder.path.clone(),
            files: number(folder.all_files),
            folders: number(folder.all_folders),
            newest: folder.newest as f64,
        },
    }
}

/// A path at the start of a line. It is quoted, escaped as in JSON, if it has unprintable characters or could be
/// mistaken for another part of the listing.
fn name(path: &str) -> Cow<'_, str> {
    let is_plain = !path.starts_with(['[', '"', ' ']) && !path.contains("  ") && !path.contains(is_unprintable);
    if is_plain { Cow::Borrowed(path) } else { Cow::Owned(quoted(path)) }
}

/// `812 B`, `1.2 KB`, `123 KB`, `3.4 MB`: in units of 1,024, with tenths below ten, rounded half up.
fn bytes(len: u64) -> String {
    let mut unit = 1;
    for name in ["B", "KB", "MB", "GB"] {
        let tenths = len / unit * 10 + (len % unit * 10 + unit / 2) / unit;
        let whole = len / unit + u64::from(len % unit >= unit.div_ceil(2));
        if unit > 1 && tenths < 100 {
            return format!("{}.{} {name}", tenths / 10, tenths % 10);
        }
        if whole < KB || name == "GB" {
            return format!("{whole} {name}");
        }
        unit *= KB;
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::{bytes, name};

    #[test]
    fn sizes_have_two_digits_that_matter() {
        for (len, expected) in [
            (0, "0 B"),
            (1, "1 B"),
            (1023, "1023 B"),
            (1024, "1.0 KB"),
            (1280, "1.3 KB"),
            (10_188, "9.9 KB"),
            (10_189, "10 KB"),
            (1_048_063, "1023 KB"),
            (1_048_064, "1.0 MB"),
            (3_565_158, "3.4 MB"),
            (1 << 30, "1.0 GB"),
            (5000 << 30, "5000 GB"),
        ] {
            assert_eq!(bytes(len), expected, "{len}");
        }
    }

    #[test]
    fn a_name_cannot_be_taken_for_a_notice() {
        for (path, expected) in [
            ("a b.md", "a b.md"),
            ("[all].md", "\"[all].md\""),
            ("a  1 KB.md", "\"a  1 KB.md\""),
            ("a\u{202e}b.md", "\"a\\u202eb.md\""),
            ("\"a\".md", "\"\\\"a\\\".md\""),
        ] {
            assert_eq!(name(path), expected);
        }
    }
}
