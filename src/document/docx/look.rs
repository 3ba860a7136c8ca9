//! The look of a run, as far as it changes what the text says.

use super::symbols;
use crate::document::stop::Stop;
use crate::document::xml::Xml;

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
    /// Reads the element `rPr` that was just opened. `style` gives the look of a style, `below` is that of the paragraph.
    pub fn read(xml: &mut Xml<'_>, style: impl Fn(&str) -> Self, below: Self) -> Result<Self, Stop> {
        let (inside, mut by_style, mut own) = (xml.depth(), Self::default(), Self::default());
        while xml.opens(inside)? {
            match xml.name() {
                "rStyle" => by_style = xml.attribute("val").map(|id| style(&id)).unwrap_or_default(),
                "rPrChange" => xml.skip()?,
                _ => own.set(xml),
            }
        }
        Ok(own.or(by_style).or(below))
    }

    /// Applies the property whose element was just opened.
    pub fn set(&mut self, xml: &Xml<'_>) {
        match xml.name() {
            "vanish" => self.is_hidden = Some(xml.is_on()),
            // A run has both properties, with at most one switched on.
            "strike" | "dstrike" => self.is_struck = Some(xml.is_on() || self.is_struck == Some(true)),
            "vertAlign" => {
                self.sign = xml.attribute("val").map(|place| match &*place {
                    "superscript" => "^",
                    "subscript" => "_",
                    _ => "",
                });
            }
            "rFonts" => {
                let name = xml.attribute("ascii").or_else(|| xml.attribute("hAnsi"));
                self.font = name.map(|name| symbols::font(&name)).or(self.font);
            }
            _ => {}
        }
    }

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
