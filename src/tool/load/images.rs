//! Images: the host checks them and redraws them as needed.

use super::{Load, LoadStep, Loaded, Loading, NotLoaded, byte_len, line, refusal};
use crate::base_text::base64;
use crate::document::kind::{Picture, caption};
use crate::tool::host::{Image, Request, whole_bytes};
use crate::tool::limits::Limits;

/// Image formats that models accept; others are redrawn if the host can draw.
pub(in crate::tool) const TAKEN: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// The maximum length of a side of an image that the host cannot check and scale down. Providers refuse larger ones if
/// there are several, in every request from then on.
const MOST_SIDE: u32 = 2000;

/// The maximum number of pixels of an image. More would take 400 MB to decode.
const MOST_PIXELS: u64 = 100_000_000;

impl Load {
    pub(super) fn draw(&mut self, mime_type: &str, fallback: Option<Image>, limits: &Limits) -> Loading {
        self.state = LoadStep::Drawing(fallback);
        let path = self.file.granted.clone();
        Loading::Ask(Request::Draw { path, mime_type: mime_type.to_owned(), max_bytes: max_bytes(limits) })
    }

    /// Asks the host to check an image, and to redraw it as needed: a provider refuses a damaged or large one in every
    /// request from then on.
    pub(super) fn picture(&mut self, picture: &Picture, bytes: &[u8], limits: &Limits) -> Result<Loading, NotLoaded> {
        let fits = base64_bytes(byte_len(bytes)) <= limits.image_bytes
            && picture.width.max(picture.height) <= MOST_SIDE
            && TAKEN.contains(&picture.mime_type);
        let image = || Image {
            data: base64(bytes),
            mime_type: picture.mime_type.to_owned(),
            width: picture.width,
            height: picture.height,
            pages: None,
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

    pub(super) fn image(&self, image: Image) -> Loading {
        Loading::Done(Loaded::Image { caption: caption(image.width, image.height, whole_bytes(self.file.size)), image })
    }
}

/// A drawn page of a PDF.
pub(super) fn page_image(page: u32, image: Image) -> Loading {
    let of = image.pages.map(|pages| format!(" of {pages}")).unwrap_or_default();
    let caption = format!("page {page}{of}, drawn with {}×{} pixels", image.width, image.height);
    Loading::Done(Loaded::Image { caption, image })
}

pub(super) fn max_bytes(limits: &Limits) -> u32 {
    u32::try_from(limits.image_bytes).unwrap_or(u32::MAX)
}

/// The size of `size` bytes as base64.
pub(super) fn base64_bytes(size: f64) -> usize {
    usize::try_from(whole_bytes(size).div_ceil(3) * 4).unwrap_or(usize::MAX)
}
