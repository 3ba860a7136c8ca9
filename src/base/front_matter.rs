//! Where front matter begins and ends.

/// The start of a note whose first line is `---`.
#[derive(Debug, Clone, Copy)]
pub struct FrontMatter<'n> {
    /// The lines between the two `---`; without a second one, everything after the first.
    pub text: &'n [u8],
    /// Where the body begins, in bytes. `None` without a second `---`: then Obsidian sees no front matter.
    pub body: Option<usize>,
    /// Whether Obsidian certainly sees front matter. It does not document whether blanks may follow the first `---`.
    pub is_certain: bool,
}

/// The front matter of `note`, which has no byte order mark.
#[must_use]
pub fn find(note: &[u8]) -> Option<FrontMatter<'_>> {
    let is_rule = |line: &[u8]| line.strip_prefix(b"---").is_some_and(|rest| rest.trim_ascii().is_empty());
    // Obsidian does not accept `---` and a form feed as the end.
    let is_end = |line: &[u8]| is_rule(line) && !line.contains(&b'\x0c') && !line.windows(2).any(|two| two == b"\r\r");
    let mut lines = note.split_inclusive(|&byte| byte == b'\n');
    let first = lines.next().filter(|line| is_rule(line))?;
    let mut end = first.len();
    for line in lines {
        if is_end(line) {
            let is_certain = matches!(first, b"---\n" | b"---\r\n");
            return Some(FrontMatter { text: &note[first.len()..end], body: Some(end + line.len()), is_certain });
        }
        end += line.len();
    }
    Some(FrontMatter { text: &note[first.len()..], body: None, is_certain: false })
}

/// The lines between the two `---` of `note`, and where its body begins, in bytes. `None` without a second `---`.
#[must_use]
pub fn split(note: &[u8]) -> Option<(&[u8], usize)> {
    let front = find(note)?;
    Some((front.text, front.body?))
}
