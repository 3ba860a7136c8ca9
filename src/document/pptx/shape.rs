//! The shapes of a slide.

use crate::xml::Xml;

/// What a shape is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Role {
    #[default]
    Other,
    Title,
    /// The main text.
    Body,
    /// A footer or a date.
    Footer,
    /// The number of a slide, or its image in the notes: not shown.
    Number,
}

/// The shape that is read.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub role: Role,
    /// Its description.
    pub name: String,
    /// `image`, `video` or `audio`.
    pub kind: &'static str,
}

impl Role {
    /// The role in the element `ph` that was just opened.
    pub fn read(xml: &Xml<'_>) -> Self {
        match xml.attribute("type").as_deref() {
            Some("title" | "ctrTitle") => Self::Title,
            None | Some("body" | "obj") => Self::Body,
            Some("dt" | "ftr" | "hdr") => Self::Footer,
            Some("sldNum" | "sldImg") => Self::Number,
            Some(_) => Self::Other,
        }
    }
}
