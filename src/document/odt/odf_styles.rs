//! The styles of an `OpenDocument` text, as far as they change what it says.

use std::collections::BTreeMap;

use super::odf_lists::ListStyle;
use crate::draft::Stop;
use crate::rich_text::look::{Look, raised};
use crate::xml::Xml;

/// Maximum number of styles kept.
const MAX_STYLES: usize = 20_000;
/// Maximum number of list styles kept.
const MAX_LISTS: usize = 4_096;
/// Maximum length of a name in bytes.
const MAX_NAME: usize = 256;
/// Maximum number of styles that a style is based on, one on another.
const MAX_CHAIN: usize = 20;

/// One style.
#[derive(Debug, Clone, Default)]
struct Style {
    parent: Option<String>,
    look: Look,
    /// Whether the slides with this style are hidden.
    is_hidden: bool,
}

/// The styles so far, by family and name.
#[derive(Debug, Default)]
pub(super) struct Styles {
    by_name: BTreeMap<(Family, String), Style>,
    lists: BTreeMap<String, ListStyle>,
    /// The numbers of headings.
    pub outline: ListStyle,
}

/// What a style is for. The same name may stand for a style in each family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Family {
    Text,
    Paragraph,
    Slide,
}

impl Styles {
    /// Reads the element `style` that was just opened.
    pub fn read_style(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let family = match xml.attribute("family").as_deref() {
            Some("text") => Family::Text,
            Some("paragraph") => Family::Paragraph,
            Some("drawing-page") => Family::Slide,
            _ => return Ok(()),
        };
        let name = xml.attribute("name").unwrap_or_default().into_owned();
        let parent = xml.attribute("parent-style-name").filter(|name| name.len() <= MAX_NAME).map(Into::into);
        let mut style = Style { parent, ..Style::default() };
        let inside = xml.depth();
        while xml.opens(inside)? {
            match xml.name() {
                "text-properties" => style.look = look(xml),
                "drawing-page-properties" => {
                    style.is_hidden = xml.attribute("visibility").as_deref() == Some("hidden");
                }
                _ => {}
            }
        }
        if name.len() <= MAX_NAME && self.by_name.len() < MAX_STYLES {
            self.by_name.insert((family, name), style);
        }
        Ok(())
    }

    /// Reads the element `list-style` or `outline-style` that was just opened.
    pub fn read_list(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let is_outline = xml.name() == "outline-style";
        let name = xml.attribute("name").unwrap_or_default().into_owned();
        let list = ListStyle::read(xml)?;
        if is_outline {
            self.outline = list;
        } else if name.len() <= MAX_NAME && self.lists.len() < MAX_LISTS {
            self.lists.insert(name, list);
        }
        Ok(())
    }

    /// The list style with this name.
    pub fn list(&self, name: &str) -> Option<&ListStyle> {
        self.lists.get(name)
    }

    /// The look of a style, with what it inherits, and whether it is the style of the document's title.
    pub fn look(&self, family: Family, name: &str) -> (Look, bool) {
        let (mut look, mut is_title) = (Look::default(), false);
        let mut next = Some(name.to_owned());
        for _ in 0..MAX_CHAIN {
            let Some(name) = next.take() else { break };
            is_title |= family == Family::Paragraph && name == "Title";
            let Some(style) = self.by_name.get(&(family, name)) else { break };
            look = look.or(style.look);
            next.clone_from(&style.parent);
        }
        (look, is_title)
    }

    /// Whether slides with this style are hidden.
    pub fn is_hidden_slide(&self, name: &str) -> bool {
        self.by_name.get(&(Family::Slide, name.to_owned())).is_some_and(|style| style.is_hidden)
    }
}

/// The look in the element `text-properties` that was just opened.
fn look(xml: &Xml<'_>) -> Look {
    let mut look = Look::default();
    xml.attributes(|name, value| match name {
        "text-position" => {
            look.sign = Some(match value.split_whitespace().next().unwrap_or_default() {
                "super" => "^",
                "sub" => "_",
                percent => raised(percent.trim_end_matches('%').parse().unwrap_or_default()),
            });
        }
        "text-line-through-style" => look.is_struck = Some(value != "none"),
        "display" => look.is_hidden = Some(value == "none"),
        _ => {}
    });
    look
}
