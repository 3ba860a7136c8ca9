//! Block ids: `^quote` at the end of a block.

/// The block id that `line` ends in, with its `^`.
pub(crate) fn block_id(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii_end();
    let name = line.iter().rev().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'-').count();
    let start = line.len().checked_sub(name + 1)?;
    let is_apart = line[..start].last().is_none_or(u8::is_ascii_whitespace);
    (name > 0 && line[start] == b'^' && is_apart).then_some(&line[start..])
}

/// `title`, the text of a heading, without the block id that it ends in.
pub(super) fn without_block_id(title: &[u8]) -> &[u8] {
    block_id(title).map_or(title, |id| title[..title.len() - id.len()].trim_ascii_end())
}
