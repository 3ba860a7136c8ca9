//! Tables of queries, and properties of any text.

use proptest::prelude::*;

use super::{MAX_TERMS, Phrase, Query, QueryError};

/// Words, phrases and what must not occur, each phrase with its terms joined by a space; `~` if it is preferred.
fn parsed(text: &str) -> (Vec<String>, Vec<String>, Vec<String>) {
    let query = Query::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let joined = |phrases: &[Phrase]| phrases.iter().map(|phrase| phrase.terms.join(" ")).collect::<Vec<_>>();
    let preferred = joined(&query.preferred).into_iter().map(|phrase| format!("~{phrase}"));
    (query.words, joined(&query.phrases).into_iter().chain(preferred).collect(), joined(&query.without))
}

#[test]
fn words_phrases_and_what_must_not_be_there_are_told_apart() {
    for (text, words, phrases, without) in [
        ("budget", &["budget"][..], &[][..], &[][..]),
        ("  Budget\t2025\n", &["budget", "2025"], &[], &[]),
        ("budget BUDGET", &["budget"], &[], &[]),
        ("\"annual report\"", &["annual", "report"], &["annual report"], &[]),
        ("plan \"annual report\" b", &["plan", "annual", "report", "b"], &["~annual report"], &[]),
        ("plan \"report\"", &["plan", "report"], &[], &[]),
        ("\u{201c}a b\u{201d} c", &["a", "b", "c"], &["~a b"], &[]),
        ("\u{201e}a b\u{201c} c", &["a", "b", "c"], &["~a b"], &[]),
        ("\u{201d}a b\u{201d}", &["a", "b"], &["a b"], &[]),
        ("\u{201c}a b\"", &["a", "b"], &["a b"], &[]),
        ("«a b» »c d«", &["a", "b", "c", "d"], &["a b", "c d"], &[]),
        ("「a b」『c』", &["a", "b", "c"], &["a b", "c"], &[]),
        ("\"it «is» so\"", &["it", "is", "so"], &["it is so"], &[]),
        ("plan -draft", &["plan"], &[], &["draft"]),
        ("plan -\"first draft\"", &["plan"], &[], &["first draft"]),
        ("-«first draft» plan", &["plan"], &[], &["first draft"]),
        ("plan -well-known", &["plan"], &[], &["well known"]),
        ("well-known", &["well", "known"], &[], &[]),
        ("plan - draft", &["plan", "draft"], &[], &[]),
        ("plan -- draft", &["plan", "draft"], &[], &[]),
        ("- -draft plan", &["plan"], &[], &["draft"]),
        ("--force", &["force"], &[], &[]),
        ("\"annual report", &["annual", "report"], &[], &[]),
        ("plan \"", &["plan"], &[], &[]),
        ("plan -\"first draft", &["plan", "draft"], &[], &["first"]),
        ("\"\" plan", &["plan"], &[], &[]),
        ("plan -\"\"", &["plan"], &[], &[]),
        ("a\"b\" c", &["a", "b", "c"], &[], &[]),
        ("5\" by 7\" wide", &["5", "by", "7", "wide"], &[], &[]),
        ("(\"a b\")", &["a", "b"], &["a b"], &[]),
        ("#work", &["work"], &[], &[]),
        ("C++ C#, .NET", &["c++", "c#", ".net"], &[], &[]),
        ("@Anna § 12 §13 § -b", &["@anna", "§12", "§13"], &[], &["b"]),
        ("\"C++ 17\" -C# -c", &["c++", "17"], &["c++ 17"], &["c#", "c"]),
        ("日本語", &["日本", "本語"], &[], &[]),
        ("彼は「日本」", &["彼は", "日本"], &["日本"], &[]),
        ("日本　東京", &["日本", "東京"], &[], &[]),
        ("plan -日本語", &["plan"], &[], &["日本 本語"]),
    ] {
        let owned = |items: &[&str]| items.iter().map(|&item| item.to_owned()).collect::<Vec<_>>();
        assert_eq!(parsed(text), (owned(words), owned(phrases), owned(without)), "{text:?}");
    }
}

#[test]
fn what_looks_like_a_filter_is_words() {
    for text in ["tag:work", "path:notes/a"] {
        let terms = Phrase::of(text).terms;
        assert_eq!(parsed(text), (terms, Vec::new(), Vec::new()), "{text:?}");
    }
}

#[test]
fn a_query_without_words_says_what_to_do() {
    for (text, error) in [
        ("", QueryError::Empty),
        (" \n", QueryError::Empty),
        ("-", QueryError::Empty),
        ("-- \"\"", QueryError::Empty),
        ("->", QueryError::Empty),
        ("-draft", QueryError::OnlyWithout),
        ("-\"first draft\" -b", QueryError::OnlyWithout),
    ] {
        assert_eq!(Query::parse(text), Err(error), "{text:?}");
    }
    assert_eq!(QueryError::OnlyWithout.to_string(), "the query only has words that notes must not contain");
    assert_eq!(QueryError::OnlyWithout.help(), "add a word that the notes must contain, such as budget -draft");
}

#[test]
fn the_words_of_a_run_stay_together() {
    let query = Query::parse("日本語 notes").expect("a query");
    let plain: Vec<_> = query.plain.iter().map(|run| (run.terms.join(" "), run.joined.clone())).collect();
    assert_eq!(plain, [("日本 本語".to_owned(), vec![false, true]), ("notes".to_owned(), vec![false])]);
}

#[test]
fn words_are_kept_as_they_were_written() {
    let query = Query::parse("Über \"The Plan\"").expect("a query");
    assert_eq!(query.plain[0].written, ["Über"]);
    assert_eq!(query.preferred[0].written, ["The", "Plan"]);
}

#[test]
fn a_long_query_is_cut_and_says_so() {
    let numbers = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
    let query = Query::parse(&numbers(64)).expect("a query");
    assert_eq!((query.words.len(), query.is_cut), (64, false));
    let query = Query::parse(&numbers(65)).expect("a query");
    assert_eq!((query.words.len(), query.is_cut, query.words[63].as_str()), (64, true, "63"));
    let query = Query::parse(&format!("\"{}\"", numbers(100))).expect("a query");
    assert_eq!((query.phrases[0].terms.len(), query.is_cut), (64, true));
    let query = Query::parse(&format!("{} -\"a b c\" -d", numbers(62))).expect("a query");
    assert_eq!(query.without, [Phrase::of("d")], "what does not fit whole is left out");
    assert!(query.is_cut);
    let query = Query::parse(&"a ".repeat(10_000)).expect("a query");
    assert_eq!((query.words, query.is_cut), (vec!["a".to_owned()], true));
}

proptest! {
    #[test]
    fn any_text_is_a_query_within_its_bounds_or_an_error(text in "([\"“”„«»「」 -]|-?[a-dあ-う日本]{1,4}|\\PC){0,200}") {
        if let Ok(query) = Query::parse(&text) {
            let phrases = || query.phrases.iter().chain(&query.preferred).chain(&query.without).chain(&query.plain);
            prop_assert!(phrases().map(|phrase| phrase.terms.len()).sum::<usize>() <= MAX_TERMS);
            prop_assert!(!query.words.is_empty());
            for phrase in phrases() {
                prop_assert!(!phrase.terms.is_empty() && !phrase.joined[0] || phrase.joined.len() > 1);
                prop_assert_eq!(phrase.terms.len(), phrase.written.len());
                prop_assert_eq!(phrase.terms.len(), phrase.joined.len());
            }
            for term in query.phrases.iter().chain(&query.plain).flat_map(|phrase| &phrase.terms) {
                prop_assert_eq!(query.words.iter().filter(|word| *word == term).count(), 1);
            }
        }
    }
}
