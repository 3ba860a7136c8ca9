//! Loads what can be shown of a file. The name decides how to start, the content what it is.

mod images;
mod loaded;
mod refusal;

use lectern_base::kind::{self, FileKind, media_caption};
use lectern_base::{Document, Fault, Format, Place};

use super::call::Host;
use super::file_text::Content;
use crate::edit::version;
use crate::error::ToolError;
use crate::judge::{JudgedText, Verdict, judge, judge_converted};
use crate::policy::Policy;
use crate::search::base_view::{explained, is_base};
use crate::text::Text;
use crate::tool::found_file::FoundFile;
use crate::wire::{Answer, Enough, Request, whole_bytes};
pub(super) use images::TAKEN;
use images::{base64_bytes, draw, draw_page, show_picture};
pub(super) use loaded::Loaded;
use loaded::byte_len;
use refusal::check_size;
pub(super) use refusal::{NotLoaded, no_image, not_text};

/// Larger audio and video files are described by their name: reading them would only confirm it.
const MEDIA_BYTES: f64 = 4.0 * 1024.0 * 1024.0;

/// A file to load.
#[derive(Debug)]
pub(super) struct Load {
    pub file: FoundFile,
    /// Whether the content has the size that the host told: only then do size and modification time identify it.
    pub is_as_told: bool,
    /// Whether to draw an SVG or a page of a PDF instead of showing its text.
    as_image: bool,
    /// The part of a document to read.
    place: Option<Place>,
    /// How much of its text is needed. All if `None`.
    enough: Option<Enough>,
    /// The version of the file, if it can be changed and changes are allowed.
    version: Option<String>,
    /// Whether the host has converted it.
    pub is_converted: bool,
}

impl Load {
    pub fn new(file: FoundFile, as_image: bool, place: Option<Place>, enough: Option<Enough>) -> Self {
        Self { file, is_as_told: false, as_image, place, enough, version: None, is_converted: false }
    }

    /// Loads the file.
    pub async fn load(&mut self, host: &Host) -> Result<Loaded, NotLoaded> {
        let (named, size) = (kind::by_name(self.path()), self.file.size);
        if matches!(named, Some(FileKind::Image(_) | FileKind::Media { .. })) {
            self.check_place(None)?;
        }
        if let Some(FileKind::Media { what, format }) = named
            && size > MEDIA_BYTES
        {
            return Ok(Loaded::line(media_caption(what, format, whole_bytes(size)), what));
        }
        check_size(&self.file, size)?;
        match named {
            Some(FileKind::Document(format)) => self.convert_place(host, format).await,
            Some(FileKind::Image(picture)) if base64_bytes(size) > host.limits().image_bytes => {
                draw(host, &self.file, picture.mime_type, None).await
            }
            _ => {
                let answer = host.ask_one(Request::Read(self.file.granted.clone())).await;
                let bytes = answer.into_bytes().map_err(|other| NotLoaded::without(*other))?;
                self.read(host, bytes).await
            }
        }
    }

    /// Loads the file again in a legacy encoding: its head is UTF-8, but what follows is not.
    pub async fn load_as_legacy(&mut self, host: &Host) -> Result<Loaded, NotLoaded> {
        self.convert_place(host, Format::Legacy).await
    }

    /// Loads the text of a document, if it can have the requested part. A note has none: all of it decides whether its
    /// content closes it.
    async fn convert_place(&mut self, host: &Host, mut format: Format) -> Result<Loaded, NotLoaded> {
        self.is_converted = true;
        loop {
            self.check_place(Some(format).filter(|_| !self.file.granted.path().is_note()))?;
            match self.convert(host, format).await? {
                Ok(loaded) => return Ok(loaded),
                Err(Fault::Other(other)) if other != format && format != Format::Legacy => format = other,
                Err(Fault::Unknown) if format == Format::Legacy => return Ok(binary(whole_bytes(self.file.size))),
                Err(fault) => {
                    return Err(refusal::fault(self.path(), format, fault, self.page().unwrap_or(1)).into());
                }
            }
        }
    }

    /// The text or the image of a document, or why the host could not read it in this format.
    async fn convert(&mut self, host: &Host, format: Format) -> Result<Result<Loaded, Fault>, NotLoaded> {
        if format == Format::Pdf && self.as_image {
            return draw_page(host, &self.file, self.page().unwrap_or(1)).await;
        }
        let path = self.file.granted.clone();
        match host.ask_one(Request::convert_part(path, format, self.place.clone(), self.enough)).await {
            Answer::Document(document) => {
                // The size of its text is unknown, but the cache can be used for the next page. If it is unfinished,
                // the host is asked for more instead.
                self.is_as_told = !document.unfinished;
                // To take in 16 MB, to find their lines and to show some of them takes a slice each.
                host.give_way().await;
                let loaded = self.document(&host.policy(), format, document).map(Ok);
                host.give_way().await;
                loaded
            }
            Answer::Fault(fault) => Ok(Err(fault)),
            answer => Err(NotLoaded::without(answer)),
        }
    }

    /// Refuses a part of a document that files of this format do not have.
    fn check_place(&self, format: Option<Format>) -> Result<(), ToolError> {
        let mistaken = self.place.as_ref().and_then(|place| place.mistaken(format));
        mistaken.map_or(Ok(()), |(name, parts)| Err(refusal::no_such_parts(self.path(), name, parts)))
    }

    /// Processes the file's bytes.
    async fn read(&mut self, host: &Host, bytes: Vec<u8>) -> Result<Loaded, NotLoaded> {
        // It may have grown since the `stat`.
        let size = byte_len(&bytes);
        check_size(&self.file, size)?;
        self.is_as_told = size.to_bits() == self.file.size.to_bits();
        let version = host.limits().changes.then(|| version(&bytes));
        self.version.clone_from(&version);
        let verdict = judge(&host.policy(), self.file.granted.path(), bytes);
        if !matches!(verdict, Verdict::Closed | Verdict::Convert(_)) {
            self.check_place(None)?;
        }
        match verdict {
            Verdict::Closed => Err(NotLoaded::Closed),
            Verdict::Convert(format) => {
                let is_own = format == Format::Excalidraw && self.file.granted.path().is_note();
                self.version.take_if(|_| !is_own && format != Format::Legacy);
                self.convert_place(host, format).await
            }
            Verdict::Text(judged) if judged.is_svg && self.as_image => {
                drop(judged);
                draw(host, &self.file, "image/svg+xml", None).await
            }
            Verdict::Text(JudgedText { content, wide, .. }) => {
                let mut document = wide.map_or_else(Document::default, |(encoding, had_errors)| Document {
                    encoding: Some(encoding.name().to_owned()),
                    notes: had_errors.then(|| BROKEN_TEXT.to_owned()).into_iter().collect(),
                    ..Document::default()
                });
                if is_base(self.path()) {
                    document.notes.extend(explained(self.path(), content.as_bytes()));
                }
                Ok(text(content.into_bytes(), None, document, version, None))
            }
            Verdict::Other(FileKind::Image(picture), bytes) => show_picture(host, &self.file, &picture, bytes).await,
            Verdict::Other(FileKind::Media { what, format }, bytes) => {
                Ok(Loaded::line(media_caption(what, format, bytes.len() as u64), what))
            }
            Verdict::Other(..) => Ok(binary(whole_bytes(size))),
        }
    }

    fn document(&mut self, policy: &Policy, format: Format, mut document: Document) -> Result<Loaded, NotLoaded> {
        let converted = std::mem::take(&mut document.text);
        let Some(JudgedText { content, .. }) = judge_converted(policy, self.file.granted.path(), converted) else {
            return Err(NotLoaded::Closed);
        };
        let format = (format != Format::Legacy).then(|| format.name().to_owned());
        Ok(text(content.into_bytes(), format, document, self.version.take(), self.page()))
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
) -> Loaded {
    let Document { parts, notes, encoding, unfinished, .. } = document;
    let text = Text::with_good_head(bytes);
    Loaded::Text(Content { text, format, encoding, notes, parts, version, page, unfinished })
}

fn binary(byte_len: u64) -> Loaded {
    Loaded::line(media_caption("binary file", "unknown format", byte_len), "binary")
}
