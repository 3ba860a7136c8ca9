//! Names with signs: `C++`, `C#`, `A+`, `.NET`, `@anna`, `§ 12`. A text has them beside the word without the sign; in a query
//! they take its place, so that `C++` does not find every `C`.

use std::ops::Range;

use super::class::{Class, class};
use super::pieces::is_spaceless;
use super::word::{MAX_TERM_BYTES, Word};

/// The most letters before a sign: `C++`, but not what is only added up.
const MAX_LETTERS: usize = 3;

/// Signs after a word, and how the term has them.
const BEHIND: [(&str, &str); 4] = [("++", "++"), ("+", "+"), ("#", "#"), ("♯", "#")];

/// Signs before a word. A paragraph's may be a space away.
const BEFORE: [char; 3] = ['@', '.', PARAGRAPH];
const PARAGRAPH: char = '§';
const SPACES: [char; 3] = [' ', '\u{a0}', '\u{202f}'];

/// Whether there may be a sign beside a word, other than a paragraph's before a number, or one that is not ASCII.
#[inline]
pub(super) fn may_have_sign(bytes: &[u8], word: Range<usize>) -> bool {
    matches!(bytes.get(word.end), Some(b'+' | b'#')) || (word.start > 0 && matches!(bytes[word.start - 1], b'@' | b'.'))
}

/// The name that `word` of `text` is part of: where it is, and its term.
pub(in crate::search) fn name(text: &str, word: Word<'_>) -> Option<(Range<usize>, String)> {
    let Word { start, end, term } = word;
    let is_letter = |c: char| class(c) == Class::Letter;
    if term.len() <= MAX_LETTERS && term.bytes().all(|byte| byte.is_ascii_lowercase()) {
        let behind = BEHIND.iter().find(|(written, _)| text[end..].starts_with(written));
        if let Some(&(written, sign)) = behind {
            let end = end + written.len();
            // `C++17`, but not `a+1`.
            let continues = |c: char| is_letter(c) && (sign == "+" || !c.is_ascii_digit());
            let is_whole = !text[end..].starts_with(|c| matches!(c, '+' | '#') || continues(c));
            return is_whole.then(|| (start..end, [term, sign].concat()));
        }
    }
    let before = &text[..start];
    let before = if term.starts_with(|c: char| c.is_ascii_digit()) {
        let near = before.strip_suffix(SPACES).unwrap_or(before);
        near.strip_suffix(PARAGRAPH)?
    } else {
        let apart = before.strip_suffix(['@', '.'])?;
        let is_word = term.starts_with(char::is_alphabetic) && !is_spaceless(term);
        // Not in `anna@example.net` and `call().then`.
        (is_word && !apart.ends_with(|c| is_letter(c) || ".@)]}".contains(c))).then_some(apart)?
    };
    let sign = text[before.len()..].chars().next()?;
    (term.len() + sign.len_utf8() <= MAX_TERM_BYTES).then(|| (before.len()..end, format!("{sign}{term}")))
}

/// Whether `term` is of a name with a sign.
pub(in crate::search) fn is_name(term: &str) -> bool {
    term.starts_with(BEFORE) || term.ends_with(['+', '#'])
}

/// What a name is without the sign before it: `anna` for `@anna`, which may be meant too. But `C` is not `C++`.
pub(in crate::search) fn without_sign(term: &str) -> Option<&str> {
    term.strip_prefix(BEFORE)
}

#[cfg(test)]
mod tests {
    use super::{is_name, name};
    use crate::search::words::each_word;

    #[test]
    fn signs_that_belong_to_a_name_are_part_of_it() {
        for (text, expected) in [
            ("in C++, C# or F#.", &["c++ C++", "c# C#", "f# F#"][..]),
            ("C++17 and (c++)", &["c++ C++", "c++ c++"]),
            ("an A+ in C♯", &["a+ A+", "c# C♯"]),
            ("use .NET and `.gitignore`", &[".net .NET", ".gitignore .gitignore"]),
            ("@Anna's, /@anna", &["@anna's @Anna's", "@anna @anna"]),
            ("§ 12, §12a, §§\u{a0}7", &["§12 § 12", "§12a §12a", "§7 §\u{a0}7"]),
            ("使用.NET", &[".net .NET"]),
            ("a+b x+1 C+++ C#x Note#A total++ 12#", &[]),
            ("anna@example.net then().x ...so 3.14 .5 @日本 §  12 §\n12", &[]),
            ("end. Next #work #1 C D C--", &[]),
        ] {
            let mut names = Vec::new();
            each_word(text, |word| {
                names.extend(name(text, word).map(|(place, term)| format!("{term} {}", &text[place])));
            });
            assert_eq!(names, expected, "{text}");
            assert!(names.iter().all(|name| name.split(' ').next().is_some_and(is_name)));
        }
    }
}
