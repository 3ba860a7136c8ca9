//! The words of a text: split, folded, and reduced to a common base.
#![expect(clippy::unicode_not_nfc, reason = "parts of letters are what is tried")]

use lectern::search::words::{Word, base, each_word};

fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    each_word(text, |word: Word<'_>| {
        assert!(text.get(word.start..word.end).is_some_and(|written| !written.is_empty()), "{word:?}");
        terms.push(word.term.to_owned());
    });
    terms
}

#[test]
fn words_of_alphabets_are_parted_and_folded() {
    for (text, expected) in [
        ("", &[][..]),
        ("... -- ''", &[]),
        ("Hello, World!", &["hello", "world"]),
        ("meeting_notes-2024.md", &["meeting", "notes", "2024", "md"]),
        ("don't 'quoted' rock'n'roll dogs'", &["don't", "quoted", "rock'n'roll", "dogs"]),
        ("l\u{2019}Homme", &["l'homme"]),
        ("Ünïcode ÉCOLE", &["ünïcode", "école"]),
        ("Straße STRASSE", &["strasse", "strasse"]),
        ("Σίσυφος ΣΊΣΥΦΟΣ", &["σίσυφοσ", "σίσυφοσ"]),
        ("Việt Nam", &["việt", "nam"]),
        ("İstanbul ısı", &["istanbul", "isi"]),
        ("so\u{ad}ft", &["soft"]),
        ("\u{ff21}\u{ff22}\u{ff43}\u{ff11}", &["abc1"]),
        ("e\u{fb03}cient", &["efficient"]),
        ("Ещё раз", &["ещё", "раз"]),
        ("3.14 1,000", &["3", "14", "1", "000"]),
        ("\u{5e9}\u{5dc}\u{5d5}\u{5dd}", &["\u{5e9}\u{5dc}\u{5d5}\u{5dd}"]),
        ("हिन्दी में", &["हिन्दी", "में"]),
    ] {
        assert_eq!(terms(text), expected, "{text}");
    }
}

#[test]
fn scripts_without_spaces_give_pairs() {
    for (text, expected) in [
        ("日本語", &["日本", "本語"][..]),
        ("猫", &["猫"]),
        ("猫。犬", &["猫", "犬"]),
        ("Obsidianの使い方", &["obsidian", "の使", "使い", "い方"]),
        ("第3章", &["第", "3", "章"]),
        ("サーバー", &["サー", "ーバ", "バー"]),
        ("ｶﾞｲﾄﾞ", &["ガイ", "イド"]),
        ("か\u{3099}く", &["がく"]),
        ("회의록 메모", &["회의", "의록", "메모"]),
        ("中文笔记", &["中文", "文笔", "笔记"]),
        // Two consonants, each with a vowel and a tone.
        ("ที่นี่", &["ที่นี่"]),
        ("การบ้าน", &["กา", "าร", "รบ้", "บ้า", "าน"]),
        ("ខ្មែរ", &["ខ្មែរ"]),
    ] {
        assert_eq!(terms(text), expected, "{text}");
    }
}

#[test]
fn places_are_those_of_the_text() {
    let mut places = Vec::new();
    each_word("É 日本語 ab", |word| places.push((word.start, word.end)));
    assert_eq!(places, [(0, 2), (3, 9), (6, 12), (13, 15)]);
}

#[test]
fn what_is_longer_than_words_are_is_left_out() {
    let (longest, longer) = ("a".repeat(64), "é".repeat(33));
    assert_eq!(terms(&format!("{longest} {longest}b {longer} c")), [longest.as_str(), "c"]);
}

#[test]
fn spellings_that_mean_one_word_have_one_base() {
    for group in [
        &["über", "uber", "uber"][..],
        &["note", "notes", "noted", "noting", "note's"],
        &["study", "studies", "studied", "studying"],
        &["box", "boxes"],
        &["cache", "caches", "cached", "caching"],
        &["stop", "stops", "stopped", "stopping"],
        &["configure", "configured", "configuring", "configures"],
        &["create", "creates", "created", "creating"],
        &["file", "files", "filed", "filing"],
        &["homme", "l'homme"],
        &["organize", "organise", "organised", "organising", "organizes"],
        &["synchronization", "synchronisation"],
        &["color", "colour", "colours", "coloured"],
        &["modeling", "modelling", "models", "modelled"],
        &["install", "installs", "installing", "installed"],
        &["fulfil", "fulfill"],
        &["łódź", "lodz"],
        &["ænima", "aenima"],
        &["việt", "viet"],
        &["καλημέρα", "καλημερα"],
        &["ещё", "еще"],
        &["كتاب", "الكتاب", "كِتَابٌ", "كـتاب", "والكتاب"],
        &["ملاحظة", "ملاحظه", "ملاحظات", "الملاحظات"],
        &["أحمد", "احمد"],
        &["サイ", "さい"],
        &["١٢", "12"],
    ] {
        for word in group {
            assert_eq!(base(word), base(group[0]), "{word} and {}", group[0]);
        }
    }
}

#[test]
fn words_that_mean_another_thing_keep_their_base() {
    for (one, other) in [
        ("not", "note"),
        ("bus", "bu"),
        ("thing", "th"),
        ("need", "ne"),
        ("string", "str"),
        ("paper", "pap"),
        ("hop", "hope"),
        ("hour", "hor"),
        ("prise", "prize"),
        ("his", "hi"),
        ("class", "clas"),
        ("fall", "fal"),
        ("がく", "かく"),
        ("мой", "мои"),
        ("ولد", "لد"),
    ] {
        assert_ne!(base(one), base(other), "{one} and {other}");
    }
}

mod properties {
    use super::*;
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;
    use unicode_normalization::char::canonical_combining_class;

    #[test]
    fn every_letter_has_one_term_in_both_normal_forms() {
        for c in ('\0'..=char::MAX).filter(|c| c.is_alphanumeric()) {
            let (composed, decomposed) =
                (c.to_string().nfc().collect::<String>(), c.to_string().nfd().collect::<String>());
            assert_eq!(terms(&composed), terms(&decomposed), "{c} {:x}", u32::from(c));
        }
    }

    #[test]
    fn a_character_that_normal_forms_move_parts_and_begins_no_word() {
        // Else what stood behind it in one form would be cut off in the other.
        let is_mark = |c: char| terms(&format!("a{c}b")).len() == 1 && terms(&c.to_string()).is_empty();
        let moved = ('\0'..=char::MAX).filter(|&c| canonical_combining_class(c) != 0);
        let others: Vec<_> = moved.filter(|&c| !is_mark(c)).map(u32::from).collect();
        assert_eq!(others, [0_u32; 0]);
        // A mark of a rare script between a letter and its accent.
        assert_eq!(terms("آ\u{11943}"), terms("ا\u{11943}\u{653}"));
        // A soft hyphen keeps two marks from being put in order.
        assert_eq!(terms("ء\u{650}\u{ad}\u{64b}آ"), terms("ء\u{650}\u{ad}\u{64b}ا\u{653}"));
    }

    /// Characters of every class, often in a row.
    const TEXT: &str = "([a-zA-Z]{1,6}|[éßñøğİı]{1,3}|[\u{300}-\u{330}]|['’·]|[ \n.,_#-]|[\u{ad}\u{200d}]|[ぁ-ヿ\u{3099}ｶﾞ]{1,3}|[一-三]{1,3}|[가-각ᄀ-다-ᅣᆨ]{1,3}|[ก-๎]{1,4}|[ء-ٔ]{1,4}|\\PC){0,30}";

    proptest! {
        #[test]
        fn words_stand_in_order_and_are_terms_themselves(text in TEXT) {
            let mut last = 0;
            each_word(&text, |word| {
                assert!(word.start >= last && word.start < word.end && word.end <= text.len());
                assert!(!word.term.is_empty() && word.term.len() <= 64);
                last = word.start;
            });
            for term in terms(&text) {
                prop_assert_eq!(terms(&term), [term.clone()]);
            }
        }

        #[test]
        fn normal_forms_make_no_difference(text in TEXT) {
            let composed: String = text.nfc().collect();
            let decomposed: String = text.nfd().collect();
            prop_assert_eq!(terms(&composed), terms(&decomposed));
        }

        #[test]
        fn words_of_letters_are_those_of_uax_29(text in "(([a-zA-Zéßñøσж]\u{301}?){1,5}['’]?|[ ,;!?()]){0,20}") {
            use unicode_segmentation::UnicodeSegmentation;
            let expected: Vec<String> = text.unicode_words().map(|word| {
                let mut folded = Vec::new();
                each_word(word, |word| folded.push(word.term.to_owned()));
                folded.concat()
            }).filter(|term: &String| !term.is_empty()).collect();
            prop_assert_eq!(terms(&text), expected);
        }
    }
}
