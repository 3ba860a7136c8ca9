//! Phrases that speak to a model, in ten languages.
//!
//! All patterns are searched for in one pass, which skips most bytes: no pattern can end where two bytes are that none
//! of them has there (the algorithm of Wu and Manber).

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

/// The patterns' places in `bytes` whose needs are met.
pub(super) fn phrases(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let mut end = SHORTEST - 1;
    std::iter::from_fn(move || {
        while end < bytes.len() {
            let Blocks { shifts, starts } = &*BLOCKS;
            let shift = shifts[block(bytes[end - 1], bytes[end])];
            if shift > 0 {
                end += usize::from(shift);
                continue;
            }
            let start = end + 1 - SHORTEST;
            end += 1;
            if !starts[block(bytes[start], bytes[start + 1])] {
                continue;
            }
            let found = PATTERNS.iter().find(|(pattern, _)| begins_with(&bytes[start..], pattern.as_bytes()));
            if found.is_some_and(|(pattern, needs)| is_met(*needs, bytes, start, pattern.len())) {
                return Some(start);
            }
        }
        None
    })
}

/// What is known of two bytes.
struct Blocks {
    /// How far no pattern ends behind them; 0 if the first bytes of one do here.
    shifts: Vec<u8>,
    /// Whether a pattern starts with them.
    starts: Vec<bool>,
}

static BLOCKS: LazyLock<Blocks> = LazyLock::new(|| {
    let mut shifts = vec![u8::try_from(SHORTEST - 1).unwrap_or(1); COUNT];
    let mut starts = vec![false; COUNT];
    for (pattern, _) in PATTERNS {
        starts[block(pattern.as_bytes()[0], pattern.as_bytes()[1])] = true;
        for (at, pair) in pattern.as_bytes()[..SHORTEST].windows(2).enumerate() {
            let shift = &mut shifts[block(pair[0], pair[1])];
            *shift = (*shift).min(u8::try_from(SHORTEST - 2 - at).unwrap_or(0));
        }
    }
    Blocks { shifts, starts }
});

const COUNT: usize = 1 << 13;

fn block(first: u8, second: u8) -> usize {
    (usize::from(first.to_ascii_lowercase()) << 5 ^ usize::from(second.to_ascii_lowercase())) % COUNT
}

fn begins_with(bytes: &[u8], pattern: &[u8]) -> bool {
    bytes.get(..pattern.len()).is_some_and(|start| start.eq_ignore_ascii_case(pattern))
}

fn is_met(needs: Needs, bytes: &[u8], start: usize, len: usize) -> bool {
    let around = &bytes[start.saturating_sub(AROUND)..bytes.len().min(start + len + AROUND)];
    let has = |words: &[&str]| {
        words.iter().any(|word| around.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes())))
    };
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

    #[test]
    fn a_pattern_is_found_wherever_it_is() {
        for (pattern, _) in PATTERNS {
            for before in 0..9 {
                let text = format!("{}{pattern} ignore all print", "x".repeat(before));
                assert!(phrases(text.as_bytes()).any(|at| at == before), "{text}");
            }
        }
    }
}
