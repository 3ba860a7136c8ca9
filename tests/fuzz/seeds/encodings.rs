//! Text in many encodings.

use super::super::grammar::Grammar;
use super::super::seed::Seed;

pub const GRAMMAR: Grammar = Grammar {
    marks: b"\n \0\x1b",
    words: &[
        "\u{feff}",
        "\n",
        "\r\n",
        "\0\0",
        "\u{1b}$B",
        "\u{1b}(B",
        "\u{1b}$@",
        "\u{1b}(J",
        "\u{1b}[1;31m",
        "\u{1b}]0;t\u{7}",
        "---\n",
        "lectern: false\n",
        "plain ASCII, a whole sentence of it\n",
        "\u{e9}\u{e8}\u{e0}",
        "\u{fffd}",
        "\u{7f}",
        "\u{80}",
        "\u{c}",
        "\t",
    ],
    nests: &[("\u{1b}$B", "\u{1b}(B"), ("\0", "\0"), ("\u{feff}", ""), ("\u{1b}[", "m")],
};

const FRENCH: &str = "L'\u{e9}t\u{e9} dernier, \u{e0} No\u{eb}l, o\u{f9} \u{e9}tiez-vous\u{a0}?\nTr\u{e8}s s\u{fb}rement \u{e0} la maison, na\u{ef}ve et gar\u{e7}on.\r\n";
const RUSSIAN: &str = "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43c}\u{438}\u{440}! \u{42d}\u{442}\u{43e} \u{442}\u{435}\u{43a}\u{441}\u{442} \u{43d}\u{430} \u{440}\u{443}\u{441}\u{441}\u{43a}\u{43e}\u{43c}.\n";
const JAPANESE: &str = "\u{65e5}\u{672c}\u{8a9e}\u{306e}\u{6587}\u{7ae0}\u{3067}\u{3059}\u{3002}\u{30c6}\u{30b9}\u{30c8}\n\u{3053}\u{308c}\u{306f}\u{7b2c}\u{4e8c}\u{884c}\n";
const KOREAN: &str =
    "\u{d55c}\u{ad6d}\u{c5b4} \u{bb38}\u{c7a5}\u{c785}\u{b2c8}\u{b2e4}. \u{c548}\u{b155}\u{d558}\u{c138}\u{c694}\n";
const CHINESE: &str = "\u{8fd9}\u{662f}\u{4e2d}\u{6587}\u{6587}\u{672c}\u{3002}\n\u{7b2c}\u{4e8c}\u{884c}\u{ff0c}\u{4f60}\u{597d}\u{3002}\n";
const GREEK: &str = "\u{3b1}\u{3b2}\u{3b3} \u{3ba}\u{3b1}\u{3bb}\u{3b7}\u{3bc}\u{3ad}\u{3c1}\u{3b1} \u{3ba}\u{3cc}\u{3c3}\u{3bc}\u{3b5}\n";

pub fn seeds() -> Vec<Seed> {
    let old = [
        ("windows-1252", FRENCH),
        ("macintosh", FRENCH),
        ("iso-8859-2", "P\u{159}\u{ed}li\u{161} \u{17e}lu\u{165}ou\u{10d}k\u{fd} k\u{16f}\u{148}\n"),
        ("windows-1251", RUSSIAN),
        ("koi8-r", RUSSIAN),
        ("ibm866", RUSSIAN),
        ("shift_jis", JAPANESE),
        ("euc-jp", JAPANESE),
        ("iso-2022-jp", JAPANESE),
        ("euc-kr", KOREAN),
        ("gb18030", CHINESE),
        ("big5", "\u{7e41}\u{9ad4}\u{4e2d}\u{6587}\n"),
        ("windows-1253", GREEK),
    ];
    let old = old.into_iter().map(|(label, text)| {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("the label of an encoding");
        Seed::Bytes(encoding.encode(text).0.into_owned())
    });
    let mut seeds: Vec<Seed> = old.collect();
    for text in [FRENCH, JAPANESE, "Plain text, and no more.\nSecond line.\n"] {
        let marked = format!("\u{feff}{text}");
        for text in [text, &marked] {
            seeds.push(Seed::text(text));
            seeds.push(Seed::Bytes(text.encode_utf16().flat_map(u16::to_le_bytes).collect()));
            seeds.push(Seed::Bytes(text.encode_utf16().flat_map(u16::to_be_bytes).collect()));
            seeds.push(Seed::Bytes(text.chars().flat_map(|char| u32::from(char).to_le_bytes()).collect()));
            seeds.push(Seed::Bytes(text.chars().flat_map(|char| u32::from(char).to_be_bytes()).collect()));
        }
    }
    seeds
}
