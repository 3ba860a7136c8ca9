//! What a word of a query finds besides itself, and how that ranks.

use lectern::search::index::Index;
use lectern::search::query::Query;

use crate::support::search_index::{found, index_of, path_of};

#[test]
fn a_word_finds_what_begins_like_it_below_its_own_forms() {
    let index = index_of(&[
        ("1.md", "Die Freiheiten x\n"),
        ("2.md", "Freiheit x\n"),
        ("3.md", "Freie x\n"),
        ("4.md", "с книгами x\n"),
        ("5.md", "книга x\n"),
        ("6.md", "fûr x\n"),
        ("7.md", "fur x\n"),
        ("8.md", "configurable x\n"),
        ("9.md", "confidential x\n"),
        ("10.md", "number7 x\n"),
        ("11.md", "number8 x\n"),
    ]);
    assert_eq!(found(&index, "dential"), ["9.md"], "the end of a compound");
    assert_eq!(found(&index, "number7"), ["10.md"]);
    assert_eq!(found(&index, "number9"), Vec::<String>::new());
    assert_eq!(found(&index, "Freiheit"), ["2.md", "1.md"]);
    assert_eq!(found(&index, "книга"), ["5.md", "4.md"]);
    assert_eq!(found(&index, "configuration"), ["8.md"]);
    assert_eq!(found(&index, "pûr fúr"), ["7.md", "6.md"], "other accents count less than none");
}

#[test]
fn an_arabic_word_finds_forms_with_other_endings_and_particles() {
    let index = index_of(&[
        ("dual.md", "المباراتين x\n"),
        ("by.md", "بتسجيله x\n"),
        ("bare.md", "تسجيل x\n"),
        ("other.md", "مدرسة x\n"),
    ]);
    assert_eq!(found(&index, "مباراة"), ["dual.md"]);
    assert_eq!(found(&index, "تسجيل"), ["bare.md", "by.md"]);
    assert_eq!(found(&index, "لتسجيلها").len(), 2, "with another particle");
    assert_eq!(found(&index, "مدارس"), Vec::<String>::new(), "a plural that is another word");
}

#[test]
fn an_arabic_name_that_begins_like_an_article_is_found_with_particles() {
    let index = index_of(&[("in.md", "بكاليفورنيا x\n"), ("bare.md", "كاليفورنيا x\n"), ("hers.md", "غرفتها x\n")]);
    assert_eq!(found(&index, "كاليفورنيا"), ["bare.md", "in.md"]);
    assert_eq!(found(&index, "لكاليفورنيا").len(), 2);
    assert_eq!(found(&index, "غرفة"), ["hers.md"]);
}

#[test]
fn a_turkish_word_finds_forms_with_other_endings() {
    let index = index_of(&[
        ("1.md", "Bir okulun bahçesi\n"),
        ("2.md", "Kitabı bu rafta\n"),
        ("3.md", "Türkiye'nin ve Ankara'daki evler\n"),
        ("4.md", "Ülkenin hangi tarafı\n"),
        ("5.md", "Okyanus ve kitara\n"),
    ]);
    for (query, path) in [
        ("okulda kaç kişi", "1.md"),
        ("hangi kitap", "2.md"),
        ("Türkiye", "3.md"),
        ("Ankara'ya", "3.md"),
        ("ülkeler", "4.md"),
    ] {
        assert_eq!(found(&index, query).first().map(String::as_str), Some(path), "{query}");
    }
    let index = index_of(&[("1.md", "notalar x\n")]);
    assert_eq!(found(&index, "le notada"), Vec::<String>::new(), "only in Turkish");
}

#[test]
fn a_note_is_found_by_other_ways_to_write_its_words() {
    let index = index_of(&[
        ("1.md", "Wi-Fi FileManager.renameFile x\n"),
        ("2.md", "1 250 000 x\n"),
        ("3.md", "할 수 있다 x\n"),
        ("4.md", "會議記錄 x\n"),
        ("5.md", "🎉 party 👍🏽 x\n"),
        ("6.md", "הספר x\n"),
        ("7.md", "क़लम x\n"),
        ("8.md", "さくら x\n"),
    ]);
    for (query, path) in [
        ("wifi", "1.md"),
        ("file manager rename", "1.md"),
        ("1250000", "2.md"),
        ("할수있다", "3.md"),
        ("会议", "4.md"),
        ("🎉", "5.md"),
        ("👍", "5.md"),
        ("ספר", "6.md"),
        ("कलम", "7.md"),
        ("サクラ", "8.md"),
    ] {
        assert_eq!(found(&index, query), [path], "{query}");
    }
}

#[test]
fn a_word_that_no_note_has_may_be_two() {
    let index = index_of(&[
        ("1.md", "the hyphen is connected\n"),
        ("2.md", "a hyphen\n"),
        ("3.md", "connected\n"),
        ("4.md", "hyphenation rain\n"),
    ]);
    assert_eq!(found(&index, "hyphenconnected")[0], "1.md");
    assert_eq!(found(&index, "snow"), Vec::<String>::new());
    assert_eq!(found(&index, "rainhyphen"), Vec::<String>::new(), "no note has both");
    assert_eq!(found(&index, "theconnected"), Vec::<String>::new(), "too short");
}

#[test]
fn a_word_that_no_note_has_may_be_misspelt() {
    let index =
        index_of(&[("1.md", "the budget\n"), ("2.md", "badge\n"), ("3.md", "organisation\n"), ("4.md", "bug\n")]);
    assert_eq!(found(&index, "bugdet x"), ["1.md"]);
    assert_eq!(found(&index, "budgte x"), ["1.md"]);
    assert_eq!(found(&index, "orgenisatoin x"), ["3.md"]);
    assert_eq!(found(&index, "budget x"), ["1.md"], "what is right is not misspelt");
    assert_eq!(found(&index, "dudget x"), Vec::<String>::new(), "the first letter is right");
    assert_eq!(found(&index, "bag x"), Vec::<String>::new(), "too short");
}

#[test]
fn the_last_word_may_be_unfinished() {
    let index = index_of(&[("1.md", "configuration of it\n"), ("2.md", "confetti\n")]);
    assert_eq!(found(&index, "confi"), ["1.md"]);
    assert_eq!(found(&index, "confi it"), ["1.md"]);
    assert_eq!(found(&index, "confi others"), Vec::<String>::new());
    assert_eq!(found(&index, "c"), Vec::<String>::new());
}

#[test]
fn the_form_as_written_ranks_before_others() {
    let index = index_of(&[("1.md", "ubers x\n"), ("2.md", "uber x\n"), ("3.md", "über x\n"), ("4.md", "other x\n")]);
    assert_eq!(found(&index, "über"), ["3.md", "2.md", "1.md"]);
    assert_eq!(found(&index, "uber"), ["2.md", "3.md", "1.md"]);
}

/// The notes that a query finds by its words, signs included.
fn by_query(index: &Index, query: &str) -> Vec<String> {
    let words = Query::parse(query).expect("a query").own_words();
    index.search(&words, &mut |_, _| true).notes.into_iter().map(|note| path_of(index, note.id)).collect()
}

#[test]
fn signs_are_part_of_a_name() {
    let index = index_of(&[
        ("c.md", "C D, vitamin C\n"),
        ("cpp.md", "C++ templates\n"),
        ("cs.md", "C# and F#\n"),
        ("sharp.md", "in C♯ major\n"),
        ("net.md", "a net, the net, net\n"),
        ("dotnet.md", "the .NET runtime\n"),
        ("anna.md", "Anna, Anna and Anna\n"),
        ("mention.md", "asked @anna about it\n"),
        ("law.md", "see § 12 there\n"),
        ("laws.md", "see §12 there\n"),
        ("12.md", "12 eggs, § 13\n"),
        ("git.md", "the .gitignore file\n"),
        ("grade.md", "an A+ for it\n"),
        ("js1.md", "Node.js is installed\n"),
        ("js2.md", "nodejs is installed\n"),
        ("mail1.md", "an e-mail\n"),
        ("mail2.md", "an email\n"),
        ("i18n.md", "the i18n of it\n"),
        ("work.md", "#work\n"),
    ]);
    for (query, expected) in [
        ("C++", &["cpp.md"][..]),
        ("c#", &["cs.md", "sharp.md"]),
        ("C♯", &["cs.md", "sharp.md"]),
        ("F#", &["cs.md"]),
        ("A+", &["grade.md"]),
        (".NET", &["dotnet.md", "net.md"]),
        ("@anna", &["mention.md", "anna.md"]),
        ("@Anna's", &["mention.md", "anna.md"]),
        ("@node", &["js1.md"]),
        ("§ 12", &["law.md", "laws.md"]),
        ("§12", &["law.md", "laws.md"]),
        ("§ 13", &["12.md"]),
        (".gitignore", &["git.md"]),
        ("gitignore", &["git.md"]),
        ("nodejs", &["js2.md", "js1.md"]),
        ("node.js", &["js1.md", "js2.md"]),
        ("Node JS", &["js1.md", "js2.md"]),
        ("e-mail", &["mail1.md", "mail2.md"]),
        ("E-Mails", &["mail1.md", "mail2.md"]),
        ("e mail", &["mail1.md", "mail2.md"]),
        ("email", &["mail2.md", "mail1.md"]),
        ("18n", &["i18n.md"]),
        ("#work", &["work.md"]),
    ] {
        assert_eq!(by_query(&index, query), expected, "{query}");
    }
    // A letter alone is in all of them.
    let mut with_letter = by_query(&index, "C");
    with_letter.sort();
    assert_eq!(with_letter, ["c.md", "cpp.md", "cs.md", "sharp.md"]);
}
