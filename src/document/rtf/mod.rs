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
use crate::slices::{Slices, give_way, is_utf8};

/// Converts a document, in slices.
///
/// # Errors
/// [`Fault::Broken`] if it does not begin as RTF does.
pub(crate) async fn read(bytes: &[u8]) -> Result<Document, Fault> {
    if !bytes.starts_with(b"{\\rtf") {
        return Err(Fault::Broken("it does not begin as RTF does".to_owned()));
    }
    let (mut reader, mut slices) = (Reader::new(is_utf8(bytes).await), Slices::default());
    let (mut tokens, mut left) = (Tokens::new(bytes), bytes.len());
    while let Some(token) = tokens.next()
        && reader.take(token)
    {
        slices.read(left - tokens.left());
        left = tokens.left();
        if slices.is_done() {
            give_way().await;
        }
    }
    Ok(reader.finish())
}
