//! Rich Text Format, as `TextEdit`, `WordPad` and older versions of Word write it.
//!
//! `rtf_tokens` splits the file, `reader` keeps what each group changes, `control_words` gives the words their effect,
//! `rtf_story` writes paragraphs, tables and notes. Groups are a stack, so depth needs no recursion.

mod control_words;
mod fonts;
mod group;
mod reader;
mod rtf_story;
mod rtf_tokens;

use lectern_base::{Document, Fault};

use self::reader::Reader;
use self::rtf_tokens::Tokens;
use crate::slices::give_way;

/// How many tokens are read in a slice, which takes a few milliseconds.
const SLICE: usize = 8_192;

/// Converts a document, in slices.
///
/// # Errors
/// [`Fault::Broken`] if it does not begin as RTF does.
pub(crate) async fn read(bytes: &[u8]) -> Result<Document, Fault> {
    if !bytes.starts_with(b"{\\rtf") {
        return Err(Fault::Broken("it does not begin as RTF does".to_owned()));
    }
    let mut reader = Reader::new(!bytes.is_ascii() && str::from_utf8(bytes).is_ok());
    for (at, token) in Tokens::new(bytes).enumerate() {
        if at % SLICE == SLICE - 1 {
            give_way().await;
        }
        if !reader.take(token) {
            break;
        }
    }
    Ok(reader.finish())
}
