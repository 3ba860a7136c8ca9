//! Outlines of LaTeX: sections.

use super::entries::{Sections, label};
use super::{Outline, lines};

const SECTIONS: [(&str, u8); 7] = [
    ("part", 1),
    ("chapter", 2),
    ("section", 3),
    ("subsection", 4),
    ("subsubsection", 5),
    ("paragraph", 6),
    ("subparagraph", 7),
];

/// The sections of `text`, with their commands as written.
pub(super) fn outline(text: &[u8]) -> Outline {
    let mut sections = Sections::new();
    let (mut total, mut is_verbatim) = (0, false);
    for (number, line) in lines(text) {
        total = number;
        let line = line.trim_ascii_start();
        let named = |open: &[u8]| {
            line.strip_prefix(open).is_some_and(|name| {
                [&b"verbatim"[..], b"lstlisting", b"minted", b"comment"].iter().any(|known| name.starts_with(known))
            })
        };
        is_verbatim = if is_verbatim { !named(b"\\end{") } else { named(b"\\begin{") };
        if let Some((level, shown)) = section(line).filter(|_| !is_verbatim) {
            sections.heading(number, level, label(shown, level));
        }
    }
    sections.finish(total)
}

/// The level and label of the section that `line` begins. The label ends at the brace that closes its title.
fn section(line: &[u8]) -> Option<(u8, &[u8])> {
    let command = line.strip_prefix(b"\\")?;
    let len = command.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let &(_, level) = SECTIONS.iter().find(|(name, _)| name.as_bytes() == &command[..len])?;
    let behind = &command[len..];
    if !matches!(behind.first(), Some(b'{' | b'[' | b'*')) {
        return None;
    }
    let mut depth = 0_u32;
    let end = line.iter().position(|&byte| {
        depth += u32::from(byte == b'{');
        byte == b'}' && {
            depth = depth.saturating_sub(1);
            depth == 0
        }
    });
    Some((level, end.map_or(line, |end| &line[..=end])))
}
