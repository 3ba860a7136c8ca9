//! Patterns for the files to list: gitignore's wildcards, and braces, because models also write them.

use crate::error::ToolError;
use crate::path::{VaultPath, quoted};
use crate::policy::{PathKind, Patterns};

/// Maximum bytes of a pattern.
const MAX_BYTES: usize = 1000;

/// Maximum patterns that braces may expand to.
const MAX_PATTERNS: usize = 64;

const HELP: &str = "give a pattern such as \"*.md\" for all notes at any depth, or \"2025/**/*.md\" from the folder on";

/// The files to list.
#[derive(Debug)]
pub(super) struct Pattern(Patterns);

impl Pattern {
    /// Parses a pattern.
    pub fn parse(given: &str) -> Result<Self, ToolError> {
        let refused =
            |fault: &str| Err(ToolError::invalid_arguments(format!("pattern is {}, {fault}", quoted(given)), HELP));
        let text = given.trim();
        if text.is_empty() || text.chars().any(char::is_control) {
            return refused("which is empty or contains a control character");
        }
        if text.len() > MAX_BYTES {
            return refused("which is too long");
        }
        if text.starts_with('!') {
            return refused("but patterns say what to list, not what to leave out");
        }
        let Some(all) = alternatives(text) else { return refused("which expands to too many patterns") };
        // `#` starts a comment in gitignore, but is part of a name here.
        let lines: Vec<_> =
            all.iter().map(|line| if line.starts_with('#') { format!("\\{line}") } else { line.clone() }).collect();
        let patterns = Patterns::parse(&lines.join("\n"));
        if patterns.is_empty() { refused("which matches nothing") } else { Ok(Self(patterns)) }
    }

    /// Whether to list the file at `path`, relative to the listed folder. Case is ignored.
    pub fn wants(&self, path: &VaultPath) -> bool {
        self.0.closes(path, PathKind::File) || self.0.closes_equivalent(path, PathKind::File)
    }
}

/// The expansions of `{a,b}` in `text`; `None` if there are too many. Braces without a comma are literal.
fn alternatives(text: &str) -> Option<Vec<String>> {
    let (mut done, mut open) = (Vec::new(), vec![text.to_owned()]);
    while let Some(text) = open.pop() {
        // Innermost braces first.
        let braces = text.match_indices('}').find_map(|(end, _)| {
            let start = text[..end].rfind('{')?;
            text[start + 1..end].contains(',').then_some((start, end))
        });
        match braces {
            Some((start, end)) => {
                let parts = text[start + 1..end].split(',');
                open.extend(parts.map(|part| format!("{}{part}{}", &text[..start], &text[end + 1..])));
            }
            None => done.push(text),
        }
        if done.len() + open.len() > MAX_PATTERNS {
            return None;
        }
    }
    Some(done)
}

#[cfg(test)]
mod tests {
    use super::Pattern;
    use crate::path::VaultPath;

    #[test]
    fn a_pattern_wants_what_gitignore_would_match() {
        for (pattern, path, expected) in [
            ("*.md", "a.md", true),
            ("*.md", "deep/er/a.md", true),
            ("*.md", "A.MD", true),
            ("*.md", "a.txt", false),
            ("sub/*.md", "sub/a.md", true),
            ("sub/*.md", "x/sub/a.md", false),
            ("sub/*.md", "sub/x/a.md", false),
            ("**/sub/*.md", "x/sub/a.md", true),
            ("sub/**", "sub/x/a.md", true),
            ("/a.md", "a.md", true),
            ("/a.md", "x/a.md", false),
            ("sub", "x/sub/a.md", true),
            ("sub/", "sub/a.md", true),
            ("sub/", "sub", false),
            ("cafe\u{301}*", "Caf\u{e9} menu.md", true),
            ("2025-0?-*", "2025-03-01.md", true),
            ("*.{md,canvas}", "a.canvas", true),
            ("*.{md,canvas}", "a.txt", false),
            ("{a,b{c,d}}.md", "bd.md", true),
            ("{a}.md", "{a}.md", true),
            ("#*.md", "#a.md", true),
            ("#*.md", "a.md", false),
        ] {
            let path = VaultPath::parse(path).expect("a vault path");
            assert_eq!(Pattern::parse(pattern).map(|held| held.wants(&path)), Ok(expected), "{pattern} {path}");
        }
    }

    #[test]
    fn what_matches_nothing_is_refused() {
        for pattern in ["", " ", "!*.png", "[", "a\nb", "/", &"{a,b}".repeat(9)] {
            assert!(Pattern::parse(pattern).is_err(), "{pattern:?}");
        }
    }
}
