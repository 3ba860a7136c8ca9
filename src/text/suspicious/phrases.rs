//! Phrases that speak to a model, in ten languages.
//!
//! All patterns are searched for in one pass, which looks at a block of four bytes at every third byte: each pattern has
//! one of its blocks there, wherever it is.

use std::sync::LazyLock;

/// Bytes of the shortest pattern.
const SHORTEST: usize = 6;

/// Bytes on both sides of a pattern in which the words are that it needs.
const AROUND: usize = 120;

/// ASCII in lower case. Letters that are capital at the start of a sentence are left out elsewhere.
#[rustfmt::skip]
const PATTERNS: &[(&str, Needs)] = &[
    ("instru", Needs::Dismissal), ("anweisung", Needs::Dismissal), ("нструкци", Needs::Dismissal),
    ("казани", Needs::Dismissal), ("تعليمات", Needs::Dismissal), ("指令", Needs::Dismissal), ("指示", Needs::Dismissal),
    ("提示词", Needs::Dismissal), ("命令", Needs::Dismissal), ("지시", Needs::Dismissal), ("명령", Needs::Dismissal),
    ("guidelines", Needs::Dismissal), ("prompts", Needs::Dismissal),
    ("system prompt", Needs::Request), ("systemprompt", Needs::Request), ("system-prompt", Needs::Request),
    ("prompt système", Needs::Request), ("prompt del sistema", Needs::Request), ("prompt do sistema", Needs::Request),
    ("истемный промпт", Needs::Request), ("истемную подсказку", Needs::Request), ("系统提示", Needs::Request),
    ("システムプロンプト", Needs::Request), ("시스템 프롬프트", Needs::Request), ("موجه النظام", Needs::Request),
    ("you are now a ", Needs::Nothing), ("you are now an ", Needs::Nothing), ("you are now in ", Needs::Nothing),
    ("you are now the ", Needs::Nothing), ("you are now dan", Needs::Nothing),
    ("du bist jetzt ein", Needs::Nothing), ("du bist nun ein", Needs::Nothing), ("ab jetzt bist du", Needs::Nothing),
    ("tu es maintenant un", Needs::Nothing), ("vous êtes maintenant un", Needs::Nothing),
    ("ahora eres un", Needs::Nothing), ("agora você é um", Needs::Nothing), ("você agora é um", Needs::Nothing),
    ("тныне ты", Needs::Nothing), ("еперь ты —", Needs::Nothing), ("еперь ты - ", Needs::Nothing),
    ("ы теперь —", Needs::Nothing), ("你现在是", Needs::Nothing), ("从现在开始你", Needs::Nothing),
    ("从现在起你", Needs::Nothing), ("あなたは今から", Needs::Nothing), ("これからあなたは", Needs::Nothing),
    ("당신은 이제", Needs::Nothing), ("너는 이제", Needs::Nothing), ("지금부터 당신은", Needs::Nothing),
    ("지금부터 너는", Needs::Nothing), ("من الآن فصاعدا أنت", Needs::Nothing), ("تصرف كأنك", Needs::Nothing),
    ("<|im_start|>", Needs::Nothing), ("<|system|>", Needs::Nothing), ("[/inst]", Needs::Nothing),
];

/// What has to be around a pattern.
#[derive(Clone, Copy)]
enum Needs {
    Nothing,
    /// A word such as "ignore", and one such as "previous".
    Dismissal,
    /// A word such as "reveal".
    Request,
}

#[rustfmt::skip]
const DISMISS: &[&str] = &[
    "ignore", "disregard", "forget", "override", "do not follow", "don't follow",
    "ignorier", "vergiss", "vergessen sie", "missachte",
    "ignorez", "oublie", "ne tenez pas compte", "ignora", "olvida", "ignorar", "esqueça", "desconsider",
    "гнорир", "абудь", "忽略", "忽视", "无视", "忘记", "無視", "忘れ", "무시", "잊어", "تجاهل", "انس ",
];

#[rustfmt::skip]
const EARLIER: &[&str] = &[
    "previous", "prior ", "above", "earlier", "all ", "any ", "your ", "system",
    "vorherig", "bisherig", "obig", "alle", "dein", "précédent", "antérieur", "ci-dessus", "toutes", "anterior", "previa",
    "todas", "prévia", "редыдущ", "режни", "се ", "之前", "以上", "先前", "所有", "上面", "前面", "これまで", "以前", "上記",
    "前の", "すべて", "全て", "이전", "위의", "모든", "앞의", "السابقة", "جميع", "كل ",
];

#[rustfmt::skip]
const REVEAL: &[&str] = &[
    "reveal", "show ", "print", "output", "repeat", "leak", "tell ", "ignore", "override", "disregard", "forget",
    "zeig", "gib ", "verrat", "ignorier", "révèle", "affiche", "montre", "ignor", "revela", "muestra", "imprim", "revele",
    "mostre", "exiba", "окажи", "аскрой", "ыведи", "гнорир", "显示", "泄露", "输出", "告诉", "忽略", "表示", "教えて", "出力",
    "無視", "보여", "출력", "알려", "무시", "اكشف", "أظهر", "اعرض", "تجاهل",
];

/// Bytes of a block.
const BLOCK: usize = 4;

/// Of any six bytes in a row, one of the first three is at a multiple of this, and a block from it on is inside.
const STRIDE: usize = SHORTEST - BLOCK + 1;

/// Places in the table: 15 bits of a hash. Blocks that share one cost time, and change no result.
const COUNT: usize = 1 << 15;

/// By the hash of a block: bit n is set if a pattern has such a block at its byte n.
static BLOCKS: LazyLock<Box<[u8; COUNT]>> = LazyLock::new(|| {
    let mut blocks = Box::new([0; COUNT]);
    for (pattern, _) in PATTERNS {
        for at in 0..STRIDE {
            blocks[hash_at(pattern.as_bytes(), at).unwrap_or_default()] |= 1 << at;
        }
    }
    blocks
});

/// Finds the patterns' places in `bytes` whose needs are met, in order.
pub(super) fn phrases(bytes: &[u8], mut found: impl FnMut(usize)) {
    let known: &[u8; COUNT] = &BLOCKS;
    let mut look = |at: usize, places: u8| {
        for place in (0..STRIDE).rev().filter(|place| places & 1 << place != 0) {
            if let Some(start) = at.checked_sub(place)
                && is_phrase(bytes, start, known)
            {
                found(start);
            }
        }
    };
    let mut at = 0;
    // Two blocks at once, as long as there are eight bytes.
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = in_lower_case(u64::from_le_bytes(*word));
        let (first, second) = (known[hash(word)], known[hash(word >> (8 * STRIDE))]);
        if first | second != 0 {
            look(at, first);
            look(at + STRIDE, second);
        }
        at += 2 * STRIDE;
    }
    while let Some(hash) = hash_at(bytes, at) {
        look(at, known[hash]);
        at += STRIDE;
    }
}

/// Whether a pattern is at `start` whose needs are met.
fn is_phrase(bytes: &[u8], start: usize, known: &[u8; COUNT]) -> bool {
    let rest = &bytes[start..];
    if !(0..STRIDE).all(|at| hash_at(rest, at).is_some_and(|hash| known[hash] & 1 << at != 0)) {
        return false;
    }
    let found = PATTERNS.iter().find(|(pattern, _)| begins_with(rest, pattern.as_bytes()));
    found.is_some_and(|(pattern, needs)| is_met(*needs, bytes, start, pattern.len()))
}

/// The same for both cases of a letter of ASCII. Other bytes may become the same too.
fn in_lower_case(bytes: u64) -> u64 {
    bytes | (bytes & 0x4040_4040_4040_4040) >> 1
}

/// Of the block in the lowest bytes.
#[inline]
fn hash(bytes: u64) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "the block")]
    let block = bytes as u32;
    (block.wrapping_mul(0x9e37_79b1) >> 17) as usize % COUNT
}

/// Of the block at byte `at`.
fn hash_at(bytes: &[u8], at: usize) -> Option<usize> {
    let block: &[u8; BLOCK] = bytes.get(at..)?.first_chunk()?;
    Some(hash(in_lower_case(u32::from_le_bytes(*block).into())))
}

fn begins_with(bytes: &[u8], pattern: &[u8]) -> bool {
    bytes.get(..pattern.len()).is_some_and(|start| start.eq_ignore_ascii_case(pattern))
}

fn is_met(needs: Needs, bytes: &[u8], start: usize, len: usize) -> bool {
    let around = &bytes[start.saturating_sub(AROUND)..bytes.len().min(start + len + AROUND)];
    let holds = |word: &[u8]| {
        let is_at = |(at, byte): (usize, &u8)| byte.eq_ignore_ascii_case(&word[0]) && begins_with(&around[at..], word);
        around.iter().enumerate().any(is_at)
    };
    let has = |words: &[&str]| words.iter().any(|word| holds(word.as_bytes()));
    match needs {
        Needs::Nothing => true,
        Needs::Dismissal => has(DISMISS) && has(EARLIER),
        Needs::Request => has(REVEAL),
    }
}

#[cfg(test)]
mod tests {
    use super::{PATTERNS, SHORTEST, phrases};

    #[test]
    fn patterns_are_long_enough_and_in_lower_case() {
        for (pattern, _) in PATTERNS {
            assert!(pattern.len() >= SHORTEST, "{pattern}");
            assert_eq!(pattern.to_ascii_lowercase(), *pattern);
        }
    }

    fn places(text: &str) -> Vec<usize> {
        let mut places = Vec::new();
        phrases(text.as_bytes(), |at| places.push(at));
        places
    }

    #[test]
    fn a_pattern_is_found_wherever_it_is() {
        for (pattern, _) in PATTERNS {
            for before in 0..9 {
                let needed = format!("ignore all print {}", "x".repeat(before));
                for case in [(*pattern).to_owned(), pattern.to_ascii_uppercase()] {
                    for after in ["", "!", " and more of it"] {
                        let text = format!("{needed}{case}{after}");
                        assert_eq!(places(&text), [needed.len()], "{text}");
                    }
                }
            }
        }
    }
}
