//! Whether a change leaves something that can't be read: the properties of a note, or a base.

use crate::note::front_matter::{self, YamlFault, note_fault, yaml_fault};

/// What a text file has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextKind {
    /// A note, whose properties are YAML.
    Note,
    /// A base, which is YAML.
    Base,
    /// Anything.
    Other,
}

impl TextKind {
    /// The kind of the file `path`, which is a note or not.
    pub fn of(path: &str, is_note: bool) -> Self {
        if is_note {
            return Self::Note;
        }
        let is_base = path.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("base"));
        if is_base { Self::Base } else { Self::Other }
    }

    /// Why `text` can't be read as this.
    fn fault(self, text: &str) -> Option<String> {
        let told = |YamlFault { what, fix, .. }: YamlFault| format!("{what}; {fix}");
        match self {
            Self::Note => note_fault(text).map(told),
            Self::Base => yaml_fault(text, 1).map(told),
            Self::Other => None,
        }
    }
}

/// What is unreadable after a change of `before`, `None` if there was no file, into `after`. `None` if nothing is, or if it
/// was before.
pub(crate) fn unreadable(kind: TextKind, before: Option<&str>, after: &str) -> Option<String> {
    if before.is_some_and(|before| kind.fault(before).is_some()) {
        return None;
    }
    let what = match kind {
        TextKind::Note => "properties",
        TextKind::Base => "base",
        TextKind::Other => return None,
    };
    if let Some(fault) = kind.fault(after) {
        let was_read = before.is_some_and(|before| kind != TextKind::Note || understands(before));
        let no_longer = if was_read { "can no longer be read" } else { "can't be read" };
        return Some(format!("the {what} {no_longer}: {fault}"));
    }
    let were_there = kind == TextKind::Note && before.is_some_and(understands);
    (were_there && !understands(after) && !has_empty_front_matter(after)).then(|| no_longer_there(after))
}

/// Why no properties are read in `note`, which has none that are faulty.
fn no_longer_there(note: &str) -> String {
    let fence = note.lines().position(|line| line.trim_end() == "---");
    match fence {
        Some(0) => {
            "the properties can no longer be read: they are no longer ordinary YAML; put the new values in quotes"
                .to_owned()
        }
        Some(above) => format!(
            "the properties can no longer be read: the --- in line {} must be line 1; move the text above it below the closing ---",
            above + 1
        ),
        None => "the properties can no longer be read: the front matter is gone; begin the note with ---".to_owned(),
    }
}

fn has_empty_front_matter(note: &str) -> bool {
    let mut lines = note.lines().map(str::trim_end);
    lines.next() == Some("---") && lines.find(|line| !line.is_empty()) == Some("---")
}

/// Whether the note has front matter whose properties are all ordinary YAML.
fn understands(note: &str) -> bool {
    let Some((front, _)) = front_matter::split(note.as_bytes()) else { return false };
    let Ok(front) = std::str::from_utf8(front) else { return false };
    !front.trim().is_empty() && front_matter::read(front, |_| {})
}
