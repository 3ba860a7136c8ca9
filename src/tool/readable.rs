//! Which files can be read, and how: the list in docs/formats.md, made from the tables that the readers use.

use std::collections::BTreeSet;

use lectern_base::Format;
use lectern_base::kind::{documents, media, pictures};

use super::load::TAKEN;
use crate::text::outline::outlined;

/// A row of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readable {
    /// The formats or extensions.
    pub files: String,
    /// What a model reads.
    pub shown: &'static str,
}

/// The rows of the list in docs/formats.md.
#[must_use]
pub fn readable() -> Vec<Readable> {
    let row = |files: String, shown| Readable { files, shown };
    let mut formats: Vec<Format> = documents().map(|(_, format)| format).collect();
    formats.dedup();
    let is_taken = |&(_, mime_type): &(&str, &str)| TAKEN.contains(&mime_type);
    let text = row("text, whatever its ending".to_owned(), Format::Legacy.reading());
    let documents = formats.into_iter().map(|format| {
        let endings = documents().filter(|&(_, of)| of == format).map(|(ending, _)| ending);
        row(listed(endings), format.reading())
    });
    let taken = listed(pictures().filter(is_taken).map(|(ending, _)| ending));
    let drawn = listed(pictures().filter(|picture| !is_taken(picture)).map(|(ending, _)| ending));
    let images = [
        row(
            taken,
            "the image, and a line with its size in pixels and bytes; checked, and scaled down to 1,568 pixels where it is larger",
        ),
        row(drawn, "the same, drawn as PNG or JPEG by an app that can; else an error says what is missing"),
        row(listed(["svg"]), "its text; the image if `view` is `image`"),
    ];
    let kinds: BTreeSet<_> = media().map(|(_, what, _)| what).collect();
    let media = kinds.into_iter().map(|kind| {
        let formats: BTreeSet<_> = media().filter(|&(_, what, _)| what == kind).map(|(.., format)| format).collect();
        row(format!("{kind}: {}", joined(formats)), "one line with kind and size")
    });
    let endings: BTreeSet<_> = outlined().collect();
    let outlines = row(listed(endings), "with `view` `outline`: headings, keys or definitions, with their lines");
    [text].into_iter().chain(documents).chain(images).chain(media).chain([outlines]).collect()
}

/// File name extensions, as a user writes them.
fn listed<'e>(endings: impl IntoIterator<Item = &'e str>) -> String {
    joined(endings.into_iter().map(|ending| format!("`.{ending}`")))
}

fn joined<T: ToString>(parts: impl IntoIterator<Item = T>) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(", ")
}
