//! Loads what can be shown of a file. The name decides how to start, the content what it is.

mod refusal;

use super::file_text::Content;
use super::find::FoundFile;
use super::host::{Answer, Image, Request, whole_bytes};
use super::judge::{JudgedText, Verdict, judge, judge_converted};
use crate::base_text::base64;
use crate::document::kind::{self, FileKind, Picture, caption, media_caption};
use crate::document::{Document, Fault, Format};
use crate::edit::version;
use crate::policy::Policy;
use crate::text::Text;
use crate::tool::limits::Limits;
use refusal::check_size;
pub(super) use refusal::{NotLoaded, not_text};

/// Image formats that models accept; others are redrawn if the host can draw.
pub(super) const TAKEN: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// The maximum length of a side of an image that the host cannot check and scale down. Providers refuse larger ones if
/// there are several, in every request from then on.
const MOST_SIDE: u32 = 2000;

/// The maximum number of pixels of an image. More would take 400 MB to decode.
const MOST_PIXELS: u64 = 100_000_000;

/// Larger audio and video files are described by their name: reading them would only confirm it.
const MEDIA_BYTES: f64 = 4.0 * 1024.0 * 1024.0;

/// What can be shown of a file.
#[derive(Debug)]
pub(super) enum Loaded {
    /// Lines.
    Text(Content),
    /// An image, and a line that describes it.
    Image { caption: String, image: Image },
    /// One line with kind and size, for a file without text.
    Line { line: String, format: String },
}

/// A file being loaded.
#[derive(Debug)]
pub(super) struct Load {
    pub file: FoundFile,
    /// Whether the content has the size that the host told: only then do size and modification time identify it.
    pub is_as_told: bool,
    state: LoadStep,
    /// Whether to draw an SVG instead of showing its text.
    as_image: bool,
    /// The version of a note that is converted, if changes are allowed.
    version: Option<String>,
}

#[derive(Debug)]
enum LoadStep {
    Reading,
    Converting(Format),
    /// What to show if the host can neither check nor draw it.
    Drawing(Option<Image>),
}

/// The next step of loading.
pub(super) enum Loading {
    /// The host has to answer this.
    Ask(Request),
    /// The file is loaded.
    Done(Loaded),
}

impl Load {
    /// Starts to load `file`.
    pub fn start(file: FoundFile, as_image: bool, limits: &Limits) -> Result<(Self, Loading), NotLoaded> {
        let named = kind::by_name(file.granted.path().as_str());
        let size = file.size;
        let mut load = Self { file, is_as_told: false, state: LoadStep::Reading, as_image, version: None };
        if let Some(FileKind::Media { what, format }) = named
            && size > MEDIA_BYTES
        {
            let done = Loading::Done(line(media_caption(what, format, whole_bytes(size)), what));
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

    /// Continues with the host's answer.
    pub fn resume(&mut self, policy: &Policy, limits: &Limits, answer: Answer) -> Result<Loading, NotLoaded> {
        match (answer, &mut self.state) {
            (Answer::Missing, _) => Err(NotLoaded::Gone),
            (Answer::Text(text), LoadStep::Reading) => self.read(policy, limits, text.into_bytes()),
            (Answer::Bytes(bytes), LoadStep::Reading) => self.read(policy, limits, bytes),
            (Answer::Document(document), LoadStep::Converting(format)) => {
                let format = *format;
                // The size of its text is unknown, but the cache can be used for the next page. If it is unfinished,
                // the host is asked for more instead.
                self.is_as_told = !document.unfinished;
                self.document(policy, format, document)
            }
            (Answer::Fault(fault), LoadStep::Converting(format)) => {
                let format = *format;
                self.fault(format, fault)
            }
            (Answer::Image(image), LoadStep::Drawing(_)) => Ok(self.image(image)),
            (Answer::Fault(fault), LoadStep::Drawing(_)) => Err(refusal::damaged_image(self.path(), &fault).into()),
            (Answer::Failed(reason), LoadStep::Drawing(fallback)) => match fallback.take() {
                Some(image) => Ok(self.image(image)),
                None => Err(refusal::undrawn_image(self.path(), &reason, limits).into()),
            },
            (Answer::Failed(reason), _) => Err(NotLoaded::Unreadable(reason)),
            _ => Err(NotLoaded::Unreadable("the host gave no content".to_owned())),
        }
    }

    /// Reads the file again in a legacy encoding: its head is UTF-8, but what follows is not.
    pub fn as_legacy(&mut self) -> Option<Request> {
        let is_new = matches!(self.state, LoadStep::Reading);
        match self.convert(Format::Legacy) {
            Loading::Ask(request) if is_new => Some(request),
            _ => None,
        }
    }

    fn convert(&mut self, format: Format) -> Loading {
        self.state = LoadStep::Converting(format);
        Loading::Ask(Request::Convert { path: self.file.granted.clone(), format })
    }

    fn draw(&mut self, mime_type: &str, fallback: Option<Image>, limits: &Limits) -> Loading {
        self.state = LoadStep::Drawing(fallback);
        let max_bytes = u32::try_from(limits.image_bytes).unwrap_or(u32::MAX);
        Loading::Ask(Request::Draw { path: self.file.granted.clone(), mime_type: mime_type.to_owned(), max_bytes })
    }

    /// Processes the file's bytes.
    fn read(&mut self, policy: &Policy, limits: &Limits, bytes: Vec<u8>) -> Result<Loading, NotLoaded> {
        // It may have grown since the `stat`.
        let size = byte_len(&bytes);
        check_size(&self.file, size)?;
        self.is_as_told = size.to_bits() == self.file.size.to_bits();
        let version = limits.changes.then(|| version(&bytes));
        Ok(match judge(policy, self.file.granted.path(), bytes) {
            Verdict::Closed => return Err(NotLoaded::Closed),
            Verdict::Convert(format) => {
                let is_own = format == Format::Excalidraw && self.file.granted.path().is_note();
                self.version = version.filter(|_| is_own);
                self.convert(format)
            }
            Verdict::Text(judged) if judged.is_svg && self.as_image => self.draw("image/svg+xml", None, limits),
            Verdict::Text(JudgedText { content, wide, .. }) => {
                let document = wide.map_or_else(Document::default, |(encoding, had_errors)| Document {
                    encoding: Some(encoding.name().to_owned()),
                    notes: had_errors.then(|| BROKEN_TEXT.to_owned()).into_iter().collect(),
                    ..Document::default()
                });
                text(content.into_bytes(), None, document, version)
            }
            Verdict::Other(FileKind::Image(picture), bytes) => return self.picture(&picture, &bytes, limits),
            Verdict::Other(FileKind::Media { what, format }, bytes) => {
                Loading::Done(line(media_caption(what, format, bytes.len() as u64), what))
            }
            Verdict::Other(..) => Loading::Done(binary(whole_bytes(size))),
        })
    }

    fn document(&mut self, policy: &Policy, format: Format, mut document: Document) -> Result<Loading, NotLoaded> {
        let converted = std::mem::take(&mut document.text);
        let Some(JudgedText { content, .. }) = judge_converted(policy, self.file.granted.path(), converted) else {
            return Err(NotLoaded::Closed);
        };
        let format = (format != Format::Legacy).then(|| format.name().to_owned());
        Ok(text(content.into_bytes(), format, document, self.version.take()))
    }

    fn fault(&mut self, format: Format, fault: Fault) -> Result<Loading, NotLoaded> {
        match fault {
            Fault::Other(other) if other != format && format != Format::Legacy => Ok(self.convert(other)),
            Fault::Unknown if format == Format::Legacy => Ok(Loading::Done(binary(whole_bytes(self.file.size)))),
            fault => Err(refusal::fault(self.path(), format, fault).into()),
        }
    }

    /// Asks the host to check an image, and to redraw it as needed: a provider refuses a damaged or large one in every
    /// request from then on.
    fn picture(&mut self, picture: &Picture, bytes: &[u8], limits: &Limits) -> Result<Loading, NotLoaded> {
        let fits = base64_bytes(byte_len(bytes)) <= limits.image_bytes
            && picture.width.max(picture.height) <= MOST_SIDE
            && TAKEN.contains(&picture.mime_type);
        let image = || Image {
            data: base64(bytes),
            mime_type: picture.mime_type.to_owned(),
            width: picture.width,
            height: picture.height,
        };
        if picture.is_broken() {
            let line = line(caption(picture.width, picture.height, bytes.len() as u64), picture.mime_type);
            return Ok(Loading::Done(line));
        }
        if u64::from(picture.width) * u64::from(picture.height) > MOST_PIXELS {
            let reason = format!("it has {}×{} pixels, which is too much to draw", picture.width, picture.height);
            return Err(refusal::undrawn_image(self.path(), &reason, limits).into());
        }
        Ok(self.draw(picture.mime_type, fits.then(image), limits))
    }

    fn path(&self) -> &str {
        self.file.granted.path().as_str()
    }

    fn image(&self, image: Image) -> Loading {
        Loading::Done(Loaded::Image { caption: caption(image.width, image.height, whole_bytes(self.file.size)), image })
    }
}

/// The note on bytes that could not be decoded.
const BROKEN_TEXT: &str = "some bytes could not be decoded and are shown as U+FFFD";

/// `bytes`, whose head is UTF-8, with the properties of `document`, which they come from.
fn text(bytes: Vec<u8>, format: Option<String>, document: Document, version: Option<String>) -> Loading {
    let Document { parts, notes, encoding, unfinished, .. } = document;
    let text = Text::with_good_head(bytes);
    Loading::Done(Loaded::Text(Content { text, format, encoding, notes, parts, version, unfinished }))
}

fn line(line: String, format: &str) -> Loaded {
    Loaded::Line { line, format: format.to_owned() }
}

fn binary(byte_len: u64) -> Loaded {
    line(media_caption("binary file", "unknown format", byte_len), "binary")
}

/// The size of `size` bytes as base64.
fn base64_bytes(size: f64) -> usize {
    usize::try_from(whole_bytes(size).div_ceil(3) * 4).unwrap_or(usize::MAX)
}

/// The size as a float, as hosts give it.
#[expect(clippy::cast_precision_loss, reason = "no memory holds that many bytes")]
fn byte_len(bytes: &[u8]) -> f64 {
    bytes.len() as f64
}
