//! Text: its encodings, what tells it from other files, and its pages.

use lectern::{Amount, LineRange, Numbering, Text, estimate_tokens};
use lectern_document::kind::{self, FileKind};
use lectern_document::{Format, WideEncoding, decode_wide, detect_wide, read};

use WideEncoding::{Utf16Be, Utf16Le, Utf32Be, Utf32Le};

use super::super::checks::{self, ensure};
use super::super::drive::{Target, drive};
use super::super::random::Random;
use super::super::seeds::{code, encodings, pictures};

#[test]
fn old_and_wide_encodings() {
    let check = |bytes: &[u8], _: Random| {
        if let Ok(document) = read(Format::Legacy, bytes) {
            ensure(document.text.len() <= bytes.len() * 3 + 3, || {
                "the text is more than three times as long".to_owned()
            })?;
            ensure(document.notes.iter().all(|note| checks::is_one_line(note)), || {
                "a note of several lines".to_owned()
            })?;
        }
        let detected = detect_wide(bytes);
        for encoding in [Utf16Le, Utf16Be, Utf32Le, Utf32Be] {
            let (text, had_errors) = decode_wide(encoding, bytes);
            ensure(text.len() <= bytes.len() * 3 / 2 + 3, || format!("{encoding:?}: {} bytes of text", text.len()))?;
            ensure(!had_errors || text.contains('\u{fffd}'), || format!("{encoding:?}: an error that is not shown"))?;
            ensure(detected != Some(encoding) || !bytes.is_empty(), || "nothing is in a wide encoding".to_owned())?;
        }
        Ok(())
    };
    drive(Target { name: "encodings", cases: 1500, seeds: encodings::seeds(), grammar: encodings::GRAMMAR, check });
}

#[test]
fn kinds_of_files() {
    let check = |bytes: &[u8], mut random: Random| {
        for _ in 0..4 {
            let name = *random.pick(pictures::NAMES);
            let line = match kind::of(name, bytes) {
                FileKind::Image(picture) => {
                    ensure(picture.mime_type.starts_with("image/"), || format!("{name} is {}", picture.mime_type))?;
                    kind::caption(picture.width, picture.height, random.next())
                }
                FileKind::Media { what, format } => kind::media_caption(what, format, random.next()),
                FileKind::Text
                | FileKind::Wide(_)
                | FileKind::Legacy
                | FileKind::Document(_)
                | FileKind::Svg
                | FileKind::Binary => continue,
            };
            ensure(checks::is_one_line(&line) && line.len() < 200, || format!("a caption like {line:?}"))?;
        }
        // A name can be anything too.
        let name = String::from_utf8_lossy(&bytes[..bytes.len().min(300)]);
        let _ = (kind::by_name(&name), kind::of(&name, bytes));
        Ok(())
    };
    drive(Target { name: "kinds", cases: 3000, seeds: pictures::seeds(), grammar: pictures::GRAMMAR, check });
}

#[test]
fn pages_of_text() {
    let check = |bytes: &[u8], mut random: Random| {
        let Ok(text) = Text::new(bytes.to_vec()) else { return Ok(()) };
        let total = text.total_lines();
        for _ in 0..8 {
            let range = any_range(total, &mut random);
            let Ok(Some(span)) = range.resolve(total, |line| text.columns(line)) else { continue };
            ensure(span.first >= 1 && span.first <= span.last && span.last <= total, || {
                format!("{span:?} of {total}")
            })?;
            let limit = Amount {
                bytes: random.sized(200_000),
                lines: if random.one_in(2) { u32::MAX } else { number(random.sized(2000)) },
                millitokens: if random.one_in(2) { u64::MAX } else { random.next() % 1_000_000 },
            };
            let numbering = if random.one_in(2) { Numbering::All } else { Numbering::Compact };
            let excerpt = text.excerpt(span, limit.bytes).detached(limit.bytes);
            let Ok(page) = excerpt.page(limit, numbering) else { continue };
            let is_single = page.last == span.first;
            ensure(page.text.len() <= limit.bytes || is_single, || format!("{} bytes of {limit:?}", page.text.len()))?;
            ensure(page.last >= span.first && page.last <= span.last, || format!("line {} of {span:?}", page.last))?;
            ensure(page.cut.is_some() || page.last == span.last, || "it stops and does not say so".to_owned())?;
            if page.text.len() < 20_000 {
                let _ = estimate_tokens(&page.text);
            }
        }
        Ok(())
    };
    let seeds = [code::seeds(), encodings::seeds()].concat();
    drive(Target { name: "pages", cases: 400, seeds, grammar: encodings::GRAMMAR, check });
}

fn any_range(total: u32, random: &mut Random) -> LineRange {
    let mut line = || {
        let line = i64::from(number(random.below(total as usize + 3)));
        match random.below(8) {
            0 => None,
            1 => Some(i64::MIN),
            2 => Some(i64::MAX),
            3 | 4 => Some(-line),
            _ => Some(line),
        }
    };
    let (start, end) = (line(), line());
    let column = random.one_in(3).then(|| number(random.sized(5000)));
    LineRange {
        start: start.filter(|&line| line != 0),
        end: end.filter(|&line| line != 0),
        column: column.filter(|&at| at > 0),
    }
}

fn number(small: usize) -> u32 {
    u32::try_from(small).expect("it is small")
}
