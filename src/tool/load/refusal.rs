//! Refusals: why a file cannot be shown, and what to do then.

use super::NotLoaded;
use crate::document::{Fault, Format};
use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::text::NotText;
use crate::tool::find::Found;
use crate::tool::{Limits, MAX_FILE_BYTES};

/// No text can be made of the file at `own_path`, which was read as `format`.
pub(super) fn fault(own_path: &str, format: Format, fault: Fault) -> ToolError {
    let path = quoted(own_path);
    let name = format.name();
    let unsupported = |message: String, help: &str| ToolError::new(ErrorCode::Unsupported, message, help);
    let error = match fault {
        Fault::Locked => {
            unsupported(format!("{path} is protected by a password"), "tell the user; only they can open it")
        }
        Fault::TooLarge(what) => ToolError::new(
            ErrorCode::TooLarge,
            format!("{path} is too large to be taken apart: {what}"),
            "tell the user that this file would have to be split",
        ),
        Fault::Broken(what) => unsupported(
            format!("{path} cannot be read as {name}: {what}"),
            "tell the user that the file may be damaged",
        ),
        Fault::Other(_) | Fault::Unknown => unsupported(
            format!("{path} is not what its name says: there is no {name} in it"),
            "tell the user that the file may be damaged or have the wrong name",
        ),
    };
    error.about(own_path)
}

/// There is nothing to draw the image at `path` smaller with, and this is why.
pub(super) fn too_large_image(path: &str, reason: &str, limits: &Limits) -> ToolError {
    ToolError::new(
        ErrorCode::TooLarge,
        format!(
            "{} cannot be shown as an image of at most {} bytes of base64: {reason}",
            quoted(path),
            limits.image_bytes
        ),
        "tell the user; a smaller copy of the image can be read",
    )
    .about(path)
}

/// The file at `path` is no text.
pub(in crate::tool) fn not_text(path: &str, error: NotText) -> ToolError {
    let message = format!("{} is {error}", quoted(path));
    ToolError::new(ErrorCode::Unsupported, message, "only text can be read; tell the user that the file may be damaged")
        .about(path)
}

/// Refuses a file of more than [`MAX_FILE_BYTES`]. A note of that size cannot be looked at for what may close it, so it is
/// closed, as it is in listings and searches: not even its size is told.
pub(super) fn check_size(file: &Found, size: f64) -> Result<(), NotLoaded> {
    if size <= f64::from(MAX_FILE_BYTES) {
        return Ok(());
    }
    if file.granted.path().is_note() {
        return Err(NotLoaded::Closed);
    }
    let path = file.granted.path().as_str();
    let message = format!("{} has {size} bytes; at most {MAX_FILE_BYTES} can be read", quoted(path));
    let help = "tell the user that this file would have to be split";
    Err(NotLoaded::Refused(ToolError::new(ErrorCode::TooLarge, message, help).about(path)))
}
