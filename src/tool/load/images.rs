//! Images: the host checks them and redraws them as needed.
//!
//! An image is sent only as the host drew it. What no host can draw is sent as it is only if providers take it: a known
//! format, at most 2,000 pixels a side, and not cut off (`tool/load/`, `js/host/node-pictures.ts`).

use lectern_base::Fault;
use lectern_base::kind::{Picture, caption};

use super::loaded::{Loaded, byte_len};
use super::refusal::{self, NotLoaded};
use crate::base_text::base64;
use crate::limits::Limits;
use crate::tool::call::Host;
use crate::tool::found_file::FoundFile;
use crate::wire::{Answer, Image, Request, whole_bytes};

/// Image formats that models accept; others are redrawn if the host can draw.
pub(in crate::tool) const TAKEN: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// The maximum length of a side of an image that the host cannot check and scale down. Providers refuse larger ones if
/// there are several, in every request from then on.
const MOST_SIDE: u32 = 2000;

/// The maximum number of pixels of an image. More would take 400 MB to decode.
const MOST_PIXELS: u64 = 100_000_000;

/// Has the host check an image, and redraw it as needed. `fallback`: what to show if the host can do neither.
pub(super) async fn draw(
    host: &Host,
    file: &FoundFile,
    mime_type: &str,
    fallback: Option<Image>,
) -> Result<Loaded, NotLoaded> {
    let (path, limits) = (file.granted.clone(), host.limits());
    let request = Request::Draw { path, mime_type: mime_type.to_owned(), max_bytes: max_bytes(&limits) };
    match (host.ask_one(request).await, fallback) {
        (Answer::Image(image), _) | (Answer::Failed(_), Some(image)) => Ok(image_of(file, image)),
        (Answer::Fault(fault), _) => Err(refusal::damaged_image(file.granted.path().as_str(), &fault).into()),
        (Answer::Failed(reason), None) => {
            Err(refusal::undrawn_image(file.granted.path().as_str(), &reason, &limits).into())
        }
        (answer, _) => Err(NotLoaded::without(answer)),
    }
}

/// Draws a page of a PDF.
pub(super) async fn draw_page(host: &Host, file: &FoundFile, page: u32) -> Result<Result<Loaded, Fault>, NotLoaded> {
    let (path, max_bytes) = (file.granted.clone(), max_bytes(&host.limits()));
    match host.ask_one(Request::DrawPage { path, page, max_bytes }).await {
        Answer::Image(image) => {
            let of = image.pages.map(|pages| format!(" of {pages}")).unwrap_or_default();
            let caption = format!("page {page}{of}, drawn with {}×{} pixels", image.width, image.height);
            Ok(Ok(Loaded::Image { caption, image }))
        }
        Answer::Fault(fault) => Ok(Err(fault)),
        Answer::Failed(reason) => Err(refusal::undrawn_page(file.granted.path().as_str(), page, &reason).into()),
        answer => Err(NotLoaded::without(answer)),
    }
}

/// Has the host check an image, and redraw it as needed: a provider refuses a damaged or large one in every request
/// from then on.
pub(super) async fn show_picture(
    host: &Host,
    file: &FoundFile,
    picture: &Picture,
    bytes: Vec<u8>,
) -> Result<Loaded, NotLoaded> {
    let limits = host.limits();
    let fits = base64_bytes(byte_len(&bytes)) <= limits.image_bytes
        && picture.width.max(picture.height) <= MOST_SIDE
        && TAKEN.contains(&picture.mime_type);
    let image = || Image {
        data: base64(&bytes),
        mime_type: picture.mime_type.to_owned(),
        width: picture.width,
        height: picture.height,
        pages: None,
    };
    if picture.is_broken() {
        return Ok(Loaded::line(caption(picture.width, picture.height, bytes.len() as u64), picture.mime_type));
    }
    if u64::from(picture.width) * u64::from(picture.height) > MOST_PIXELS {
        let reason = format!("it has {}×{} pixels, which is too much to draw", picture.width, picture.height);
        return Err(refusal::undrawn_image(file.granted.path().as_str(), &reason, &limits).into());
    }
    let fallback = fits.then(image);
    drop(bytes);
    draw(host, file, picture.mime_type, fallback).await
}

/// The image, with a line that describes it.
fn image_of(file: &FoundFile, image: Image) -> Loaded {
    Loaded::Image { caption: caption(image.width, image.height, whole_bytes(file.size)), image }
}

fn max_bytes(limits: &Limits) -> u32 {
    u32::try_from(limits.image_bytes).unwrap_or(u32::MAX)
}

/// The size of `size` bytes as base64.
pub(super) fn base64_bytes(size: f64) -> usize {
    usize::try_from(whole_bytes(size).div_ceil(3) * 4).unwrap_or(usize::MAX)
}
