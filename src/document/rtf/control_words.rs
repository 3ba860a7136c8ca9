//! The control words that affect the text. All others are ignored.

use encoding_rs::MACINTOSH;

use super::group::{End, Group, Place};
use super::reader::Reader;

impl Reader {
    /// A control word. If the program `may_ignore` an unknown one, so do we, with the rest of its group.
    pub(super) fn word(&mut self, name: &[u8], number: Option<i32>, may_ignore: bool) {
        let is_on = number != Some(0);
        match name {
            b"par" | b"sect" | b"page" => self.end_paragraph(),
            b"cell" => self.cell(),
            b"row" => self.row(),
            b"u" => self.unicode(number.unwrap_or(0)),
            b"ansicpg" | b"cpg" => self.set_code_page(number.unwrap_or(0)),
            b"mac" => self.encoding = Some(MACINTOSH),
            b"deff" => self.default_font = number.unwrap_or(0),
            b"f" if self.place() == Place::Fonts => self.fonts.described = number.unwrap_or(0),
            b"f" => self.set_font(number.unwrap_or(0)),
            b"fcharset" => self.fonts.set_charset(number.unwrap_or(0)),
            b"plain" => {
                self.set_font(self.default_font);
                self.change(Group::plain);
            }
            b"pard" => self.change(Group::end_paragraph),
            b"intbl" => self.change(|group| group.is_in_table = is_on),
            b"outlinelevel" => {
                let level = number.and_then(|level| u8::try_from(level).ok()).filter(|level| *level < 9);
                self.change(|group| group.heading = level.map(|level| level + 1));
            }
            b"ilvl" => {
                let level = number.and_then(|level| usize::try_from(level).ok()).unwrap_or(0).min(8);
                self.change(|group| group.level = level);
            }
            b"v" => self.change(|group| group.is_hidden = is_on),
            b"deleted" => self.change(|group| group.is_deleted = is_on),
            b"super" => self.change(|group| group.script = is_on.then_some('^')),
            b"sub" => self.change(|group| group.script = is_on.then_some('_')),
            b"nosupersub" => self.change(|group| group.script = None),
            b"uc" => {
                let fallback = number.and_then(|count| usize::try_from(count).ok()).unwrap_or(1);
                self.change(|group| group.fallback = fallback);
            }
            _ => match text_of(name) {
                Some(text) => self.put(text),
                None => self.destination(name, may_ignore),
            },
        }
    }

    /// A word that says what the rest of its group is.
    fn destination(&mut self, name: &[u8], may_ignore: bool) {
        let place = self.place();
        let is_shown = matches!(place, Place::Text | Place::Drawing);
        match name {
            b"fonttbl" => self.begin(Place::Fonts, End::Fonts),
            // In cells and asides, a mark is text.
            b"listtext" | b"pntext" if place == Place::Text && self.is_in_body() => {
                self.story.label.clear();
                self.begin(Place::Label, End::Nothing);
            }
            b"rtf" | b"shppict" | b"nesttableprops" => {}
            b"pict" if is_shown => {
                self.story.put("[image]", &Group::default());
                self.begin(Place::Skipped, End::Nothing);
            }
            b"shpinst" | b"shpgrp" | b"do" if place == Place::Text => self.begin(Place::Drawing, End::Nothing),
            b"shptxt" | b"dptxbxtext" if place == Place::Drawing => self.aside(End::TextBox),
            b"field" if place == Place::Text => {
                self.story.open_field();
                self.begin(Place::Text, End::Field);
            }
            b"fldinst" if place == Place::Text => self.begin(Place::Instruction, End::Nothing),
            b"fldrslt" if place == Place::Text => {
                self.story.open_field_text();
                self.begin(Place::Text, End::FieldText);
            }
            b"footnote" if place == Place::Text => {
                let index = self.story.open_note();
                self.aside(End::Note(index));
            }
            b"atnauthor" if place == Place::Text => {
                self.story.author.clear();
                self.begin(Place::Author, End::Nothing);
            }
            b"annotation" if place == Place::Text => self.aside(End::Comment),
            // The same in ANSI, then in Unicode.
            b"upr" => self.begin(Place::Skipped, End::Nothing),
            b"ud" => {
                let around = self.groups.iter().rev().nth(2).map_or(Place::Skipped, |group| group.place);
                self.begin(around, End::Nothing);
            }
            _ if may_ignore && !is_property(name) || is_no_text(name) => self.begin(Place::Skipped, End::Nothing),
            _ => {}
        }
    }

    pub(super) fn symbol(&mut self, symbol: u8) {
        match symbol {
            b'\\' | b'{' | b'}' => self.bytes.push(symbol),
            b'\n' | b'\r' => {
                self.flush();
                self.end_paragraph();
            }
            b'\t' => self.put("\t"),
            b'~' => self.put(" "),
            b'_' => self.put("-"),
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        if let Some(group) = self.groups.last()
            && group.place == Place::Text
        {
            self.story.end_paragraph(group);
        }
    }

    fn cell(&mut self) {
        if self.place() == Place::Text {
            self.story.end_cell();
        }
    }

    fn row(&mut self) {
        if self.place() == Place::Text {
            self.story.end_row();
        }
    }

    fn is_in_body(&self) -> bool {
        self.story.is_in_body() && self.groups.last().is_some_and(|group| !group.is_in_table)
    }

    fn change(&mut self, change: impl FnOnce(&mut Group)) {
        if let Some(group) = self.group() {
            change(group);
        }
    }

    fn begin(&mut self, place: Place, end: End) {
        self.change(|group| {
            group.place = place;
            if end != End::Nothing {
                group.end = end;
            }
        });
    }

    /// Begins a text of its own.
    fn aside(&mut self, end: End) {
        self.story.open_aside();
        self.begin(Place::Text, end);
        self.change(|group| {
            group.plain();
            group.end_paragraph();
        });
    }
}

/// The text that a word stands for.
fn text_of(name: &[u8]) -> Option<&'static str> {
    Some(match name {
        b"tab" => "\t",
        b"line" | b"lbr" | b"nestrow" => "\n",
        b"emdash" => "—",
        b"endash" => "–",
        b"lquote" => "‘",
        b"rquote" => "’",
        b"ldblquote" => "“",
        b"rdblquote" => "”",
        b"bullet" => "•",
        b"emspace" | b"enspace" | b"qmspace" | b"nestcell" => " ",
        b"zwj" => "\u{200d}",
        b"zwnj" => "\u{200c}",
        _ => return None,
    })
}

/// Whether the word says how text looks, so that it begins nothing that could be ignored: `{\*\cs7 word}`.
fn is_property(name: &[u8]) -> bool {
    matches!(
        name,
        b"cs"
            | b"s"
            | b"ts"
            | b"ds"
            | b"fs"
            | b"b"
            | b"i"
            | b"ul"
            | b"cf"
            | b"cb"
            | b"highlight"
            | b"lang"
            | b"langfe"
            | b"langnp"
            | b"kerning"
            | b"expnd"
            | b"charscalex"
            | b"rtlch"
            | b"ltrch"
            | b"loch"
            | b"hich"
            | b"dbch"
            | b"af"
    )
}

/// Whether the group that the word begins has no text that a page shows.
fn is_no_text(name: &[u8]) -> bool {
    matches!(
        name,
        b"colortbl"
            | b"stylesheet"
            | b"info"
            | b"header"
            | b"headerl"
            | b"headerr"
            | b"headerf"
            | b"footer"
            | b"footerl"
            | b"footerr"
            | b"footerf"
            | b"nonshppict"
            | b"nonesttables"
            | b"ftnsep"
            | b"ftnsepc"
            | b"ftncn"
            | b"aftnsep"
            | b"aftnsepc"
            | b"aftncn"
            | b"tc"
            | b"tcn"
            | b"xe"
            | b"rxe"
            | b"txe"
            | b"pntxta"
            | b"pntxtb"
            | b"pict"
            | b"objdata"
            | b"private"
    )
}
