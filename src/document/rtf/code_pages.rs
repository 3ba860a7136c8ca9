//! Fonts with their encodings. Letters are bytes in the encoding of their font.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, IBM866, MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_874, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258, X_MAC_CYRILLIC,
};

use super::Reader;
use super::group::Place;
use crate::document::docx::symbol_font;

/// Maximum number of fonts that are kept.
const MAX_FONTS: usize = 10_000;
/// Maximum number of bytes kept of a font's name.
const MAX_FONT_NAME: usize = 100;
/// The character set of fonts of symbols.
const SYMBOLS: i32 = 2;

/// A font.
#[derive(Debug, Default)]
pub(super) struct Font {
    name: String,
    encoding: Option<&'static Encoding>,
    is_of_symbols: bool,
}

impl Reader {
    /// Describes the font that is being read from the list of fonts.
    fn described(&mut self) -> Option<&mut Font> {
        let has_room = self.fonts.len() < MAX_FONTS || self.fonts.contains_key(&self.font);
        has_room.then(|| self.fonts.entry(self.font).or_default())
    }

    pub(super) fn name_font(&mut self, text: &str) {
        if let Some(font) = self.described()
            && font.name.len() + text.len() < MAX_FONT_NAME
        {
            font.name.push_str(text);
        }
    }

    /// The character set of the font that is being read.
    pub(super) fn set_charset(&mut self, charset: i32) {
        let page = match charset {
            0 => 1252,
            77 => 10000,
            128 => 932,
            129 => 949,
            134 => 936,
            136 => 950,
            161 => 1253,
            162 => 1254,
            163 => 1258,
            177 => 1255,
            178..=180 => 1256,
            186 => 1257,
            204 => 1251,
            222 => 874,
            238 => 1250,
            _ => 0,
        };
        if let Some(font) = self.described() {
            font.encoding = font.encoding.or(encoding(page));
            font.is_of_symbols = charset == SYMBOLS;
        }
    }

    /// The code page of the font that is being read, or of the document.
    pub(super) fn set_code_page(&mut self, page: i32) {
        let found = encoding(page);
        if found.is_none() {
            // The first one is enough.
            if page != 0 && !std::mem::replace(&mut self.has_unknown_page, true) {
                self.story.writer.draft.note(format!("code page {page} is not known, so some letters may be wrong"));
            }
        } else if self.place() != Place::Fonts {
            self.encoding = found;
        } else if let Some(font) = self.described() {
            font.encoding = found;
        }
    }

    /// Switches to the font with this number.
    pub(super) fn set_font(&mut self, number: i32) {
        let font = self.fonts.get(&number);
        let encoding = font.and_then(|font| font.encoding);
        let symbols = font.filter(|font| font.is_of_symbols).map_or("", |font| {
            match symbol_font(font.name.trim_end_matches(';').trim()) {
                "" => "Symbol",
                known => known,
            }
        });
        if let Some(group) = self.groups.last_mut() {
            (group.encoding, group.symbols) = (encoding, symbols);
        }
    }
}

/// The encoding with this number in Windows.
fn encoding(page: i32) -> Option<&'static Encoding> {
    Some(match page {
        866 => IBM866,
        874 => WINDOWS_874,
        932 => SHIFT_JIS,
        936 => GBK,
        949 => EUC_KR,
        950 => BIG5,
        1250 => WINDOWS_1250,
        1251 => WINDOWS_1251,
        1252 => WINDOWS_1252,
        1253 => WINDOWS_1253,
        1254 => WINDOWS_1254,
        1255 => WINDOWS_1255,
        1256 => WINDOWS_1256,
        1257 => WINDOWS_1257,
        1258 => WINDOWS_1258,
        10000 => MACINTOSH,
        10007 => X_MAC_CYRILLIC,
        65001 => UTF_8,
        _ => return None,
    })
}
