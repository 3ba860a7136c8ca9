//! Writes a slide of a presentation.

use lectern_base::Document;

use crate::draft::Draft;
use crate::markup::one_line;

/// A slide that was read.
pub(crate) struct Slide {
    /// Its number in the presentation, from 1.
    pub number: usize,
    pub title: String,
    pub is_hidden: bool,
    pub text: Document,
    /// Whether a part of its text was too long.
    pub is_cut: bool,
}

impl Slide {
    /// Writes the slide under a heading.
    pub fn write(self, draft: &mut Draft) {
        let colon = if self.title.is_empty() { "" } else { ": " };
        let hidden = if self.is_hidden { " (hidden)" } else { "" };
        let title = format!("Slide {}{colon}{}{hidden}", self.number, self.title);
        draft.heading(&title);
        if !self.text.text.is_empty() {
            draft.line("");
            draft.append(self.text);
        }
        if self.is_cut {
            draft.note("one shape was too long and is cut");
        }
    }
}

/// The lines of a title as one.
pub(crate) fn title(lines: &[String]) -> String {
    one_line(&lines.join(" "))
}

/// Writes lines below a slide, such as its comments.
pub(crate) fn write_below(draft: &mut Draft, lines: &[String]) {
    if !lines.is_empty() {
        draft.blank();
    }
    for line in lines {
        draft.line(line);
    }
}
