//! Text in UTF-16, UTF-32 and what is older than Unicode.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, ISO_2022_JP, KOI8_U, MACINTOSH, SHIFT_JIS, WINDOWS_874, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257,
};
use lectern_document::{Fault, Format, WideEncoding, decode_wide, detect_wide, read};
use proptest::prelude::*;

const WIDE: [WideEncoding; 4] =
    [WideEncoding::Utf16Le, WideEncoding::Utf16Be, WideEncoding::Utf32Le, WideEncoding::Utf32Be];

fn wide(encoding: WideEncoding, text: &str) -> Vec<u8> {
    match encoding {
        WideEncoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        WideEncoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        WideEncoding::Utf32Le => text.chars().flat_map(|char| u32::from(char).to_le_bytes()).collect(),
        WideEncoding::Utf32Be => text.chars().flat_map(|char| u32::from(char).to_be_bytes()).collect(),
    }
}

const SCRIPTS: [&str; 8] = [
    "Hello world\r\n",
    "Съешь ещё этих мягких булок\n",
    "吾輩は猫である。\n名前はまだ無い。\n",
    "다람쥐 헌 쳇바퀴에 타고파\n",
    "هذا نص باللغة العربية\n",
    "זה טקסט בעברית שלם\n",
    "สวัสดี ชาวโลกทั้งหลาย\n",
    "Ξεσκεπάζω την ψυχοφθόρα\n",
];

#[test]
fn wide_text_is_known_and_read_in_every_script() {
    for text in SCRIPTS {
        for encoding in WIDE {
            let marked = wide(encoding, &format!("\u{feff}{text}"));
            assert_eq!(detect_wide(&marked), Some(encoding), "{text:?}");
            assert_eq!(decode_wide(encoding, &marked), (text.to_owned(), false), "{text:?}");
        }
        for encoding in &WIDE[..2] {
            assert_eq!(detect_wide(&wide(*encoding, text)), Some(*encoding), "{text:?} without a mark");
        }
    }
    assert_eq!(WIDE.map(WideEncoding::name), ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"]);
}

#[test]
fn what_is_not_certain_is_not_wide() {
    for bytes in [&b""[..], b"h\0", b"hello world!", b"\x01\0\x02\0\x03\0\x04\0", b"h\0e\0l\0l\0o", b"\xff\xfb\x90\0"] {
        assert_eq!(detect_wide(bytes), None, "{bytes:?}");
    }
    // UTF-8 with a zero byte, as in a file that was written by a program.
    for text in ["\u{301}".repeat(12) + "\n\0", "\u{301}".repeat(9) + "\u{13b2c}\n\0"] {
        assert_eq!(detect_wide(text.as_bytes()), None, "{text:?}");
    }
    // Numbers of two bytes, and a picture's pixels.
    let numbers: Vec<u8> = (0..500_u16).flat_map(|n| (n * 37).to_le_bytes()).collect();
    assert_eq!(detect_wide(&numbers), None);
    assert_eq!(detect_wide(&[b"\xff\xfe".as_slice(), &[0; 200]].concat()), None);
}

#[test]
fn what_is_no_text_in_wide_text_is_shown_as_such() {
    for (encoding, bytes, text) in [
        (WideEncoding::Utf16Le, &b"a\0\x00\xd8b\0"[..], "a\u{fffd}b"),
        (WideEncoding::Utf16Be, b"\xdc\x00\0a", "\u{fffd}a"),
        (WideEncoding::Utf16Le, b"a\0b", "a\u{fffd}"),
        (WideEncoding::Utf32Le, b"a\0\0\0\0\0\x11\0", "a\u{fffd}"),
        (WideEncoding::Utf32Be, b"\0\0\0a\0", "a\u{fffd}"),
    ] {
        assert_eq!(decode_wide(encoding, bytes), (text.to_owned(), true), "{bytes:?}");
    }
    assert_eq!(decode_wide(WideEncoding::Utf16Le, b"\xff\xfe"), (String::new(), false));
    assert_eq!(decode_wide(WideEncoding::Utf16Le, b"\x3d\xd8\x4d\xdc"), ("\u{1f44d}".to_owned(), false));
}

#[test]
fn older_encodings_are_known_by_their_text() {
    let cases: [(&'static Encoding, &str); 18] = [
        (WINDOWS_1252, "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich\r\n"),
        (WINDOWS_1252, "Le cœur déçu mais l’âme plutôt naïve, Louÿs rêva de crapaüter\r\n"),
        (WINDOWS_1250, "Příliš žluťoučký kůň úpěl ďábelské ódy\n"),
        (WINDOWS_1251, "Съешь ещё этих мягких французских булок\n"),
        (KOI8_U, "Съешь ещё этих мягких французских булок\n"),
        (WINDOWS_1253, "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία\n"),
        (WINDOWS_1254, "Pijamalı hasta yağız şoföre çabucak güvendi\n"),
        (WINDOWS_1255, "דג סקרן שט בים מאוכזב ולפתע מצא חברה\n"),
        (WINDOWS_1256, "هذا نص قصير باللغة العربية للاختبار\n"),
        (WINDOWS_1257, "Įlinkdama fechtuotojo špaga sublykčiojusi pragręžė apvalų arbūzą\n"),
        (WINDOWS_874, "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า\n"),
        (SHIFT_JIS, "吾輩は猫である。名前はまだ無い。\n"),
        (EUC_JP, "吾輩は猫である。名前はまだ無い。\n"),
        (ISO_2022_JP, "吾輩は猫である。名前はまだ無い。\n"),
        (EUC_KR, "다람쥐 헌 쳇바퀴에 타고파 그리고 다시\n"),
        (GB18030, "我能吞下玻璃而不伤身体，这是一个测试。\n"),
        (BIG5, "我能吞下玻璃而不傷身體，這是一個測試。\n"),
        (MACINTOSH, "Voix ambiguë d’un cœur qui, au zéphyr, préfère les jattes de kiwis\r"),
    ];
    for (encoding, text) in cases {
        let bytes = bytes_of(encoding, text);
        let document = read(Format::Legacy, &bytes).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(document.text, text);
        assert_eq!(document.encoding.as_deref(), Some(encoding.name()), "{text}");
        assert_eq!(document.notes, [""; 0], "{text}");
    }
}

fn bytes_of(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let (bytes, _, is_lossy) = encoding.encode(text);
    assert!(!is_lossy, "{text} has letters that {} lacks", encoding.name());
    bytes.into_owned()
}

#[test]
fn utf_8_is_no_older_encoding() {
    let document = read(Format::Legacy, "h\u{e9}llo\r\n".as_bytes()).unwrap();
    assert_eq!((document.text.as_str(), document.encoding), ("h\u{e9}llo\r\n", None));
    let broken = [&"다람쥐 헌 쳇바퀴에 타고파\n".repeat(20).into_bytes()[..], b"\xff\n"].concat();
    let document = read(Format::Legacy, &broken).unwrap();
    assert_eq!(document.encoding, None);
    assert!(document.text.ends_with("타고파\n\u{fffd}\n"), "{}", document.text);
    assert_eq!(document.notes, ["1 place does not fit the encoding UTF-8, shown as \u{fffd}"]);
}

#[test]
fn one_broken_character_does_not_spoil_a_long_text() {
    let line = "吾輩は猫である。名前はまだ無い。どこで生れたか\n";
    let (good, _, _) = SHIFT_JIS.encode(line);
    let bytes = [&good.repeat(100)[..], b"\x81\n", &good.repeat(100)].concat();
    let document = read(Format::Legacy, &bytes).unwrap();
    assert_eq!(document.encoding.as_deref(), Some("Shift_JIS"));
    assert_eq!(document.text, format!("{0}\u{fffd}\n{0}", line.repeat(100)));
    assert_eq!(document.notes, ["1 place does not fit the encoding Shift_JIS, shown as \u{fffd}"]);
}

#[test]
fn bytes_without_clear_signs_of_an_encoding_are_no_text() {
    let noise: Vec<u8> = (0..4000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect();
    for bytes in [&b"\xe9"[..], b"\xff\xd8\xff", b"\x80\x81\x82\x83", b"1\xa42\xa63\xac", &noise] {
        assert_eq!(read(Format::Legacy, bytes), Err(Fault::Unknown), "{:?}", &bytes[..bytes.len().min(10)]);
    }
}

proptest! {
    #[test]
    fn wide_text_survives(text in any::<String>()) {
        for encoding in WIDE {
            let marked = wide(encoding, &format!("\u{feff}{text}"));
            prop_assert_eq!(decode_wide(encoding, &marked), (text.clone(), false));
        }
    }
}

#[test]
fn utf_32_without_a_mark_is_detected() {
    for encoding in [WideEncoding::Utf32Le, WideEncoding::Utf32Be] {
        assert_eq!(detect_wide(&wide(encoding, "grüße 🦀\n")), Some(encoding));
    }
    // Numbers.
    let numbers: Vec<u8> = (0..40_u32).flat_map(|number| (number * 3).to_le_bytes()).collect();
    assert_eq!(detect_wide(&numbers), None);
}
