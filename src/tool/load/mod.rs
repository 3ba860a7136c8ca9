//! Loading: from a file that was found to what can be shown of it. The name says how to begin, the content what it is.

mod refusal;

use data_encoding::BASE64;

use super::Limits;
use super::content::Content;
use super::find::Found;
use super::host::{Answer, Image, Request};
use super::judge::{JudgedText, Verdict, judge, judge_converted};
use crate::document::kind::{self, FileKind, Picture, caption, media_caption};
use crate::document::{Document, Fault, Format};
use crate::error::ToolError;
use crate::policy::Policy;
use crate::text::Text;
use refusal::check_size;
pub(super) use refusal::not_text;

/// Pictures that models take as they are; others are drawn anew where there is something to draw with.
pub(super) const TAKEN: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// Audio and video of more bytes than this are told by their name: reading them would only confirm it.
const MEDIA_BYTES: f64 = 4.0 * 1024.0 * 1024.0;

/// What can be shown of a file.
#[derive(Debug)]
pub(super) enum Loaded {
    /// Lines.
    Text(Content),
    /// A picture, and a line that describes it.
    Image { caption: String, image: Image },
    /// One line, for what has no text: its kind and size.
    Line { line: String, format: String },
}

/// A file on its way.
#[derive(Debug)]
pub(super) struct Load {
    pub file: Found,
    /// Whether what was read has the size that the host told: only then do size and time of change stand for it.
    pub is_as_told: bool,
    state: State,
    /// Whether pictures are wanted of what is text by itself.
    as_image: bool,
}

#[derive(Debug)]
enum State {
    Reading,
    Converting(Format),
    /// What to show where there is nothing to draw with.
    Drawing(Option<Image>),
}

/// Where loading stands.
pub(super) enum Loading {
    /// The host has to answer first.
    Ask(Request),
    /// This is what there is.
    Done(Loaded),
}

/// Why nothing can be shown of a file.
#[derive(Debug)]
pub(super) enum NotLoaded {
    /// What is in it closes it.
    Closed,
    /// It has gone since it was found.
    Gone,
    /// The host could not read it, and this is why.
    Unreadable(String),
    /// It cannot be shown.
    Refused(ToolError),
}

impl From<ToolError> for NotLoaded {
    fn from(error: ToolError) -> Self {
        Self::Refused(error)
    }
}

impl Load {
    /// Begins with a file that was found.
    pub fn start(file: Found, as_image: bool, limits: &Limits) -> Result<(Self, Loading), NotLoaded> {
        let named = kind::by_name(file.granted.path().as_str());
        let size = file.size;
        let mut load = Self { file, is_as_told: false, state: State::Reading, as_image };
        if let Some(FileKind::Media { what, format }) = named
            && size > MEDIA_BYTES
        {
            let done = Loading::Done(line(media_caption(what, format, whole(size)), what));
            return Ok((load, done));
        }
        check_size(&load.file, size)?;
        let loading = match named {
            Some(FileKind::Document(format)) => load.convert(format),
            Some(FileKind::Image(picture)) if base64_bytes(size) > limits.image_bytes => {
                load.draw(picture.mime_type, None, limits)
            }
            _ => Loading::Ask(Request::Read(load.file.granted.clone())),
        };
        Ok((load, loading))
    }

    /// Goes on with the host's answer.
    pub fn resume(&mut self, policy: &Policy, limits: &Limits, answer: Answer) -> Result<Loading, NotLoaded> {
        match (answer, &mut self.state) {
            (Answer::Missing, _) => Err(NotLoaded::Gone),
            (Answer::Text(text), State::Reading) => self.read(policy, limits, text.into_bytes()),
            (Answer::Bytes(bytes), State::Reading) => self.read(policy, limits, bytes),
            (Answer::Document(document), State::Converting(format)) => {
                let format = *format;
                // Its size is not told; the next page of it is not worth less for that. Of one that is unfinished, the
                // host is asked for more.
                self.is_as_told = !document.unfinished;
                self.document(policy, format, document)
            }
            (Answer::Fault(fault), State::Converting(format)) => {
                let format = *format;
                self.fault(format, fault)
            }
            (Answer::Image(image), State::Drawing(_)) => Ok(self.image(image)),
            (Answer::Failed(reason), State::Drawing(fallback)) => match fallback.take() {
                Some(image) => Ok(self.image(image)),
                None => Err(refusal::too_large_image(self.path(), &reason, limits).into()),
            },
            (Answer::Failed(reason), _) => Err(NotLoaded::Unreadable(reason)),
            _ => Err(NotLoaded::Unreadable("the host gave no content".to_owned())),
        }
    }

    /// Reads the file anew as text in an encoding older than Unicode: its head is UTF-8, but what is behind is not.
    pub fn as_legacy(&mut self) -> Option<Request> {
        let is_new = matches!(self.state, State::Reading);
        match self.convert(Format::Legacy) {
            Loading::Ask(request) if is_new => Some(request),
            _ => None,
        }
    }

    fn convert(&mut self, format: Format) -> Loading {
        self.state = State::Converting(format);
        Loading::Ask(Request::Convert { path: self.file.granted.clone(), format })
    }

    fn draw(&mut self, mime_type: &str, fallback: Option<Image>, limits: &Limits) -> Loading {
        self.state = State::Drawing(fallback);
        let max_bytes = u32::try_from(limits.image_bytes).unwrap_or(u32::MAX);
        Loading::Ask(Request::Draw { path: self.file.granted.clone(), mime_type: mime_type.to_owned(), max_bytes })
    }

    /// Takes in what was read.
    fn read(&mut self, policy: &Policy, limits: &Limits, bytes: Vec<u8>) -> Result<Loading, NotLoaded> {
        // It may have grown since the host looked.
        let size = byte_len(&bytes);
        check_size(&self.file, size)?;
        self.is_as_told = size.to_bits() == self.file.size.to_bits();
        Ok(match judge(policy, self.file.granted.path(), bytes) {
            Verdict::Closed => return Err(NotLoaded::Closed),
            Verdict::Convert(format) => self.convert(format),
            Verdict::Text(judged) if judged.is_svg && self.as_image => self.draw("image/svg+xml", None, limits),
            Verdict::Text(JudgedText { bytes, wide, .. }) => {
                let document = wide.map_or_else(Document::default, |(encoding, had_errors)| Document {
                    encoding: Some(encoding.name().to_owned()),
                    notes: had_errors.then(|| BROKEN_TEXT.to_owned()).into_iter().collect(),
                    ..Document::default()
                });
                text(bytes, None, document)
            }
            Verdict::Other(FileKind::Image(picture), bytes) => self.picture(&picture, &bytes, limits),
            Verdict::Other(FileKind::Media { what, format }, bytes) => {
                Loading::Done(line(media_caption(what, format, bytes.len() as u64), what))
            }
            Verdict::Other(..) => Loading::Done(binary(whole(size))),
        })
    }

    fn document(&self, policy: &Policy, format: Format, mut document: Document) -> Result<Loading, NotLoaded> {
        let converted = std::mem::take(&mut document.text);
        let Some(JudgedText { bytes, .. }) = judge_converted(policy, self.file.granted.path(), converted) else {
            return Err(NotLoaded::Closed);
        };
        let format = (format != Format::Legacy).then(|| format.name().to_owned());
        Ok(text(bytes, format, document))
    }

    fn fault(&mut self, format: Format, fault: Fault) -> Result<Loading, NotLoaded> {
        match fault {
            Fault::Other(other) if other != format && format != Format::Legacy => Ok(self.convert(other)),
            Fault::Unknown if format == Format::Legacy => Ok(Loading::Done(binary(whole(self.file.size)))),
            fault => Err(refusal::fault(self.path(), format, fault).into()),
        }
    }

    /// What was read is a picture.
    fn picture(&mut self, picture: &Picture, bytes: &[u8], limits: &Limits) -> Loading {
        let fits = base64_bytes(byte_len(bytes)) <= limits.image_bytes;
        let image = || Image {
            data: BASE64.encode(bytes),
            mime_type: picture.mime_type.to_owned(),
            width: picture.width,
            height: picture.height,
        };
        if picture.is_broken() {
            return Loading::Done(line(caption(picture.width, picture.height, bytes.len() as u64), picture.mime_type));
        }
        if fits && TAKEN.contains(&picture.mime_type) {
            return self.image(image());
        }
        self.draw(picture.mime_type, fits.then(image), limits)
    }

    fn path(&self) -> &str {
        self.file.granted.path().as_str()
    }

    fn image(&self, image: Image) -> Loading {
        Loading::Done(Loaded::Image { caption: caption(image.width, image.height, whole(self.file.size)), image })
    }
}

/// What is noted where some bytes had no meaning.
const BROKEN_TEXT: &str = "some of it is no valid text, and shown as U+FFFD";

/// `bytes`, whose head is known to be UTF-8, with what there is to say of `document`, which they were made of.
fn text(bytes: Vec<u8>, format: Option<String>, document: Document) -> Loading {
    let Document { parts, notes, encoding, unfinished, .. } = document;
    let text = Text::with_good_head(bytes);
    Loading::Done(Loaded::Text(Content { text, format, encoding, notes, parts, unfinished }))
}

fn line(line: String, format: &str) -> Loaded {
    Loaded::Line { line, format: format.to_owned() }
}

fn binary(byte_len: u64) -> Loaded {
    line(media_caption("binary file", "unknown format", byte_len), "binary")
}

/// How many bytes `size` bytes take as base64.
fn base64_bytes(size: f64) -> usize {
    usize::try_from(whole(size).div_ceil(3) * 4).unwrap_or(usize::MAX)
}

/// A size as the host tells it, in whole bytes.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are whole and positive")]
fn whole(size: f64) -> u64 {
    size.max(0.0) as u64
}

/// As a host tells it: in a float.
#[expect(clippy::cast_precision_loss, reason = "no memory holds that many bytes")]
fn byte_len(bytes: &[u8]) -> f64 {
    bytes.len() as f64
}
