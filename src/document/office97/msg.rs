//! Messages that Outlook saved: who wrote them, to whom and when, their text, and the names of what is attached.

use lectern_base::calendar::civil;
use lectern_base::kind::size;
use lectern_base::{Document, Fault};

use super::narrow;
use crate::compound::{Compound, long, mistaken, number, wide};
use crate::draft::Draft;
use crate::html;
use crate::markup::one_line;

/// The fields at the start with the properties that have them, the best first.
const FIELDS: [(&str, &[&str]); 5] = [
    ("From", &["0C1A", "0042", "5D01", "0C1F"]),
    ("To", &["0E04"]),
    ("Cc", &["0E03"]),
    ("Bcc", &["0E02"]),
    ("Subject", &["0037", "0E1D"]),
];
/// The address of the sender: of the Internet first, since the other may be a path in a directory.
const ADDRESS: [&str; 3] = ["5D01", "5D02", "0C1F"];
/// When it was sent, or else when it came: properties of the type of times.
const TIMES: [u32; 2] = [0x0039_0040, 0x0e06_0040];
/// Maximum number of attachments that are named.
const MAX_ATTACHMENTS: usize = 1_000;
/// From 1601, where Windows counts from, to 1970, in seconds.
const EPOCH: i64 = 11_644_473_600;

/// Reads a message.
///
/// # Errors
/// A [`Fault`] if it is another kind of file.
pub(crate) async fn read(bytes: &[u8]) -> Result<Document, Fault> {
    let file = Compound::open(bytes)?;
    let Some(fixed) = file.named("__properties_version1.0").filter(|_| file.find(0, "WordDocument").is_none()) else {
        return Err(mistaken(&file));
    };
    let mut draft = Draft::default();
    for (name, properties) in FIELDS {
        let mut value = one_line(&first(&file, 0, properties).unwrap_or_default());
        if name == "From"
            && let Some(address) =
                first(&file, 0, &ADDRESS).filter(|address| address.contains('@') && !value.contains(address.as_str()))
        {
            value = one_line(&format!("{value} <{address}>"));
        }
        if name == "Subject"
            && let Some(time) = TIMES.iter().find_map(|tag| time(&fixed, *tag))
        {
            draft.line(&format!("Date: {time}"));
        }
        if !value.is_empty() {
            draft.line(&format!("{name}: {value}"));
        }
    }
    let plain = first(&file, 0, &["1000"]).filter(|text| !text.trim().is_empty());
    let body = if let Some(text) = plain {
        plain_text(&text)
    } else {
        let text = || first(&file, 0, &["1013"]).map(|page| format!("\u{feff}{page}").into_bytes());
        let page = file.named("__substg1.0_10130102").or_else(text);
        match page {
            Some(page) => html::read(&page, None).await,
            None => Document::default(),
        }
    };
    if body.text.trim().is_empty() {
        draft.note("the message has no text that is read");
    } else {
        draft.blank();
        draft.append(Document { parts: Vec::new(), encoding: None, ..body });
    }
    draft.blank();
    let attachments = file.children(0).filter(|(_, name)| name.starts_with("__attach"));
    for (at, _) in attachments.take(MAX_ATTACHMENTS) {
        let name = first(&file, at, &["3707", "3704", "3001"]).unwrap_or_default();
        let name = if name.trim().is_empty() { "without a name".to_owned() } else { one_line(&name) };
        let len = file.find(at, "__substg1.0_37010102").map(|stream| file.size(stream));
        let len = len.map(|len| format!(", {}", size(len as u64))).unwrap_or_default();
        draft.line(&format!("[attachment: {name}{len}]"));
    }
    Ok(draft.finish())
}

/// A text with at most one blank line in a row.
fn plain_text(text: &str) -> Document {
    let mut draft = Draft::default();
    for line in text.replace("\r\n", "\n").split(['\n', '\r']).map(str::trim_end) {
        if line.trim().is_empty() { draft.blank() } else { draft.line(line) }
    }
    let mut document = draft.finish();
    document.text.truncate(document.text.trim_end().len());
    document.text.push('\n');
    document
}

/// The first of these properties of a storage that is a text and not empty.
fn first(file: &Compound<'_>, storage: usize, properties: &[&str]) -> Option<String> {
    let text = |property: &&str| {
        let stream = |kind| file.find(storage, &format!("__substg1.0_{property}{kind}")).map(|at| file.stream(at));
        let text = stream("001F").map(|bytes| wide(&bytes)).or_else(|| stream("001E").map(|bytes| narrow(&bytes)));
        text.map(|text| text.trim_end_matches('\0').to_owned()).filter(|text| !text.trim().is_empty())
    };
    properties.iter().find_map(text)
}

/// The time of a property with this tag: `2024-03-01 12:30 UTC`.
fn time(fixed: &[u8], tag: u32) -> Option<String> {
    let entry = fixed.get(32..)?.chunks_exact(16).find(|entry| long(entry, 0) == tag)?;
    let seconds = i64::try_from(number::<8>(entry, 8) / 10_000_000).ok()? - EPOCH;
    let (year, month, day) = civil(seconds.div_euclid(86_400));
    let minutes = seconds.rem_euclid(86_400) / 60;
    Some(format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60))
}
