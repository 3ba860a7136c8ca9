//! Loads what can be shown of a file. The name decides how to start, the content what it is.

mod images;
mod refusal;

use super::call::Host;
use super::file_text::Content;
use super::find::FoundFile;
use super::host::{Answer, Image, Request, whole_bytes};
use super::judge::{JudgedText, Verdict, judge, judge_converted};
use crate::document::kind::{self, FileKind, media_caption};
use crate::document::{Document, Fault, Format, Place};
use crate::edit::version;
use crate::error::ToolError;
use crate::policy::Policy;
use crate::search::base_view::{explained, is_base};
use crate::text::Text;
use crate::tool::limits::Limits;
pub(super) use images::TAKEN;
use images::{base64_bytes, max_bytes, page_image};
use refusal::check_size;
pub(super) use refusal::{NotLoaded, no_image, not_text};

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
    /// Whether to draw an SVG or a page of a PDF instead of showing its text.
    as_image: bool,
    /// The part of a document to read.
    place: Option<Place>,
    /// The version of the file, if it can be changed and changes are allowed.
    version: Option<String>,
}

#[derive(Debug)]
enum LoadStep {
    Reading,
    Converting(Format),
    /// What to show if the host can neither check nor draw it.
    Drawing(Option<Image>),
    DrawingPage(u32),
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
    pub fn start(
        file: FoundFile,
        as_image: bool,
        place: Option<Place>,
        limits: &Limits,
    ) -> Result<(Self, Loading), NotLoaded> {
        let named = kind::by_name(file.granted.path().as_str());
        let size = file.size;
        let mut load = Self { file, is_as_told: false, state: LoadStep::Reading, as_image, place, version: None };
        if matches!(named, Some(FileKind::Image(_) | FileKind::Media { .. })) {
            load.check_place(None)?;
        }
        if let Some(FileKind::Media { what, format }) = named
            && size > MEDIA_BYTES
        {
            let done = Loading::Done(line(media_caption(what, format, whole_bytes(size)), what));
            return Ok((load, done));
        }
        check_size(&load.file, size)?;
        let loading = match named {
            Some(FileKind::Document(format)) => load.convert_place(format, limits)?,
            Some(FileKind::Image(picture)) if base64_bytes(size) > limits.image_bytes => {
                load.draw(picture.mime_type, None, limits)
            }
            _ => Loading::Ask(Request::Read(load.file.granted.clone())),
        };
        Ok((load, loading))
    }

    /// Asks the host until the file is loaded.
    pub async fn until_loaded(&mut self, host: &Host, mut loading: Loading) -> Result<Loaded, NotLoaded> {
        loop {
            match loading {
                Loading::Done(loaded) => return Ok(loaded),
                Loading::Ask(request) => {
                    let answer = host.ask_one(request).await;
                    loading = self.resume(&host.policy(), &host.limits(), answer)?;
                }
            }
        }
    }

    /// Continues with the host's answer.
    fn resume(&mut self, policy: &Policy, limits: &Limits, answer: Answer) -> Result<Loading, NotLoaded> {
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
                self.fault(format, fault, limits)
            }
            (Answer::Fault(fault), LoadStep::DrawingPage(_)) => self.fault(Format::Pdf, fault, limits),
            (Answer::Image(image), LoadStep::DrawingPage(page)) => Ok(page_image(*page, image)),
            (Answer::Failed(reason), LoadStep::DrawingPage(page)) => {
                Err(refusal::undrawn_page(self.file.granted.path().as_str(), *page, &reason).into())
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
    pub fn as_legacy(&mut self, limits: &Limits) -> Option<Request> {
        let is_new = matches!(self.state, LoadStep::Reading);
        match self.convert(Format::Legacy, limits) {
            Loading::Ask(request) if is_new => Some(request),
            _ => None,
        }
    }

    fn convert(&mut self, format: Format, limits: &Limits) -> Loading {
        let path = self.file.granted.clone();
        if format == Format::Pdf && self.as_image {
            let page = self.page().unwrap_or(1);
            self.state = LoadStep::DrawingPage(page);
            return Loading::Ask(Request::DrawPage { path, page, max_bytes: max_bytes(limits) });
        }
        self.state = LoadStep::Converting(format);
        Loading::Ask(Request::convert_place(path, format, self.place.clone()))
    }

    /// Asks for the text of a document, if it can have the requested part. A note has none: all of it decides whether
    /// its content closes it.
    fn convert_place(&mut self, format: Format, limits: &Limits) -> Result<Loading, NotLoaded> {
        self.check_place(Some(format).filter(|_| !self.file.granted.path().is_note()))?;
        Ok(self.convert(format, limits))
    }

    /// Refuses a part of a document that files of this format do not have.
    fn check_place(&self, format: Option<Format>) -> Result<(), ToolError> {
        let mistaken = self.place.as_ref().and_then(|place| place.mistaken(format));
        mistaken.map_or(Ok(()), |(name, parts)| Err(refusal::no_such_parts(self.path(), name, parts)))
    }

    /// Processes the file's bytes.
    fn read(&mut self, policy: &Policy, limits: &Limits, bytes: Vec<u8>) -> Result<Loading, NotLoaded> {
        // It may have grown since the `stat`.
        let size = byte_len(&bytes);
        check_size(&self.file, size)?;
        self.is_as_told = size.to_bits() == self.file.size.to_bits();
        let version = limits.changes.then(|| version(&bytes));
        self.version.clone_from(&version);
        let verdict = judge(policy, self.file.granted.path(), bytes);
        if !matches!(verdict, Verdict::Closed | Verdict::Convert(_)) {
            self.check_place(None)?;
        }
        Ok(match verdict {
            Verdict::Closed => return Err(NotLoaded::Closed),
            Verdict::Convert(format) => {
                let is_own = format == Format::Excalidraw && self.file.granted.path().is_note();
                self.version.take_if(|_| !is_own && format != Format::Legacy);
                self.convert_place(format, limits)?
            }
            Verdict::Text(judged) if judged.is_svg && self.as_image => self.draw("image/svg+xml", None, limits),
            Verdict::Text(JudgedText { content, wide, .. }) => {
                let mut document = wide.map_or_else(Document::default, |(encoding, had_errors)| Document {
                    encoding: Some(encoding.name().to_owned()),
                    notes: had_errors.then(|| BROKEN_TEXT.to_owned()).into_iter().collect(),
                    ..Document::default()
                });
                if is_base(self.path()) {
                    document.notes.extend(explained(self.path(), content.as_bytes()));
                }
                text(content.into_bytes(), None, document, version, None)
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
        Ok(text(content.into_bytes(), format, document, self.version.take(), self.page()))
    }

    fn fault(&mut self, format: Format, fault: Fault, limits: &Limits) -> Result<Loading, NotLoaded> {
        match fault {
            Fault::Other(other) if other != format && format != Format::Legacy => self.convert_place(other, limits),
            Fault::Unknown if format == Format::Legacy => Ok(Loading::Done(binary(whole_bytes(self.file.size)))),
            fault => Err(refusal::fault(self.path(), format, fault, self.page().unwrap_or(1)).into()),
        }
    }

    /// The page of a PDF to read or draw.
    fn page(&self) -> Option<u32> {
        self.place.as_ref().and_then(|place| place.page)
    }

    fn path(&self) -> &str {
        self.file.granted.path().as_str()
    }
}

/// The note on bytes that could not be decoded.
const BROKEN_TEXT: &str = "some bytes could not be decoded and are shown as U+FFFD";

/// `bytes`, whose head is UTF-8, with the properties of `document`, which they come from.
fn text(
    bytes: Vec<u8>,
    format: Option<String>,
    document: Document,
    version: Option<String>,
    page: Option<u32>,
) -> Loading {
    let Document { parts, notes, encoding, unfinished, .. } = document;
    let text = Text::with_good_head(bytes);
    Loading::Done(Loaded::Text(Content { text, format, encoding, notes, parts, version, page, unfinished }))
}

fn line(line: String, format: &str) -> Loaded {
    Loaded::Line { line, format: format.to_owned() }
}

fn binary(byte_len: u64) -> Loaded {
    line(media_caption("binary file", "unknown format", byte_len), "binary")
}

/// The size as a float, as hosts give it.
#[expect(clippy::cast_precision_loss, reason = "no memory holds that many bytes")]
fn byte_len(bytes: &[u8]) -> f64 {
    bytes.len() as f64
}
