//! Renders tokens as a label.

use super::lexer::{Token, TokenKind};

/// The tokens on one line, without the comments and line breaks between them.
pub(super) fn written(text: &[u8], tokens: &[Token]) -> Vec<u8> {
    // Longer than a label.
    const WRITTEN_BYTES: usize = 800;
    let mut line = Vec::new();
    let mut before: Option<&Token> = None;
    for (at, token) in tokens.iter().enumerate() {
        if line.len() > WRITTEN_BYTES {
            break;
        }
        if let Some(before) = before.filter(|before| before.end < token.start) {
            let is_broken = token.is_first;
            let closes = matches!(token.kind, TokenKind::Punct(b')' | b']' | b'>'));
            let opened = matches!(before.kind, TokenKind::Punct(b'(' | b'[' | b'<'));
            if is_broken && closes && line.ends_with(b",") {
                line.pop();
            }
            if !(is_broken && (closes || opened)) && !before.is(b'{') {
                line.push(b' ');
            }
        }
        line.extend(&text[token.start..token.end.min(token.start + WRITTEN_BYTES)]);
        if token.is(b'{') && tokens.get(at + 1).is_some_and(|next| next.start > token.end) {
            // Stands for the skipped content of the block.
            line.extend("…".as_bytes());
        }
        before = Some(token);
    }
    let end = line.iter().rposition(|byte| !matches!(byte, b' ' | b'=' | b':')).map_or(0, |at| at + 1);
    let is_arrow = line.ends_with(b"=>");
    if !is_arrow {
        line.truncate(end);
    }
    line
}
