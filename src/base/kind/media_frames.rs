//! Detects audio and video without a file header: a second frame must follow where the first one ends.

use super::file_kind::FileKind;

/// Length of a packet of an MPEG transport stream.
const PACKET: usize = 188;
/// Bit rates of MPEG-1 Layer III in kbit/s, by index.
const RATES_1: [usize; 14] = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
/// Bit rates of MPEG-2 and MPEG-2.5 Layer III in kbit/s, by index.
const RATES_2: [usize; 14] = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/// Sample rates of MPEG-1 in Hz. MPEG-2 uses half of them and MPEG-2.5 a quarter.
const SAMPLES: [usize; 3] = [44_100, 48_000, 32_000];

/// The format of the frames at the start of `bytes`.
pub(super) fn find(bytes: &[u8]) -> Option<FileKind> {
    let follows = |len: fn(&[u8]) -> Option<usize>| {
        let next = len(bytes)?;
        (next < bytes.len()).then(|| len(&bytes[next..])).flatten()
    };
    if follows(mp3).is_some() {
        Some(FileKind::Media { what: "audio", format: "MP3" })
    } else if follows(adts).is_some() {
        Some(FileKind::Media { what: "audio", format: "AAC" })
    } else if (0..3).all(|packet| bytes.get(packet * PACKET) == Some(&b'G'))
        && bytes.get(3).is_some_and(|b| b & 0x30 != 0)
    {
        Some(FileKind::Media { what: "video", format: "MPEG-TS" })
    } else {
        None
    }
}

/// The length of the MPEG audio Layer III frame at the start of `bytes`.
fn mp3(bytes: &[u8]) -> Option<usize> {
    let &[0xff, b, c, _, ..] = bytes else { return None };
    let (version, layer) = (b >> 3 & 3, b >> 1 & 3);
    if b & 0xe0 != 0xe0 || version == 1 || layer != 1 {
        return None;
    }
    let (rates, slots, halved) = match version {
        3 => (RATES_1, 144, 0),
        2 => (RATES_2, 72, 1),
        _ => (RATES_2, 72, 2),
    };
    let rate = rates.get(usize::from(c >> 4).checked_sub(1)?)?;
    let samples = SAMPLES.get(usize::from(c >> 2 & 3))? >> halved;
    Some(slots * rate * 1000 / samples + usize::from(c >> 1 & 1))
}

/// The length of the AAC frame (in ADTS) at the start of `bytes`.
fn adts(bytes: &[u8]) -> Option<usize> {
    let &[0xff, b, c, high, middle, low, ..] = bytes else { return None };
    let len = usize::from(high & 3) << 11 | usize::from(middle) << 3 | usize::from(low) >> 5;
    // The layer must be 0, the sample rate one of 13, and the frame longer than its header.
    (b & 0xf6 == 0xf0 && c >> 2 & 0xf < 13 && len > 7).then_some(len)
}
