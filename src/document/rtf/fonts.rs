//! Fonts with their encodings. Letters are bytes in the encoding of their font.

use std::collections::BTreeMap;

use encoding_rs::Encoding;

use crate::code_pages::encoding;
use crate::rich_text::symbols;

/// Maximum number of fonts that are kept.
const MAX_FONTS: usize = 10_000;
/// Maximum number of bytes kept of a font's name.
const MAX_FONT_NAME: usize = 100;
/// The character set of fonts of symbols.
const SYMBOLS: i32 = 2;

/// Character sets of Windows with their code pages.
const CHARSETS: [(i32, i32); 17] = [
    (0, 1252),
    (77, 10000),
    (128, 932),
    (129, 949),
    (134, 936),
    (136, 950),
    (161, 1253),
    (162, 1254),
    (163, 1258),
    (177, 1255),
    (178, 1256),
    (179, 1256),
    (180, 1256),
    (186, 1257),
    (204, 1251),
    (222, 874),
    (238, 1250),
];

/// A font.
#[derive(Debug, Default)]
struct Font {
    name: String,
    encoding: Option<&'static Encoding>,
    is_of_symbols: bool,
}

/// The fonts of a document.
#[derive(Debug, Default)]
pub(super) struct Fonts {
    by_number: BTreeMap<i32, Font>,
    /// The number of the font that is being read from the list of fonts.
    pub described: i32,
}

impl Fonts {
    fn described(&mut self) -> Option<&mut Font> {
        let has_room = self.by_number.len() < MAX_FONTS || self.by_number.contains_key(&self.described);
        has_room.then(|| self.by_number.entry(self.described).or_default())
    }

    /// Adds to the name of the font that is being read.
    pub fn name(&mut self, text: &str) {
        if let Some(font) = self.described()
            && font.name.len() + text.len() < MAX_FONT_NAME
        {
            font.name.push_str(text);
        }
    }

    /// The character set of the font that is being read.
    pub fn set_charset(&mut self, charset: i32) {
        let page = CHARSETS.iter().find(|(known, _)| *known == charset).map_or(0, |(_, page)| *page);
        if let Some(font) = self.described() {
            font.encoding = font.encoding.or(encoding(page));
            font.is_of_symbols = charset == SYMBOLS;
        }
    }

    /// The encoding of the font that is being read.
    pub fn set_encoding(&mut self, encoding: &'static Encoding) {
        if let Some(font) = self.described() {
            font.encoding = Some(encoding);
        }
    }

    /// The encoding of the font with this number, and its name if it is one of symbols. The name is empty for others.
    pub fn get(&self, number: i32) -> (Option<&'static Encoding>, &'static str) {
        let Some(font) = self.by_number.get(&number) else { return (None, "") };
        let name = symbols::font(font.name.trim_end_matches(';').trim());
        let symbols = match (font.is_of_symbols, name) {
            (false, _) => "",
            (true, "") => "Symbol",
            (true, known) => known,
        };
        (font.encoding, symbols)
    }
}
