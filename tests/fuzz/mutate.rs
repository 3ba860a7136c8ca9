//! Damage to bytes: by single bits, by blocks, and by what the format knows.

use std::ops::Range;

use super::grammar::{Grammar, NUMBERS, ODDITIES};
use super::random::Random;

/// How long an input may become: long enough for loops to be slow, and short enough for many cases a second.
const MAX_LEN: usize = 256 * 1024;
/// How long it may become now and then, which is when bounds on counts are met.
const MAX_LONG_LEN: usize = 4 * 1024 * 1024;
/// How much of one thing is put into a large input.
const LARGE_LEN: usize = 8 * 1024 * 1024;
/// How deep marks are nested, around the bounds of the decoders and far past them.
const DEPTHS: &[usize] = &[1, 2, 3, 7, 30, 100, 127, 128, 129, 130, 255, 256, 257, 511, 512, 513, 1000, 5000, 20_000];

/// Damages `bytes` one to six times. `other` is what blocks may be taken from.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], grammar: &Grammar, random: &mut Random) {
    let is_long = random.one_in(200);
    let most = if random.one_in(4) { 6 } else { 2 };
    let times = 1 + random.below(most);
    for _ in 0..times {
        once(bytes, other, grammar, random, if is_long { MAX_LONG_LEN } else { MAX_LEN });
    }
}

/// Puts megabytes of one thing into `bytes`: a word of the format, what opens something, or a block of its own.
pub fn swell(bytes: &mut Vec<u8>, grammar: &Grammar, random: &mut Random) {
    let at = place(bytes, grammar, random);
    let what = match random.below(4) {
        0 => bytes[block(bytes, grammar, random)].to_vec(),
        1 => random.pick(grammar.nests).0.as_bytes().to_vec(),
        2 => [word(grammar, random), word(grammar, random)].concat(),
        _ => word(grammar, random).to_vec(),
    };
    if !what.is_empty() {
        let copies = LARGE_LEN / what.len();
        insert(bytes, at, &what.repeat(copies));
    }
}

fn once(bytes: &mut Vec<u8>, other: &[u8], grammar: &Grammar, random: &mut Random, max_len: usize) {
    let range = block(bytes, grammar, random);
    match random.below(22) {
        0 => {
            let at = random.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        1 => {
            let at = random.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at) {
                *byte = random.byte();
            }
        }
        2 | 3 => drop(bytes.drain(range)),
        4 | 5 => {
            let copy = bytes[range].to_vec();
            insert(bytes, place(bytes, grammar, random), &copy);
        }
        6 => swap(bytes, &range, block(bytes, grammar, random)),
        7 => splice(bytes, other, grammar, random),
        8 | 9 => {
            let from = block(other, grammar, random);
            insert(bytes, place(bytes, grammar, random), &other[from]);
        }
        10 | 11 => number(bytes, random),
        12 | 13 => insert(bytes, place(bytes, grammar, random), word(grammar, random)),
        14 => drop(bytes.splice(range, word(grammar, random).iter().copied())),
        15 => repeat(bytes, range, random, max_len),
        16 => nest(bytes, range, grammar, random, max_len),
        17 => bytes.truncate(range.start),
        18 => integer(bytes, random),
        19 => insert(bytes, place(bytes, grammar, random), random.pick::<&[u8]>(ODDITIES)),
        _ => same_names(bytes, random),
    }
    bytes.truncate(max_len);
}

/// A place where a block begins or ends, or any.
fn place(bytes: &[u8], grammar: &Grammar, random: &mut Random) -> usize {
    let at = random.below(bytes.len() + 1);
    if random.one_in(4) {
        return at;
    }
    let near = bytes[at..].iter().take(300).position(|byte| grammar.marks.contains(byte));
    near.map_or(at, |near| at + near + random.below(2))
}

fn block(bytes: &[u8], grammar: &Grammar, random: &mut Random) -> Range<usize> {
    let start = place(bytes, grammar, random);
    let len = random.sized(bytes.len() - start);
    let wanted = start + len;
    let end = match bytes[wanted..].iter().take(300).position(|byte| grammar.marks.contains(byte)) {
        Some(near) if !random.one_in(4) => wanted + near + random.below(2),
        _ => wanted,
    };
    start..end.clamp(start, bytes.len())
}

fn insert(bytes: &mut Vec<u8>, at: usize, what: &[u8]) {
    bytes.splice(at..at, what.iter().copied());
}

fn swap(bytes: &mut Vec<u8>, one: &Range<usize>, other: Range<usize>) {
    let (first, second) = if one.start <= other.start { (one.clone(), other) } else { (other, one.clone()) };
    if first.end > second.start {
        return;
    }
    let between = [&bytes[second.clone()], &bytes[first.end..second.start], &bytes[first.clone()]].concat();
    bytes.splice(first.start..second.end, between);
}

/// The beginning of one and the end of the other.
fn splice(bytes: &mut Vec<u8>, other: &[u8], grammar: &Grammar, random: &mut Random) {
    bytes.truncate(place(bytes, grammar, random));
    bytes.extend_from_slice(&other[place(other, grammar, random)..]);
}

fn word<'a>(grammar: &'a Grammar, random: &mut Random) -> &'a [u8] {
    random.pick(grammar.words).as_bytes()
}

/// Replaces a number that is written in digits.
fn number(bytes: &mut Vec<u8>, random: &mut Random) {
    let from = random.below(bytes.len());
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else { return };
    let len = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    bytes.splice(start..start + len, random.pick(NUMBERS).bytes());
}

/// Overwrites some bytes by a number as machines hold them.
fn integer(bytes: &mut [u8], random: &mut Random) {
    const VALUES: &[u64] =
        &[0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, u64::MAX];
    let len = *random.pick(&[1, 2, 4, 8]);
    if bytes.len() < len {
        return;
    }
    let at = random.below(bytes.len() - len + 1);
    let value = random.pick(VALUES).wrapping_add(random.next() % 3);
    let little = value.to_le_bytes();
    let bytes = &mut bytes[at..at + len];
    bytes.copy_from_slice(&little[..len]);
    if random.one_in(2) {
        bytes.reverse();
    }
}

fn repeat(bytes: &mut Vec<u8>, range: Range<usize>, random: &mut Random, max_len: usize) {
    let room = max_len.saturating_sub(bytes.len()) / range.len().max(1);
    let copies = bytes[range.clone()].repeat(random.sized(room));
    insert(bytes, range.end, &copies);
}

fn nest(bytes: &mut Vec<u8>, range: Range<usize>, grammar: &Grammar, random: &mut Random, max_len: usize) {
    let (open, close) = random.pick(grammar.nests);
    let room = max_len.saturating_sub(bytes.len()) / (open.len() + close.len()).max(1);
    let depth = (*random.pick(DEPTHS)).min(room);
    // Now and then nothing is closed.
    let closed = if random.one_in(4) { 0 } else { depth };
    insert(bytes, range.end, close.repeat(closed).as_bytes());
    insert(bytes, range.start, open.repeat(depth).as_bytes());
}

/// Puts one quoted text in place of another: what was different is the same, what pointed on points back.
fn same_names(bytes: &mut Vec<u8>, random: &mut Random) {
    let (Some(from), Some(to)) = (quoted(bytes, random), quoted(bytes, random)) else { return };
    let name = bytes[from].to_vec();
    bytes.splice(to, name);
}

fn quoted(bytes: &[u8], random: &mut Random) -> Option<Range<usize>> {
    let from = random.below(bytes.len());
    let quote = |from: usize| bytes[from..].iter().position(|byte| *byte == b'"').map(|at| from + at);
    let mut start = quote(from)? + 1;
    let mut end = quote(start)?;
    // Half of the time it is what stands between two texts.
    if bytes[start..end].iter().any(|byte| b"=>:,".contains(byte)) {
        start = end + 1;
        end = quote(start)?;
    }
    Some(start..end)
}
