//! The styles of a document (`styles.xml`): heading level, list, and whether text is hidden.

use std::collections::BTreeMap;

use crate::document::stop::Stop;
use crate::document::xml::{Node, Xml};

/// Maximum styles to keep. Word's own template has 380.
const MAX_STYLES: usize = 10_000;
/// Maximum bytes of a style's id. Word allows 253 characters.
const MAX_NAME: usize = 256;
/// Maximum length of a chain of base styles. Word allows 11. Also ends cycles.
const MAX_CHAIN: usize = 32;

/// The outline level of body text. A style with this level is not a heading, even if its base style is one.
pub(super) const BODY_LEVEL: u8 = 9;

/// The position of a paragraph in a list. Without a level, the list determines it from the paragraph's style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Item {
    pub list: i64,
    pub level: Option<usize>,
}

/// A style. After [`Styles::read`], it includes what it inherits from its base styles.
#[derive(Debug, Clone, Default)]
pub(super) struct Style {
    based_on: Option<String>,
    /// 0 is the outermost heading; [`BODY_LEVEL`] is not a heading.
    pub outline: Option<u8>,
    pub list: Option<i64>,
    pub level: Option<usize>,
    pub is_hidden: Option<bool>,
}

impl Style {
    /// The list position of paragraphs with this style.
    pub fn item(&self) -> Option<Item> {
        Some(Item { list: self.list?, level: self.level })
    }
}

/// The styles of a document by id.
#[derive(Debug, Default)]
pub(super) struct Styles(BTreeMap<String, Style>);

impl Styles {
    /// Reads `styles.xml` up to the first error.
    pub fn read(xml: &mut Xml<'_>) -> (Self, Result<(), Stop>) {
        let mut styles = BTreeMap::new();
        let end = read_all(xml, &mut styles);
        let resolved = styles.iter().map(|(id, style)| (id.clone(), resolved(style, &styles))).collect();
        (Self(resolved), end)
    }

    /// The style with this id. If the document does not define it, a heading level is guessed from the id.
    pub fn get(&self, id: &str) -> Style {
        self.0.get(id).cloned().unwrap_or_else(|| Style { outline: outline_of(id), ..Style::default() })
    }
}

fn read_all(xml: &mut Xml<'_>, styles: &mut BTreeMap<String, Style>) -> Result<(), Stop> {
    loop {
        match xml.next()? {
            Node::Open if xml.name() == "style" => {
                let id = xml.attribute("styleId").unwrap_or_default().into_owned();
                let style = read_one(xml)?;
                if id.len() <= MAX_NAME && styles.len() < MAX_STYLES {
                    styles.insert(id, style);
                }
            }
            Node::End => return Ok(()),
            _ => {}
        }
    }
}

fn read_one(xml: &mut Xml<'_>) -> Result<Style, Stop> {
    let (inside, mut style, mut named) = (xml.depth(), Style::default(), None);
    while xml.opens(inside)? {
        match xml.name() {
            "name" => named = xml.attribute("val").and_then(|name| outline_of(&name)),
            "basedOn" => {
                style.based_on = xml.attribute("val").filter(|id| id.len() <= MAX_NAME).map(Into::into);
            }
            "outlineLvl" => style.outline = outline(xml),
            "numId" => style.list = xml.number(),
            "ilvl" => style.level = xml.number().and_then(|level| usize::try_from(level).ok()),
            "vanish" => style.is_hidden = Some(xml.is_on()),
            // The formatting before a tracked change, and formatting for parts of a table only.
            "tblStylePr" | "rPrChange" | "pPrChange" => xml.skip()?,
            _ => {}
        }
    }
    style.outline = style.outline.or(named);
    Ok(style)
}

/// The level in the `outlineLvl` element whose start tag was read last.
pub(super) fn outline(xml: &Xml<'_>) -> Option<u8> {
    xml.number().and_then(|level| u8::try_from(level).ok()).map(|level| level.min(BODY_LEVEL))
}

/// The outline level that the name or id of a built-in style implies: `heading 2` → 1. Names are English in every
/// language of Word. Ids lack the space and are translated.
fn outline_of(name: &str) -> Option<u8> {
    let name = name.to_ascii_lowercase();
    if name == "title" {
        return Some(0);
    }
    match name.strip_prefix("heading")?.trim_start().as_bytes() {
        [digit @ b'1'..=b'9'] => Some(digit - b'1'),
        _ => None,
    }
}

fn resolved(style: &Style, styles: &BTreeMap<String, Style>) -> Style {
    let mut whole = style.clone();
    let mut next = whole.based_on.take();
    for _ in 0..MAX_CHAIN {
        let Some(below) = next.as_ref().and_then(|id| styles.get(id)) else { break };
        whole.outline = whole.outline.or(below.outline);
        whole.is_hidden = whole.is_hidden.or(below.is_hidden);
        whole.level = whole.level.or(below.level);
        whole.list = whole.list.or(below.list);
        next.clone_from(&below.based_on);
    }
    whole
}
