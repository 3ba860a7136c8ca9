//! The look of a run, as far as it changes what the text says.

/// Formatting of a run. `None` is what the style says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub is_hidden: Option<bool>,
    pub is_struck: Option<bool>,
    /// `^` for a superscript, `_` for a subscript, empty for neither.
    pub sign: Option<&'static str>,
    /// The name of a symbol font, empty for other fonts.
    pub font: Option<&'static str>,
}

impl Look {
    /// This look, with what it leaves open taken from `below`.
    pub fn or(self, below: Self) -> Self {
        Self {
            is_hidden: self.is_hidden.or(below.is_hidden),
            is_struck: self.is_struck.or(below.is_struck),
            sign: self.sign.or(below.sign),
            font: self.font.or(below.font),
        }
    }
}

/// The sign of text that is raised by so many percent.
pub(crate) fn raised(percent: f64) -> &'static str {
    if percent > 0.0 {
        "^"
    } else if percent < 0.0 {
        "_"
    } else {
        ""
    }
}
