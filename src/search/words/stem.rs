//! Stems English words: removes endings that do not change the meaning (plural, possessive, -ed, -ing, and the silent e
//! that goes with them) and unifies British and American spelling. The rules are the first steps of Porter's; his later
//! ones (-ation, -ness) join words that people tell apart.
//!
//! Words of three letters do not change, nor do words that would keep no vowel or only two letters: "thing", "need",
//! "bus". "er" stays: "paper" and "number" are more common than "reader".

use super::turkish;

/// Removes the ending of `word`, which is lower-case ASCII.
pub(super) fn english(word: &mut String) {
    elision(word);
    if word.len() < 4 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return;
    }
    plural(word);
    participle(word);
    // A silent e: "configure", for "configuring". "note" keeps it, because "not" is another word.
    if word.ends_with('e') {
        let stem = &word[..word.len() - 1];
        let syllables = syllables(stem);
        if syllables > 1 || (syllables == 1 && stem.len() > 3 && !ends_short(stem)) {
            word.pop();
        }
    }
    // "modelling", "fulfill"; but "falling".
    if word.ends_with("ll") && syllables(word) > 1 {
        word.pop();
    }
    american(word);
    // "study" and "studies".
    if word.len() > 3 && word.ends_with('y') && !is_vowel(word.as_bytes(), word.len() - 2) {
        word.pop();
        word.push('i');
    }
}

/// Removes `'s`, Turkish endings after an apostrophe, and French and Italian articles before one if enough is left.
fn elision(word: &mut String) {
    let Some(at) = word.find('\'') else { return };
    let (before, behind) = (&word[..at], &word[at + 1..]);
    if behind == "s" {
        word.truncate(at);
    } else if behind.len() >= 3
        && matches!(before, "c" | "d" | "j" | "l" | "m" | "n" | "s" | "t" | "qu" | "un" | "dell")
    {
        word.drain(..=at);
    } else if let Some(name) = turkish::name(word) {
        word.truncate(name.len());
    }
}

/// American spelling of "organise", "organisation" and "colour", only in words long enough to be safe: "prise" and
/// "hour" stay. The result may not be a word ("basiz", for "basis"), as long as it is no other word's.
fn american(word: &mut String) {
    for (british, american, least) in [("is", "iz", 6), ("isation", "ization", 10), ("our", "or", 5)] {
        if word.len() >= least && word.ends_with(british) {
            word.truncate(word.len() - british.len());
            word.push_str(american);
            return;
        }
    }
}

fn plural(word: &mut String) {
    let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    let is_long = word.len() > 4;
    // "boxes"; "caches" loses its e here, "cache" below.
    let drop = if ends(&["sses"]) || (is_long && ends(&["ies", "xes", "ches", "shes", "zzes", "oes"])) {
        2
    } else {
        usize::from(word.ends_with('s') && !ends(&["ss", "us", "is"]))
    };
    word.truncate(word.len() - drop);
}

fn participle(word: &mut String) {
    if word.ends_with("eed") {
        return;
    }
    let ending = ["ing", "ed"].into_iter().find(|ending| word.ends_with(ending)).map_or(0, str::len);
    let left = word.len() - ending;
    if ending == 0 || left < 3 || !(0..left).any(|at| is_vowel(word.as_bytes(), at)) {
        return;
    }
    word.truncate(left);
    let bytes = word.as_bytes();
    let last = bytes[left - 1];
    if last == bytes[left - 2] && !is_vowel(bytes, left - 1) {
        // "stopped"; but "falling", "missing", "buzzing".
        if left > 3 && !matches!(last, b'l' | b's' | b'z') {
            word.pop();
        }
    } else if ["at", "bl", "iz"].iter().any(|ending| word.ends_with(ending))
        || (syllables(word) == 1 && ends_short(word))
    {
        // "created", "enabled", "named".
        word.push('e');
    }
}

/// How many times a vowel is followed by a consonant: Porter's measure.
fn syllables(word: &str) -> usize {
    let bytes = word.as_bytes();
    (1..bytes.len()).filter(|&at| is_vowel(bytes, at - 1) && !is_vowel(bytes, at)).count()
}

/// Whether it ends in consonant, vowel, consonant, like "hop" in "hoping"; but not "fix", "show", "play".
fn ends_short(word: &str) -> bool {
    let bytes = word.as_bytes();
    let Some(first) = bytes.len().checked_sub(3) else { return false };
    !is_vowel(bytes, first)
        && is_vowel(bytes, first + 1)
        && !is_vowel(bytes, first + 2)
        && !matches!(bytes[first + 2], b'w' | b'x' | b'y')
}

/// Whether the letter at `at` is a vowel; `y` is one after a consonant.
fn is_vowel(word: &[u8], at: usize) -> bool {
    match word[at] {
        b'a' | b'e' | b'i' | b'o' | b'u' => true,
        b'y' => at > 0 && !matches!(word[at - 1], b'a' | b'e' | b'i' | b'o' | b'u' | b'y'),
        _ => false,
    }
}
