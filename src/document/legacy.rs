//! Detects and decodes encodings older than Unicode. Refuses files that are not text.

mod readability;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, GB18030, GBK, ISO_2022_JP, ISO_8859_4, MACINTOSH, UTF_8, WINDOWS_1252, WINDOWS_1257};
use lectern_base::kind::controls;
use lectern_base::{Document, Fault};

use self::readability::Tally;

/// Maximum size of a file. It may grow to three times this size when converted to UTF-8.
const MAX_BYTES: usize = 64 * 1024 * 1024;
/// Maximum number of bytes examined to detect the encoding. This is more than enough: of 3,280 samples of 2,000 bytes,
/// 3,270 were detected correctly.
const EVIDENCE_BYTES: usize = 64 * 1024;
/// If one encoding does not fit all of the evidence, it is split into pieces of about this size, and each is detected
/// separately.
const PIECE_BYTES: usize = 1024;
/// At most one in this many bytes of the text may be broken. A log may have been truncated, or written by two programs.
const BROKEN: usize = 200;

/// Detects the encoding of `bytes` and decodes them. Line endings are kept.
///
/// # Errors
/// [`Fault::Unknown`] if the evidence is weak, so the file may not be text. [`Fault::TooLarge`] above 64 MB.
pub(crate) fn read(bytes: &[u8]) -> Result<Document, Fault> {
    if bytes.len() > MAX_BYTES {
        return Err(Fault::TooLarge(format!("more than {} MB in an older encoding", MAX_BYTES / 1024 / 1024)));
    }
    let found = controls::count(bytes);
    let is_utf8 = str::from_utf8(bytes).is_ok();
    let fits = if is_utf8 { controls::fit_utf8 } else { controls::fit_others };
    if !fits(found.strange, bytes.len()) {
        return Err(Fault::Unknown);
    }
    let encoding = if is_utf8 && !found.escapes { UTF_8 } else { encoding_of(bytes).ok_or(Fault::Unknown)? };
    // Only a single byte order mark is removed. The older encodings have none.
    let (text, had_errors) = match encoding {
        encoding if encoding == UTF_8 => encoding.decode_with_bom_removal(bytes),
        encoding => encoding.decode_without_bom_handling(bytes),
    };
    let mut notes = Vec::new();
    if had_errors {
        let broken = text.matches(char::REPLACEMENT_CHARACTER).count();
        if broken * BROKEN > text.len() {
            return Err(Fault::Unknown);
        }
        let places = if broken == 1 { "1 place does" } else { &format!("{broken} places do") };
        notes.push(format!("{places} not fit the encoding {}, shown as \u{fffd}", encoding.name()));
    }
    let table = encoding.is_single_byte().then(|| table(encoding));
    let encoding = (encoding != UTF_8).then(|| encoding.name().to_owned());
    Ok(Document { text: text.into_owned(), notes, encoding, table, ..Document::default() })
}

/// What the bytes from 0x80 on stand for.
fn table(encoding: &'static Encoding) -> String {
    (0x80..=u8::MAX).map(|byte| encoding.decode_without_bom_handling(&[byte]).0.into_owned()).collect()
}

/// The encoding of `bytes`. `None` if they are probably not text.
fn encoding_of(bytes: &[u8]) -> Option<&'static Encoding> {
    let evidence = evidence(bytes);
    if evidence.is_empty() || is_mostly_utf8(&evidence) {
        return Some(UTF_8);
    }
    let whole = refined(guess(&evidence), &evidence);
    // A single invalid character rules out a multi-byte encoding. The guess is then a single-byte encoding, which
    // accepts any bytes. So also try the encoding of most pieces.
    if whole.is_single_byte()
        && let Some(most) = guess_of_most(&evidence)
        && (!most.is_single_byte() || !fits(whole, &evidence))
        && fits(refined(most, &evidence), &evidence)
    {
        return Some(refined(most, &evidence));
    }
    fits(whole, &evidence).then_some(whole)
}

/// The encoding detected for more than half of the evidence, piece by piece.
fn guess_of_most(evidence: &[u8]) -> Option<&'static Encoding> {
    let mut votes: Vec<(&'static Encoding, usize)> = Vec::new();
    for piece in pieces(evidence) {
        let encoding = guess(piece);
        match votes.iter_mut().find(|(voted, _)| *voted == encoding) {
            Some((_, len)) => *len += piece.len(),
            None => votes.push((encoding, piece.len())),
        }
    }
    votes.into_iter().find(|&(_, len)| len * 2 > evidence.len()).map(|(encoding, _)| encoding)
}

/// The most likely encoding of `bytes`.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    // The end of a line or of the file also ends a word.
    detector.feed(bytes, bytes.len() < EVIDENCE_BYTES);
    match detector.guess(None, Utf8Detection::Deny) {
        // GB18030 is a superset of GBK.
        encoding if encoding == GBK => GB18030,
        encoding => encoding,
    }
}

/// Whether the evidence, decoded as `encoding`, looks like text.
fn fits(encoding: &'static Encoding, evidence: &[u8]) -> bool {
    let (text, _) = encoding.decode_without_bom_handling(evidence);
    Tally::of(&text).is_text() || encoding == ISO_2022_JP && !text.contains(char::REPLACEMENT_CHARACTER)
}

/// Corrects known mistakes of the detector, which was made for web pages. Returns `latin`, or an encoding in which the
/// text reads better.
fn refined(latin: &'static Encoding, evidence: &[u8]) -> &'static Encoding {
    if !latin.is_single_byte() {
        return latin;
    }
    // The detector takes Dutch with few accents for Baltic, in an encoding that is no longer used.
    let latin = if latin == ISO_8859_4 { WINDOWS_1252 } else { latin };
    let has = |bytes: &[u8]| evidence.iter().any(|byte| bytes.contains(byte));
    // Estonian "š" and "ž" have the same byte values as Icelandic "ð" and "þ", but Icelandic also uses acute accents.
    if latin == WINDOWS_1252 && has(b"\xd0\xde\xf0\xfe") && has(b"\xe4\xf5") && !has(b"\xe1\xe9\xed\xf3\xfa\xfd") {
        return WINDOWS_1257;
    }
    let tally = |encoding: &'static Encoding| Tally::of(&encoding.decode_without_bom_handling(evidence).0);
    let odd = tally(latin).odd();
    let reads_better = |encoding: &&'static Encoding| {
        let other = tally(encoding);
        other.is_text() && other.is_latin() && other.odd() * 4 < odd
    };
    [WINDOWS_1252, MACINTOSH].into_iter().find(reads_better).unwrap_or(latin)
}

/// Whether the text is UTF-8 with a few errors.
fn is_mostly_utf8(evidence: &[u8]) -> bool {
    let (mut good, mut bad) = (0, 0);
    for chunk in evidence.utf8_chunks() {
        good += chunk.valid().chars().filter(|char| !char.is_ascii()).count();
        // A character truncated at the end of the evidence has few invalid bytes and hardly counts.
        bad += chunk.invalid().len();
    }
    good > bad * 4
}

/// Collects lines with non-ASCII bytes, up to the limit. Splitting at `\n` is safe, because multi-byte encodings never
/// use that byte inside a character.
fn evidence(bytes: &[u8]) -> Vec<u8> {
    let mut evidence = Vec::new();
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    for line in lines.filter(|line| line.iter().any(|&byte| byte >= 0x80 || byte == 0x1b)) {
        let room = EVIDENCE_BYTES - evidence.len();
        evidence.extend_from_slice(&line[..line.len().min(room)]);
        if line.len() >= room {
            break;
        }
    }
    evidence
}

/// Splits the evidence into pieces of whole lines.
fn pieces(evidence: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = evidence;
    std::iter::from_fn(move || {
        let line_end = rest.iter().skip(PIECE_BYTES).position(|&byte| byte == b'\n');
        let (piece, behind) = rest.split_at(line_end.map_or(rest.len(), |end| PIECE_BYTES + end + 1));
        rest = behind;
        (!piece.is_empty()).then_some(piece)
    })
}
