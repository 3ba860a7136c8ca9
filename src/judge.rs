//! Judges content: whether it excludes its file, and otherwise what can be shown. Every tool uses this, and nothing else
//! decides, so that no two tools differ. A note that is not UTF-8 is converted by the host and judged as text.

use lectern_base::Format;
use lectern_base::decode::check_head;
use lectern_base::encoding::WideEncoding;
use lectern_base::kind::{self, FileKind};

use crate::note;
use crate::path::VaultPath;
use crate::policy::Policy;
use crate::vault_links::is_canvas;
use crate::wire::Answer;

/// The verdict on a file's content.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The content excludes the note.
    Closed,
    /// The host has to convert the file to text; [`judge_converted`] judges that text.
    Convert(Format),
    /// Text that may be shown.
    Text(JudgedText),
    /// An image, audio or other content without text: its kind and its bytes.
    Other(FileKind, Vec<u8>),
}

impl Verdict {
    /// Whether the file at `path` is text that may be changed. A note with a drawing is shown without its data, but with
    /// the lines that it has.
    pub fn is_editable(&self, path: &VaultPath) -> bool {
        matches!(self, Self::Text(_)) || (matches!(self, Self::Convert(Format::Excalidraw)) && path.is_note())
    }
}

/// Text that may be shown.
#[derive(Debug, Default)]
pub(crate) struct JudgedText {
    /// May have a byte order mark.
    pub content: Content,
    /// Whether it is an SVG image.
    pub is_svg: bool,
    /// The encoding it was decoded from, and whether some of it was invalid; `None` for UTF-8.
    pub wide: Option<(WideEncoding, bool)>,
}

impl JudgedText {
    /// The title of the note at `path`, if it differs from the file's name.
    pub fn title(&self, path: &VaultPath) -> Option<Box<str>> {
        note::title(path, self.content.as_bytes())
    }

    /// The text without its byte order mark. Invalid UTF-8 becomes U+FFFD.
    pub fn into_string(self) -> String {
        let lossy = |error: std::string::FromUtf8Error| String::from_utf8_lossy(error.as_bytes()).into_owned();
        let mut text = match self.content {
            Content::Checked(text) => text,
            Content::Bytes(bytes) => String::from_utf8(bytes).unwrap_or_else(lossy),
        };
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        text
    }
}

/// UTF-8.
#[derive(Debug)]
pub(crate) enum Content {
    /// Checked as a whole.
    Checked(String),
    /// Checked at least in the head.
    Bytes(Vec<u8>),
}

impl Default for Content {
    fn default() -> Self {
        Self::Bytes(Vec::new())
    }
}

impl Content {
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Checked(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }

    pub fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::Checked(text) => text.into_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// Judges the file at `path` with the content `bytes`. Checks only the head of a long text.
pub(crate) fn judge(policy: &Policy, path: &VaultPath, bytes: Vec<u8>) -> Verdict {
    judge_content(policy, path, Content::Bytes(bytes))
}

fn judge_content(policy: &Policy, path: &VaultPath, content: Content) -> Verdict {
    let bytes = content.as_bytes();
    if policy.closes_content(path, bytes) {
        return Verdict::Closed;
    }
    let is_utf8 = matches!(content, Content::Checked(_));
    match if is_utf8 { kind::of_utf8(path.as_str(), bytes) } else { kind::of(path.as_str(), bytes) } {
        FileKind::Document(format) => Verdict::Convert(format),
        FileKind::Legacy => Verdict::Convert(Format::Legacy),
        FileKind::Wide(encoding) => {
            let (text, had_errors) = lectern_base::encoding::decode(encoding, bytes);
            let judged = judge_converted(policy, path, text);
            let wide = Some((encoding, had_errors));
            judged.map_or(Verdict::Closed, |judged| Verdict::Text(JudgedText { wide, ..judged }))
        }
        kind @ (FileKind::Text | FileKind::Svg | FileKind::Binary)
            if kind != FileKind::Binary || is_utf8_note(path, bytes) =>
        {
            // Only the head was checked. Tags may be anywhere, and cannot be found in the wrong encoding.
            if !is_utf8 && policy.has_closed_tags() && path.is_note() && str::from_utf8(bytes).is_err() {
                return Verdict::Convert(Format::Legacy);
            }
            Verdict::Text(JudgedText { content, is_svg: kind == FileKind::Svg, wide: None })
        }
        kind => Verdict::Other(kind, content.into_bytes()),
    }
}

/// Judges the file at `path` that the host converted to `text`. `None` if it is excluded.
pub(crate) fn judge_converted(policy: &Policy, path: &VaultPath, text: String) -> Option<JudgedText> {
    let is_open = !policy.closes_content(path, text.as_bytes());
    is_open.then(|| JudgedText { content: Content::Checked(text), ..JudgedText::default() })
}

/// The verdict on a note, from the host's answer.
#[derive(Debug)]
pub(crate) enum NoteVerdict {
    /// It cannot be read, so it counts as excluded.
    Unreadable,
    /// See [`Verdict::Closed`].
    Closed,
    /// See [`Verdict::Convert`].
    Convert(Format),
    /// It is not excluded; the text is empty if the file has none.
    Open(JudgedText),
}

/// Judges the note at `path` by the host's answer to `read`, or to `convert` if it `is_converted`. Its text is needed as
/// a whole, so all of it is checked, once.
pub(crate) fn judge_note(policy: &Policy, path: &VaultPath, is_converted: bool, answer: Answer) -> NoteVerdict {
    let verdict = match answer {
        // Its links are in its JSON.
        Answer::Text(text) if is_canvas(path) => return canvas(Content::Checked(text)),
        Answer::Bytes(bytes) if is_canvas(path) => return canvas(Content::Bytes(bytes)),
        Answer::Text(text) if !is_converted => judge_content(policy, path, Content::Checked(text)),
        Answer::Bytes(bytes) if !is_converted => {
            let content = String::from_utf8(bytes).map(Content::Checked);
            judge_content(policy, path, content.unwrap_or_else(|error| Content::Bytes(error.into_bytes())))
        }
        Answer::Document(document) if is_converted => {
            judge_converted(policy, path, document.text).map_or(Verdict::Closed, Verdict::Text)
        }
        // Content without text cannot exclude a note.
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

/// A canvas, which no content excludes.
fn canvas(content: Content) -> NoteVerdict {
    NoteVerdict::Open(JudgedText { content, is_svg: false, wide: None })
}

/// A UTF-8 note is text, whatever control characters it contains.
fn is_utf8_note(path: &VaultPath, bytes: &[u8]) -> bool {
    path.is_note() && check_head(bytes).is_ok()
}
