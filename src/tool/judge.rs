//! Judging: whether a file's content closes it, and what can be shown of it if not. Every tool asks here, so that no two
//! tools differ.

use super::host::Answer;
use crate::document::kind::{self, FileKind};
use crate::document::{Format, decode_wide};
use crate::note;
use crate::path::VaultPath;
use crate::policy::Policy;
use crate::text::check_head;
use crate::text::encoding::WideEncoding;

/// What is known of a file once its content has been read.
#[derive(Debug)]
pub(super) enum Verdict {
    /// The content closes the note.
    Closed,
    /// The host has to convert the file to text; [`judge_converted`] judges that text.
    Convert(Format),
    /// Text that may be shown.
    Text(JudgedText),
    /// A picture, audio or other content without text, as its kind and its bytes.
    Other(FileKind, Vec<u8>),
}

/// Text that may be shown.
#[derive(Debug, Default)]
pub(super) struct JudgedText {
    /// UTF-8 in the head at least; perhaps with a byte order mark.
    pub bytes: Vec<u8>,
    /// Whether it is an SVG picture.
    pub is_svg: bool,
    /// What it was decoded from, and whether something in that was no text; `None` for UTF-8.
    pub wide: Option<(WideEncoding, bool)>,
}

impl JudgedText {
    /// The title of the note at `path`, if that is not its file's name.
    pub fn title(&self, path: &VaultPath) -> Option<Box<str>> {
        note::title(path, &self.bytes)
    }

    /// The text without a byte order mark. Invalid UTF-8 becomes U+FFFD.
    pub fn into_string(self) -> String {
        let lossy = |error: std::string::FromUtf8Error| String::from_utf8_lossy(error.as_bytes()).into_owned();
        let mut text = String::from_utf8(self.bytes).unwrap_or_else(lossy);
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        text
    }
}

/// Judges the file at `path`, which holds `bytes`.
pub(super) fn judge(policy: &Policy, path: &VaultPath, bytes: Vec<u8>) -> Verdict {
    if policy.closes_content(path, &bytes) {
        return Verdict::Closed;
    }
    match kind::of(path.as_str(), &bytes) {
        FileKind::Document(format) => Verdict::Convert(format),
        FileKind::Legacy => Verdict::Convert(Format::Legacy),
        FileKind::Wide(encoding) => {
            let (text, had_errors) = decode_wide(encoding, &bytes);
            let judged = judge_converted(policy, path, text);
            let wide = Some((encoding, had_errors));
            judged.map_or(Verdict::Closed, |judged| Verdict::Text(JudgedText { wide, ..judged }))
        }
        kind @ (FileKind::Text | FileKind::Svg | FileKind::Binary)
            if kind != FileKind::Binary || is_utf8_note(path, &bytes) =>
        {
            // Only the head is known to be UTF-8. Tags may be anywhere, and may be none in the wrong encoding.
            if policy.has_closed_tags() && path.is_note() && str::from_utf8(&bytes).is_err() {
                return Verdict::Convert(Format::Legacy);
            }
            Verdict::Text(JudgedText { bytes, is_svg: kind == FileKind::Svg, wide: None })
        }
        kind => Verdict::Other(kind, bytes),
    }
}

/// Judges the file at `path`, which the host has converted to `text`. `None` if that closes it.
pub(super) fn judge_converted(policy: &Policy, path: &VaultPath, text: String) -> Option<JudgedText> {
    let is_open = !policy.closes_content(path, text.as_bytes());
    is_open.then(|| JudgedText { bytes: text.into_bytes(), ..JudgedText::default() })
}

/// What the host's answer to `read` or, where it `is_converted`, to `convert` says of a note.
#[derive(Debug)]
pub(super) enum NoteVerdict {
    /// It cannot be read, so it cannot be told to be open.
    Unreadable,
    /// See [`Verdict::Closed`].
    Closed,
    /// See [`Verdict::Convert`].
    Convert(Format),
    /// It is open; its text is empty where no text can be made of it.
    Open(JudgedText),
}

/// Judges the note at `path` by the host's answer.
pub(super) fn judge_note(policy: &Policy, path: &VaultPath, is_converted: bool, answer: Answer) -> NoteVerdict {
    let verdict = match answer {
        Answer::Text(text) if !is_converted => judge(policy, path, text.into_bytes()),
        Answer::Bytes(bytes) if !is_converted => judge(policy, path, bytes),
        Answer::Document(document) if is_converted => {
            judge_converted(policy, path, document.text).map_or(Verdict::Closed, Verdict::Text)
        }
        // Content that nothing can make text of closes nothing.
        Answer::Fault(_) if is_converted => Verdict::Text(JudgedText::default()),
        _ => return NoteVerdict::Unreadable,
    };
    match verdict {
        Verdict::Closed => NoteVerdict::Closed,
        Verdict::Convert(format) => NoteVerdict::Convert(format),
        Verdict::Text(text) => NoteVerdict::Open(text),
        Verdict::Other(..) => NoteVerdict::Open(JudgedText::default()),
    }
}

/// A note in UTF-8 is text, whatever control characters are in it.
fn is_utf8_note(path: &VaultPath, bytes: &[u8]) -> bool {
    path.is_note() && check_head(bytes).is_ok()
}
