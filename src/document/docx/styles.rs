//! Styles: the heading level, list and look that a paragraph or run inherits from its style.

use std::collections::BTreeMap;

use crate::draft::Stop;
use crate::rich_text::look::Look;
use crate::rich_text::symbols;
use crate::xml::Xml;

/// Maximum number of styles kept. Word's own template has 380.
const MAX_STYLES: usize = 10_000;
/// Maximum length of a style's id or name in bytes. Word allows 253 letters.
const MAX_NAME: usize = 256;
/// Maximum length of a chain of base styles. Word allows 11. The limit also ends a cycle.
const MAX_CHAIN: usize = 32;

/// The outline level of body text. It overrides a heading level of the base style.
pub(crate) const BODY_LEVEL: u8 = 9;

/// A paragraph's place in a list. Without a level, the list chooses the level that is linked to the style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Item {
    pub list: i64,
    pub level: Option<usize>,
}

/// One style. Once [`Styles::read`] is done, it includes what it inherits from its base styles.
#[derive(Debug, Clone, Default)]
pub(crate) struct Style {
    based_on: Option<String>,
    /// 0 is the outermost heading level. [`BODY_LEVEL`] means no heading.
    pub outline: Option<u8>,
    pub list: Option<i64>,
    pub level: Option<usize>,
    pub look: Look,
}

impl Style {
    /// The list and level of paragraphs with this style. `None` if the style sets no list.
    pub fn item(&self) -> Option<Item> {
        Some(Item { list: self.list?, level: self.level })
    }
}

/// The styles of a document by id.
#[derive(Debug, Default)]
pub(crate) struct Styles(BTreeMap<String, Style>);

impl Styles {
    /// Reads `styles.xml` as far as possible.
    pub fn read(xml: &mut Xml<'_>) -> (Self, Result<(), Stop>) {
        let mut styles = BTreeMap::new();
        let end = read_all(xml, &mut styles);
        let resolved = styles.iter().map(|(id, style)| (id.clone(), resolved(style, &styles))).collect();
        (Self(resolved), end)
    }

    /// The style with this id. If there is none, the id itself may name a heading level, such as `Heading2`.
    pub fn get(&self, id: &str) -> Style {
        self.0.get(id).cloned().unwrap_or_else(|| Style { outline: outline_of(id), ..Style::default() })
    }
}

/// Reads the element `rPr` that was just opened. `style` gives the look of a style, `below` is that of the paragraph.
pub(super) fn read_look(xml: &mut Xml<'_>, style: impl Fn(&str) -> Look, below: Look) -> Result<Look, Stop> {
    let (inside, mut by_style, mut own) = (xml.depth(), Look::default(), Look::default());
    while xml.opens(inside)? {
        match xml.name() {
            "rStyle" => by_style = xml.attribute("val").map(|id| style(&id)).unwrap_or_default(),
            "rPrChange" => xml.skip()?,
            _ => set_look(&mut own, xml),
        }
    }
    Ok(own.or(by_style).or(below))
}

/// Applies the property of a run whose element was just opened.
fn set_look(look: &mut Look, xml: &Xml<'_>) {
    match xml.name() {
        "vanish" => look.is_hidden = Some(xml.is_on()),
        // A run has both properties, with at most one switched on.
        "strike" | "dstrike" => look.is_struck = Some(xml.is_on() || look.is_struck == Some(true)),
        "vertAlign" => {
            look.sign = xml.attribute("val").map(|place| match &*place {
                "superscript" => "^",
                "subscript" => "_",
                _ => "",
            });
        }
        "rFonts" => {
            let name = xml.attribute("ascii").or_else(|| xml.attribute("hAnsi"));
            look.font = name.map(|name| symbols::font(&name)).or(look.font);
        }
        _ => {}
    }
}

fn read_all(xml: &mut Xml<'_>, styles: &mut BTreeMap<String, Style>) -> Result<(), Stop> {
    while xml.opens(0)? {
        if xml.name() == "style" {
            let id = xml.attribute("styleId").unwrap_or_default().into_owned();
            let style = read_one(xml)?;
            if id.len() <= MAX_NAME && styles.len() < MAX_STYLES {
                styles.insert(id, style);
            }
        }
    }
    Ok(())
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
            "ilvl" => style.level = xml.index(),
            // The old properties of a tracked change, and properties that apply only to table cells.
            "tblStylePr" | "rPrChange" | "pPrChange" => xml.skip()?,
            _ => set_look(&mut style.look, xml),
        }
    }
    style.outline = style.outline.or(named);
    Ok(style)
}

/// The level in the element `outlineLvl` that was just opened.
pub(crate) fn outline(xml: &Xml<'_>) -> Option<u8> {
    xml.number().and_then(|level| u8::try_from(level).ok()).map(|level| level.min(BODY_LEVEL))
}

/// The heading level that a built-in name such as `heading 2` stands for. Style names are English in every language.
/// Style ids have no space and are translated.
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
        whole.look = whole.look.or(below.look);
        whole.level = whole.level.or(below.level);
        whole.list = whole.list.or(below.list);
        next.clone_from(&below.based_on);
    }
    whole
}
