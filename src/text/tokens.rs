//! Estimates the number of tokens of a text without a vocabulary: by kinds of characters, positions in a word, and
//! pairs of Latin letters.
//!
//! Text is split as by the pre-tokenizer of `o200k`: words with the character before them, digits by threes, runs of
//! punctuation, white space. Each character adds the usual cost of its position, which is never negative, so a prefix
//! never costs more than the whole. `tests/bench/tokens.mjs` fits the costs to true counts and prints the error.
//! Estimates lean to the high side, because exceeding a budget is worse than not using it up.

mod costs;
mod char_kind;
mod place;

use costs::{PAIR_COSTS, PLACE_COSTS, UNIT};
use place::Places;

/// Estimates the number of tokens of `text`, rounded up; 0 for the empty text.
///
/// Calibrated on `o200k`, the vocabulary of GPT-4o and its successors. For 2 KB and more of prose or code in a language
/// or script of the tables in `docs/tokens.md`, expect 5 % too many, rarely more than 5 % too few or 15 % too many. A few
/// words can be off by a third, and so can whole texts in other scripts. Linear in the length of `text`, without
/// allocating.
#[must_use]
pub fn estimate_tokens(text: &str) -> u64 {
    millitokens(text).div_ceil(1000)
}

/// The cost of `text` in thousandths of a token. Linear, without allocating.
///
/// Sums are exact: the cost of a line does not depend on the lines before it, so the costs of lines, each with its line
/// break, add up to the cost of the text.
pub(crate) fn millitokens(text: &str) -> u64 {
    read(text, u64::MAX).1 * UNIT
}

/// The byte length of the longest prefix of `text` that costs at most `millitokens`; it ends between characters.
///
/// Linear in that length, not in the text's.
pub(crate) fn fitting(text: &str, millitokens: u64) -> usize {
    read(text, millitokens / UNIT).0
}

/// Reads until the cost would exceed `most`. Returns the number of bytes read and their cost. One loop for both
/// functions above, because it is most of the wasm code of this module.
fn read(text: &str, most: u64) -> (usize, u64) {
    let (mut end, mut sum) = (0, 0);
    for place in Places::new(text) {
        let next = sum + u64::from(PLACE_COSTS[place.cost]) + u64::from(PAIR_COSTS[place.pair]);
        if next > most {
            break;
        }
        (end, sum) = (place.end, next);
    }
    (end, sum)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use std::collections::BTreeMap;
    use std::io::{Read, Write};

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_whole_fits_what_it_costs_and_no_less() {
        let text = "12: The sea, 海 and море 🌊.\n";
        let cost = millitokens(text);
        assert_eq!(fitting(text, cost), text.len());
        assert_eq!(fitting(text, u64::MAX), text.len());
        assert!(fitting(text, cost - 1) < text.len());
        assert_eq!(fitting("word", 0), 0);
        assert_eq!(fitting("", 1000), 0);
    }

    /// The first sentence of the Universal Declaration of Human Rights, with the count of o200k. A sentence may be off by
    /// a third.
    #[test]
    fn every_script_has_its_own_costs() {
        for (text, tokens) in [
            ("មនុស្សទាំងអស់កើតមកមានសេរីភាព និងភាពស្មើៗគ្នា ក្នុងសេចក្តីថ្លៃថ្នូរ និងសិទ្ធិ។", 46),
            ("የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው።", 79),
            ("ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ, ສິດທິ, ເສລີພາບ ແລະຄວາມສະເໝີພາບເທົ່າທຽມກັນ.", 128),
            ("সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে।", 19),
            ("လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် လည်းကောင်း၊ တူညီလွတ်လပ်သော အခွင့်အရေးများဖြင့် လည်းကောင်း၊ မွေးဖွားလာသူများ ဖြစ်သည်။", 67),
            ("ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით.", 21),
            ("Բոլոր մարդիկ ծնվում են ազատ ու հավասար՝ իրենց արժանապատվությամբ ու իրավունքներով։", 23),
            ("සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා ඇත. ගරුත්වයෙන් හා අයිතිවාසිකම්වලින් සමාන වෙති.", 41),
            ("மனிதப் பிறிவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும், உரிமைகளிலும் சமமானவர்கள்.", 34),
            ("ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును జన్మతః స్వతంత్రులును సమానులును నగుదురు.", 38),
            ("འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས་ཆེ་མཐོངས་དང༌།", 87),
        ] {
            let estimate = estimate_tokens(text);
            assert!((tokens * 2..=tokens * 4).contains(&(estimate * 3)), "{estimate} for {tokens}: {text}");
        }
    }

    /// Characters of every kind that is told apart, with what they do in a row.
    const KINDS: &str =
        "([a-zA-Z]{0,4}[éñ0-9 \n\r\t.,'_/-]?|[=-]{1,9}|[“…°▒🌊。Ａあカ字한жўλאبकবகతසਗกລကកაաአཀ]{1,3}|\\PC){0,60}";

    proptest! {
        #[test]
        fn costs_of_lines_add_up_exactly(above in KINDS, below in KINDS) {
            let above = above + "\n";
            prop_assert_eq!(millitokens(&(above.clone() + &below)), millitokens(&above) + millitokens(&below));
        }

        #[test]
        fn what_fits_is_the_longest_prefix_within_the_budget(text in KINDS, budget in 0_u64..60_000) {
            let end = fitting(&text, budget);
            prop_assert!(text.is_char_boundary(end));
            prop_assert!(millitokens(&text[..end]) <= budget);
            if let Some(next) = text[end..].chars().next() {
                prop_assert!(millitokens(&text[..end + next.len_utf8()]) > budget);
            }
        }

        #[test]
        fn a_larger_budget_never_holds_less(text in KINDS, budget in 0_u64..60_000, more in 0_u64..10_000) {
            prop_assert!(fitting(&text, budget) <= fitting(&text, budget + more));
        }
    }

    /// The counts of indexes into both tables, the pairs after the places, one line a text: what the bench fits to.
    #[test]
    #[ignore = "tests/bench/tokens.mjs gives it texts on standard input"]
    fn places_are_counted_for_the_bench() {
        let mut input = String::new();
        std::io::stdin().read_to_string(&mut input).expect("the bench writes UTF-8");
        let texts: Vec<String> = serde_json::from_str(&input).expect("the bench writes a list of strings");
        let mut output = std::io::stdout().lock();
        writeln!(output, "shape {:?}", place::SHAPE).expect("the bench listens");
        writeln!(output, "costs {:?}", [&PLACE_COSTS[..], &PAIR_COSTS].concat()).expect("the bench listens");
        for text in texts {
            let mut counts = BTreeMap::new();
            for place in Places::new(&text) {
                *counts.entry(place.cost).or_insert(0_u32) += 1;
                *counts.entry(PLACE_COSTS.len() + place.pair).or_insert(0) += 1;
            }
            let counts: Vec<_> = counts.into_iter().flat_map(|(index, count)| [index, count as usize]).collect();
            let estimate = [usize::try_from(millitokens(&text)).expect("the text is small")];
            writeln!(output, "places {:?}", [&estimate[..], &counts].concat()).expect("the bench listens");
        }
    }
}
