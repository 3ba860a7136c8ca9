//! Documents of Word and `PowerPoint` from before 2007, and messages of Outlook. Workbooks are in `sheets/xls`.

pub(super) mod doc;
pub(super) mod msg;
mod paragraphs;
pub(super) mod ppt;

use encoding_rs::WINDOWS_1252;

/// Text with a byte a letter.
fn narrow(bytes: &[u8]) -> String {
    WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned()
}
