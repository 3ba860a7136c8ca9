//! Function words: they phrase a question, but are not what it is about. In a small vault some are as rare as the words
//! that matter, so rarity alone does not tell them apart. `weights` and `rank` use them.
//!
//! Pronouns, articles, auxiliaries, conjunctions, question words and prepositions of common languages. `no`, `not`,
//! `off`, `out` and `up` are left out because they change a question ("turn off"), as are words that are a noun in
//! another language. In other languages, words count by their rarity alone.

/// Of English.
const ENGLISH: &[&str] = &[
    "a",
    "about",
    "again",
    "all",
    "also",
    "am",
    "an",
    "and",
    "another",
    "any",
    "are",
    "aren't",
    "as",
    "at",
    "be",
    "because",
    "been",
    "being",
    "both",
    "but",
    "by",
    "can",
    "can't",
    "could",
    "couldn't",
    "did",
    "didn't",
    "do",
    "does",
    "doesn't",
    "doing",
    "don't",
    "each",
    "ever",
    "every",
    "few",
    "for",
    "from",
    "get",
    "gets",
    "getting",
    "got",
    "had",
    "has",
    "have",
    "having",
    "he",
    "her",
    "here",
    "here's",
    "hers",
    "him",
    "his",
    "how",
    "how's",
    "i",
    "i'd",
    "i'll",
    "i'm",
    "i've",
    "if",
    "in",
    "into",
    "is",
    "isn't",
    "it",
    "it's",
    "its",
    "itself",
    "just",
    "let",
    "let's",
    "many",
    "may",
    "me",
    "might",
    "mine",
    "more",
    "most",
    "much",
    "must",
    "my",
    "myself",
    "of",
    "on",
    "once",
    "onto",
    "or",
    "other",
    "our",
    "ours",
    "per",
    "quite",
    "same",
    "several",
    "shall",
    "she",
    "should",
    "shouldn't",
    "since",
    "so",
    "some",
    "such",
    "than",
    "that",
    "that's",
    "the",
    "their",
    "theirs",
    "them",
    "themselves",
    "then",
    "there",
    "there's",
    "these",
    "they",
    "this",
    "those",
    "to",
    "too",
    "unto",
    "upon",
    "us",
    "very",
    "was",
    "wasn't",
    "we",
    "we're",
    "were",
    "weren't",
    "what",
    "what's",
    "when",
    "where",
    "where's",
    "whether",
    "which",
    "while",
    "who",
    "who's",
    "whom",
    "whose",
    "why",
    "with",
    "within",
    "would",
    "wouldn't",
    "you",
    "you're",
    "your",
    "yours",
    "yourself",
];

/// Of German; without `die`, `hat`, `man`, `mit` and `war`, which mean something in English.
const GERMAN: &[&str] = &[
    "aber", "als", "am", "auch", "auf", "aus", "bei", "beim", "bin", "bist", "da", "das", "dass", "dein", "deine",
    "dem", "den", "der", "des", "dich", "dir", "du", "durch", "ein", "eine", "einem", "einen", "einer", "eines", "er",
    "es", "euch", "für", "habe", "haben", "hier", "ich", "ihr", "ihre", "im", "in", "ins", "ist", "kann", "kannst",
    "können", "mein", "meine", "meinem", "meinen", "meiner", "mich", "mir", "nach", "oder", "sein", "seine", "sich",
    "sie", "sind", "um", "und", "uns", "unser", "unter", "vom", "von", "vor", "wann", "warum", "was", "wer", "werden",
    "wie", "wir", "wird", "wo", "zu", "zum", "zur", "zwischen", "über",
];

/// Of French; without `est`, `plus`, `pour` and `son`.
const FRENCH: &[&str] = &[
    "au", "aux", "avec", "ce", "ces", "cette", "comment", "dans", "de", "des", "du", "elle", "en", "et", "il", "ils",
    "je", "la", "le", "les", "leur", "lui", "ma", "mes", "mon", "nos", "notre", "nous", "où", "par", "pourquoi",
    "quand", "que", "quel", "quelle", "quelles", "quels", "qui", "quoi", "sa", "ses", "sont", "sur", "ta", "tes", "un",
    "une", "vos", "votre", "vous",
];

/// Of Spanish; without `sin` and `son`.
const SPANISH: &[&str] = &[
    "al", "como", "con", "cuando", "cuál", "cuándo", "cómo", "de", "del", "donde", "dónde", "el", "ella", "ellos",
    "en", "es", "esta", "este", "esto", "la", "las", "le", "lo", "los", "mi", "mis", "nos", "para", "por", "que",
    "quién", "qué", "se", "su", "sus", "te", "tu", "tus", "un", "una", "unas", "unos", "y", "yo",
];

/// Of Arabic, if they are separate words.
const ARABIC: &[&str] = &[
    "أن",
    "أو",
    "أي",
    "أين",
    "إلى",
    "إن",
    "التي",
    "الذي",
    "الى",
    "ان",
    "على",
    "عن",
    "في",
    "كيف",
    "لا",
    "لماذا",
    "ما",
    "ماذا",
    "متى",
    "مع",
    "من",
    "هذا",
    "هذه",
    "هل",
    "هو",
    "هي",
];

/// Whether the folded `term` is a function word.
pub(super) fn is_function_word(term: &str) -> bool {
    [ENGLISH, GERMAN, FRENCH, SPANISH, ARABIC].iter().any(|words| words.binary_search(&term).is_ok())
}

#[cfg(test)]
mod tests {
    use super::{ARABIC, ENGLISH, FRENCH, GERMAN, SPANISH, is_function_word};
    use crate::search::words::each_word;

    #[test]
    fn every_list_is_sorted_and_holds_terms_as_queries_have_them() {
        for words in [ENGLISH, GERMAN, FRENCH, SPANISH, ARABIC] {
            assert!(words.is_sorted());
            for word in words {
                let mut terms = Vec::new();
                each_word(word, |found| terms.push(found.term.to_owned()));
                assert_eq!(terms, [*word]);
            }
        }
    }

    #[test]
    fn words_that_turn_a_question_round_and_words_of_things_are_none() {
        for word in ["not", "off", "out", "up", "without", "die", "son", "note", "日本", "ing"] {
            assert!(!is_function_word(word), "{word}");
        }
        for word in ["where", "der", "où", "cómo", "في"] {
            assert!(is_function_word(word), "{word}");
        }
    }
}
