//! Removes accents: what normal form D leaves of a letter without its marks, and what people type without such a
//! keyboard. Tables, so that no word has to be sent to the host to be decomposed.

use super::han;

/// From U+00DF on; `-` is a letter that stays as it is, or that [`without`] handles separately.
const LATIN: &[u8] =
    b"-aaaaaa-ceeeeiiiidnooooo-ouuuuy-yaaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii--jjkk-llllllllll\
nnnnnnn--oooooo--rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzsbb-----ccdd------ffg---ikkl--nn-oo--pp-\
----ttttuu-vyyzz----------------------aaiioouuuuuuuuuu-aaaa--ggggkkoooo--j---gg--nnaa--ooaaaaeeeeiii\
ioooorrrruuuusstt--hhn---zzaaeeooooooooyy-------ccl-----b--eejj--rryy";

/// From U+1E00 on.
const LATIN_ADDITIONAL: &[u8] =
    b"aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrrssss\
ssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy-s----aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeee\
iiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy------";

/// Appends `c`, a letter of a folded word, without its accent; appends nothing for a mark.
pub(super) fn without(c: char, plain: &mut String) {
    let code = u32::from(c);
    let letter = match code {
        0xdf..=0x24f | 0x1e00..=0x1eff => return latin(c, plain),
        0x370..=0x3ff | 0x1f00..=0x1fff => greek(c),
        // Russian usually prints ё without its dots; but й is not и.
        0x450 | 0x451 => 'е',
        0x45d => 'и',
        // Marks: accents of Latin, Greek and Cyrillic, points of Hebrew, nukta of Indian scripts.
        0x300..=0x36f
        | 0x483..=0x487
        | 0x591..=0x5bd
        | 0x5bf
        | 0x5c1
        | 0x5c2
        | 0x5c4
        | 0x5c5
        | 0x5c7
        | 0x93c
        | 0x9bc
        | 0xa3c
        | 0xabc
        | 0xb3c
        | 0xcbc => return,
        // Digits of Arabic and Indian scripts.
        0x660..=0x669 => digit(code - 0x660),
        0x6f0..=0x6f9 => digit(code - 0x6f0),
        0x966..=0x96f => digit(code - 0x966),
        // Letters with a nukta.
        0x929 | 0x931 | 0x934 => char::from_u32(code - 1).unwrap_or(c),
        // Katakana as hiragana.
        0x30a1..=0x30f6 => char::from_u32(code - 0x60).unwrap_or(c),
        0x3400..=0x9fff => han::simplified(c),
        _ => c,
    };
    plain.push(letter);
}

/// Without accents and breathings.
fn greek(c: char) -> char {
    match u32::from(c) {
        0x3ac | 0x1f00..=0x1f0f | 0x1f70 | 0x1f71 | 0x1fb0..=0x1fb7 => 'α',
        0x3ad | 0x1f10..=0x1f1f | 0x1f72 | 0x1f73 => 'ε',
        0x3ae | 0x1f20..=0x1f2f | 0x1f74 | 0x1f75 | 0x1fc2..=0x1fc7 => 'η',
        0x3af | 0x390 | 0x3ca | 0x1f30..=0x1f3f | 0x1f76 | 0x1f77 | 0x1fd0..=0x1fd7 => 'ι',
        0x3cc | 0x1f40..=0x1f4f | 0x1f78 | 0x1f79 => 'ο',
        0x1fe4 | 0x1fe5 => 'ρ',
        0x3cd | 0x3b0 | 0x3cb | 0x1f50..=0x1f5f | 0x1f7a | 0x1f7b | 0x1fe0..=0x1fe7 => 'υ',
        0x3ce | 0x1f60..=0x1f6f | 0x1f7c | 0x1f7d | 0x1ff2..=0x1ff7 => 'ω',
        _ => c,
    }
}

fn latin(c: char, plain: &mut String) {
    let code = u32::from(c) as usize;
    let (table, first) = if code < 0x1e00 { (LATIN, 0xdf) } else { (LATIN_ADDITIONAL, 0x1e00) };
    match c {
        'æ' | 'ǽ' | 'ǣ' => plain.push_str("ae"),
        'œ' => plain.push_str("oe"),
        'þ' => plain.push_str("th"),
        'ŋ' => plain.push_str("ng"),
        _ => plain
            .push(table.get(code - first).filter(|&&letter| letter != b'-').map_or(c, |&letter| char::from(letter))),
    }
}

fn digit(value: u32) -> char {
    char::from_digit(value, 10).unwrap_or('0')
}
