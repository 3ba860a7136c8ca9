//! The errors for files that cannot be shown.

use lectern_base::{Fault, Format};

use crate::error::{ErrorCode, ToolError};
use crate::limits::{Limits, MAX_FILE_BYTES, is_readable_size};
use crate::path::quoted;
use crate::text::NotText;
use crate::tool::found_file::FoundFile;
use crate::wire::Answer;

/// Why a file cannot be shown.
#[derive(Debug)]
pub(in crate::tool) enum NotLoaded {
    /// Its content excludes it.
    Closed,
    /// It is gone.
    Gone,
    /// The host could not read it, for this reason.
    Unreadable(String),
    /// It cannot be shown.
    Refused(ToolError),
}

impl NotLoaded {
    /// The host answered without content.
    pub(super) fn without(answer: Answer) -> Self {
        match answer {
            Answer::Missing => Self::Gone,
            Answer::Failed(reason) => Self::Unreadable(reason),
            _ => Self::Unreadable("the host gave no content".to_owned()),
        }
    }
}

impl From<ToolError> for NotLoaded {
    fn from(error: ToolError) -> Self {
        Self::Refused(error)
    }
}

/// The file at `own_path` could not be read as `format`, or not its `page`.
pub(super) fn fault(own_path: &str, format: Format, fault: Fault, page: u32) -> ToolError {
    let path = quoted(own_path);
    let name = format.name();
    let unsupported = |message: String, help: &str| ToolError::new(ErrorCode::Unsupported, message, help);
    let error = match fault {
        Fault::NoPlace { message, help } => {
            ToolError::new(ErrorCode::InvalidArguments, format!("{message} in {path}"), help)
        }
        Fault::Locked => {
            unsupported(format!("{path} is protected by a password"), "tell the user; only they can open it")
        }
        Fault::Protected => unsupported(
            format!("{path} is protected against copying"),
            "tell the user; only the program of the shop that sold it can read it",
        ),
        Fault::TooLarge(what) => ToolError::new(
            ErrorCode::TooLarge,
            format!("{path} is too large to read: {what}"),
            "tell the user to split this file",
        ),
        Fault::NoPage(pages) => {
            let (has, help) = match pages {
                1 => ("1 page".to_owned(), "use page 1".to_owned()),
                pages => (format!("{pages} pages"), format!("use page 1 to {pages}")),
            };
            let message = format!("page {page} is past the end of {path}, which has {has}");
            ToolError::new(ErrorCode::PastEnd, message, help)
        }
        Fault::Broken(what) => unsupported(
            format!("{path} cannot be read as {name}: {what}"),
            "tell the user that the file may be damaged",
        ),
        Fault::Other(_) | Fault::Unknown => unsupported(
            format!("{path} has the wrong extension: it is not {name}"),
            "tell the user that the file may be damaged or misnamed",
        ),
    };
    error.about(own_path)
}

/// A page of the PDF at `path` cannot be drawn.
pub(super) fn undrawn_page(path: &str, page: u32, reason: &str) -> ToolError {
    let message = format!("page {page} of {} cannot be drawn: {reason}", quoted(path));
    ToolError::new(ErrorCode::Unsupported, message, "leave view out to read its text").about(path)
}

/// The file at `path` has no image, and `view` asks for one.
pub(in crate::tool) fn no_image(path: &str) -> ToolError {
    let message = format!("there is no image of {}: only images and pages of PDFs can be seen", quoted(path));
    ToolError::new(ErrorCode::Unsupported, message, "leave view out to read its text").about(path)
}

/// The argument `name` is given for the file at `path`, which has no such parts.
pub(super) fn no_such_parts(path: &str, name: &str, parts: &str) -> ToolError {
    let message = format!("{name} is given, but {} has no {parts}", quoted(path));
    ToolError::invalid_arguments(message, format!("leave {name} out")).about(path)
}

/// The image at `path` is damaged.
pub(super) fn damaged_image(path: &str, fault: &Fault) -> ToolError {
    let message = format!("{} cannot be shown: it is {fault}", quoted(path));
    ToolError::new(ErrorCode::Unsupported, message, "tell the user that the file may be damaged").about(path)
}

/// The image at `path` is in a format that models do not accept, or too large, and the host cannot redraw it.
pub(super) fn undrawn_image(path: &str, reason: &str, limits: &Limits) -> ToolError {
    ToolError::new(
        ErrorCode::TooLarge,
        format!(
            "save {} as a PNG or JPEG of at most {} bytes of base64 to see it: {reason}",
            quoted(path),
            limits.image_bytes
        ),
        "tell the user; such a copy of the image can be read",
    )
    .about(path)
}

/// The file at `path` is not text.
pub(in crate::tool) fn not_text(path: &str, error: NotText) -> ToolError {
    let message = format!("{} is {error}", quoted(path));
    ToolError::new(ErrorCode::Unsupported, message, "only text can be read; tell the user that the file may be damaged")
        .about(path)
}

/// Refuses a file of more than [`MAX_FILE_BYTES`]. A note of that size cannot be checked for what may exclude it, so it
/// counts as excluded, as in listings and searches: not even its size is shown.
pub(super) fn check_size(file: &FoundFile, size: f64) -> Result<(), NotLoaded> {
    if is_readable_size(size) {
        return Ok(());
    }
    if file.granted.path().is_note() {
        return Err(NotLoaded::Closed);
    }
    let path = file.granted.path().as_str();
    let message = format!("{} has {size} bytes; at most {MAX_FILE_BYTES} can be read", quoted(path));
    let error = ToolError::new(ErrorCode::TooLarge, message, "tell the user to split this file");
    Err(NotLoaded::Refused(error.about(path)))
}
