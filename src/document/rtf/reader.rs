//! Reads groups: keeps what each changes, and passes text on to where it belongs.

use encoding_rs::{Encoding, WINDOWS_1252};
use lectern_base::Document;

use super::fonts::Fonts;
use super::group::{End, Group, Place};
use super::rtf_story::{MAX_PARAGRAPH_BYTES, Story};
use super::rtf_tokens::Token;
use crate::code_pages::encoding;
use crate::rich_text::symbols;

/// Maximum depth of groups. Word writes about ten.
const MAX_GROUPS: usize = 500;

/// Whether the next word begins something that programs may ignore: only `\*` at the start of a group says so.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Star {
    #[default]
    No,
    /// A group has just begun.
    MayCome,
    Came,
}

/// A document while it is read.
#[derive(Default)]
pub(super) struct Reader {
    pub story: Story,
    /// The open groups. Empty after the last one has ended.
    pub groups: Vec<Group>,
    /// The number of open groups that are nested too deep.
    too_deep: usize,
    pub fonts: Fonts,
    pub default_font: i32,
    /// The encoding of fonts that have none.
    pub encoding: Option<&'static Encoding>,
    has_unknown_page: bool,
    /// Letters that are not decoded yet.
    pub bytes: Vec<u8>,
    /// The first half of a character.
    high: Option<u16>,
    /// The number of letters that only stand for a character before them.
    skip: usize,
    star: Star,
    /// Whether letters outside ASCII are UTF-8, as some programs write them.
    is_utf8: bool,
}

impl Reader {
    pub fn new(is_utf8: bool) -> Self {
        Self { groups: vec![Group::default()], is_utf8, ..Self::default() }
    }

    /// Continues with the next token. Returns false once the rest has no text, or the document is full.
    pub fn take(&mut self, token: Token<'_>) -> bool {
        self.handle(token);
        !self.story.writer.draft.is_full() && !self.groups.is_empty()
    }

    fn handle(&mut self, token: Token<'_>) {
        if self.too_deep > 0 {
            match token {
                Token::Open => self.too_deep += 1,
                Token::Close => self.too_deep -= 1,
                _ => {}
            }
            return;
        }
        let star = std::mem::take(&mut self.star);
        match token {
            Token::Open => {
                self.star = Star::MayCome;
                self.open();
            }
            Token::Close => self.close(),
            Token::Byte(_) if self.skip > 0 => self.skip -= 1,
            Token::Word(name, number) => {
                self.flush();
                self.skip = 0;
                self.word(name, number, star == Star::Came);
            }
            Token::Symbol(b'*') if star == Star::MayCome => self.star = Star::Came,
            Token::Symbol(symbol) => {
                self.skip = 0;
                self.symbol(symbol);
            }
            Token::Byte(byte) => self.bytes.push(byte),
            Token::Text(text) => {
                let skipped = self.skip.min(text.len());
                self.skip -= skipped;
                let text = &text[skipped..];
                match str::from_utf8(text) {
                    Ok(text) if self.is_utf8 && !text.is_ascii() => self.put(text),
                    _ => self.bytes.extend_from_slice(text),
                }
                if self.bytes.len() > MAX_PARAGRAPH_BYTES {
                    self.flush();
                }
            }
        }
    }

    fn open(&mut self) {
        self.flush();
        self.skip = 0;
        if self.groups.len() >= MAX_GROUPS {
            self.too_deep = 1;
            let note = format!("groups are nested more than {MAX_GROUPS} deep, and deeper ones are left out");
            self.story.writer.draft.note(note);
        } else if let Some(group) = self.groups.last() {
            self.groups.push(group.inner());
        }
    }

    fn close(&mut self) {
        self.flush();
        self.skip = 0;
        if let Some(group) = self.groups.pop() {
            if group.end == End::Fonts {
                self.set_font(self.default_font);
            }
            self.story.end(group.end);
        }
        // The outermost group is in the one that the reader begins with.
        if self.groups.len() == 1 {
            self.groups.clear();
        }
    }

    pub fn group(&mut self) -> Option<&mut Group> {
        self.groups.last_mut()
    }

    pub fn place(&self) -> Place {
        self.groups.last().map_or(Place::Skipped, |group| group.place)
    }

    /// Decodes the letters so far.
    pub fn flush(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.bytes);
        let Some(group) = self.groups.last() else { return };
        if group.symbols.is_empty() {
            let encoding = group.encoding.or(self.encoding).unwrap_or(WINDOWS_1252);
            let (text, _) = encoding.decode_without_bom_handling(&bytes);
            self.put(&text);
        } else {
            let text: String = bytes.iter().map(|byte| shown(group.symbols, u32::from(*byte))).collect();
            self.put(&text);
        }
    }

    pub fn put(&mut self, text: &str) {
        self.flush();
        if self.high.take().is_some() {
            self.put("\u{fffd}");
        }
        let Some(group) = self.groups.last() else { return };
        match group.place {
            Place::Text if !group.is_hidden && !group.is_deleted => self.story.put(text, group),
            Place::Label => self.story.label.push_str(text),
            Place::Instruction => self.story.instruct(text),
            Place::Author => self.story.author.push_str(text),
            Place::Fonts => self.fonts.name(text),
            _ => {}
        }
    }

    /// The code page of the font that is being read, or of the document.
    pub fn set_code_page(&mut self, page: i32) {
        match encoding(page) {
            Some(encoding) if self.place() == Place::Fonts => self.fonts.set_encoding(encoding),
            Some(encoding) => self.encoding = Some(encoding),
            // The first one is enough.
            None if page != 0 && !std::mem::replace(&mut self.has_unknown_page, true) => {
                self.story.writer.draft.note(format!("code page {page} is not known, so some letters may be wrong"));
            }
            None => {}
        }
    }

    /// Switches to the font with this number.
    pub fn set_font(&mut self, number: i32) {
        let (encoding, symbols) = self.fonts.get(number);
        if let Some(group) = self.groups.last_mut() {
            (group.encoding, group.symbols) = (encoding, symbols);
        }
    }

    /// A character by its number in UTF-16, or of Unicode.
    pub fn unicode(&mut self, number: i32) {
        let unit = u16::try_from(number).or_else(|_| i16::try_from(number).map(i16::cast_unsigned)).ok();
        let symbols = self.groups.last().map_or("", |group| group.symbols);
        let letter = match (self.high.take(), unit) {
            (Some(high), Some(low)) => char::decode_utf16([high, low]).next().and_then(Result::ok),
            (None, Some(high @ 0xd800..=0xdbff)) => {
                self.high = Some(high);
                None
            }
            (None, Some(unit)) if !symbols.is_empty() => Some(shown(symbols, u32::from(unit))),
            (_, Some(unit)) => char::from_u32(u32::from(unit)),
            (_, None) => u32::try_from(number).ok().and_then(char::from_u32),
        };
        if let Some(letter) = letter {
            self.put(letter.encode_utf8(&mut [0; 4]));
        }
        self.skip = self.groups.last().map_or(0, |group| group.fallback);
    }

    pub fn finish(mut self) -> Document {
        self.flush();
        let is_cut = !self.groups.is_empty() && !self.story.writer.draft.is_full();
        while let Some(group) = self.groups.pop() {
            self.story.end(group.end);
        }
        if is_cut {
            self.story.writer.draft.note("the file ends early");
        }
        self.story.finish()
    }
}

/// The character at `place` in the font of symbols.
fn shown(font: &str, place: u32) -> char {
    let private = char::from_u32(0xf000 + (place & 0xff)).unwrap_or(char::REPLACEMENT_CHARACTER);
    match symbols::shown(font, private) {
        letter if letter != private => letter,
        _ => char::from_u32(place).filter(char::is_ascii).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}
