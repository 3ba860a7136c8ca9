//! The signs and words of list numbers other than `1`, `a` and `i`, by the names that Word gives their formats.

/// How a format turns a number into text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    /// Letters, repeated once the alphabet is through: а, б … я, аа.
    Letters(&'static str),
    /// Signs of the numbers from 1 on. Numbers beyond them are digits.
    Signs(&'static str),
    /// Ten digits by their place: 一〇 is 10.
    Digits(&'static str),
    /// Digits, then the signs of ten, hundred, thousand and ten thousand: 一百二十三.
    Counting(&'static str, One),
    /// As counting below a hundred, and by the place of digits from there on.
    Short(&'static str),
    Hebrew,
    /// Words of Korean: 하나, 열둘.
    KoreanWords,
    /// Words of English: `Three`, `Third`.
    Cardinal,
    Ordinal,
    /// `- 3 -`.
    Dashes,
    Hexadecimal,
}

/// Where a one is said before the sign of ten, hundred or thousand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum One {
    /// 百十: nowhere.
    Never,
    /// 一百一十, but 十 at the start.
    Inside,
    /// 壹拾: everywhere.
    Always,
}

const CHINESE: &str = "零一二三四五六七八九十百千万";
const TRADITIONAL: &str = "零一二三四五六七八九十百千萬";
const SHORT: &str = "○一二三四五六七八九十百千萬";
const HEAVENLY: &str = "甲乙丙丁戊己庚辛壬癸";
const KANA: &str = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン";
const IROHA: &str = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン";
const DIGITS: &str = "〇一二三四五六七八九";
const HANGUL: &str = "영일이삼사오육칠팔구";
const CIRCLED: &str = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳";
const ARABIC: &str = "أبتثجحخدذرزسشصضطظعغفقكلمنهوي";
const HEBREW: &str = "אבגדהוזחטיכלמנסעפצקרשת";
const THAI: &str = "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ";
const RUSSIAN: &str = "абвгдежзиклмнопрстуфхцчшщыэюя";
const DEVANAGARI: &str = "०१२३४५६७८९";
const FULL_WIDTH: &str = "０１２３４５６７８９";

/// The formats by their names in Word and `OpenDocument`.
const NAMED: [(&str, Script); 52] = [
    ("aiueo", Script::Letters(KANA)),
    ("aiueoFullWidth", Script::Letters(KANA)),
    ("ア, イ, ウ, ...", Script::Letters(KANA)),
    ("iroha", Script::Letters(IROHA)),
    ("irohaFullWidth", Script::Letters(IROHA)),
    ("イ, ロ, ハ, ...", Script::Letters(IROHA)),
    ("ganada", Script::Letters("가나다라마바사아자차카타파하")),
    ("가, 나, 다, ...", Script::Letters("가나다라마바사아자차카타파하")),
    ("chosung", Script::Letters("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ")),
    ("russianLower", Script::Letters(RUSSIAN)),
    ("russianUpper", Script::Letters("АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ")),
    ("arabicAlpha", Script::Letters(ARABIC)),
    ("arabicAbjad", Script::Letters("أبجدهوزحطيكلمنسعفصقرشتثخذضغظ")),
    ("hebrew2", Script::Letters(HEBREW)),
    ("thaiLetters", Script::Letters(THAI)),
    ("ก, ข, ค, ...", Script::Letters(THAI)),
    ("hindiVowels", Script::Letters("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह")),
    ("hindiConsonants", Script::Letters("अआइईउऊऋऌऍऎएऐऑऒओऔ")),
    ("ideographTraditional", Script::Signs(HEAVENLY)),
    ("甲, 乙, 丙, ...", Script::Signs(HEAVENLY)),
    ("ideographZodiac", Script::Signs("子丑寅卯辰巳午未申酉戌亥")),
    ("ideographEnclosedCircle", Script::Signs("㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉")),
    ("decimalEnclosedCircle", Script::Signs(CIRCLED)),
    ("decimalEnclosedCircleChinese", Script::Signs(CIRCLED)),
    ("①, ②, ③, ...", Script::Signs(CIRCLED)),
    ("decimalEnclosedFullstop", Script::Signs("⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛")),
    ("decimalEnclosedParen", Script::Signs("⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇")),
    ("chicago", Script::Letters("*†‡§")),
    ("decimalFullWidth", Script::Digits(FULL_WIDTH)),
    ("decimalFullWidth2", Script::Digits(FULL_WIDTH)),
    ("thaiNumbers", Script::Digits("๐๑๒๓๔๕๖๗๘๙")),
    ("hindiNumbers", Script::Digits(DEVANAGARI)),
    ("ideographDigital", Script::Digits(DIGITS)),
    ("japaneseDigitalTenThousand", Script::Digits(DIGITS)),
    ("taiwaneseDigital", Script::Digits("○一二三四五六七八九")),
    ("koreanDigital", Script::Digits(HANGUL)),
    ("koreanDigital2", Script::Digits("零一二三四五六七八九")),
    ("일, 이, 삼, ...", Script::Digits(HANGUL)),
    ("chineseCounting", Script::Short(SHORT)),
    ("taiwaneseCounting", Script::Short(SHORT)),
    ("一, 二, 三, ...", Script::Counting(CHINESE, One::Inside)),
    ("chineseCountingThousand", Script::Counting(CHINESE, One::Inside)),
    ("taiwaneseCountingThousand", Script::Counting(TRADITIONAL, One::Inside)),
    ("japaneseCounting", Script::Counting("\0一二三四五六七八九十百千万", One::Never)),
    ("japaneseLegal", Script::Counting("\0壱弐参四伍六七八九拾百阡萬", One::Always)),
    ("chineseLegalSimplified", Script::Counting("零壹贰叁肆伍陆柒捌玖拾佰仟萬", One::Always)),
    ("ideographLegalTraditional", Script::Counting("零壹貳參肆伍陸柒捌玖拾佰仟萬", One::Always)),
    ("hebrew1", Script::Hebrew),
    ("koreanCounting", Script::KoreanWords),
    ("koreanLegal", Script::KoreanWords),
    ("cardinalText", Script::Cardinal),
    ("ordinalText", Script::Ordinal),
];

const SMALL: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
                     seventeen eighteen nineteen";
const TENS: &str = "twenty thirty forty fifty sixty seventy eighty ninety";
/// The ordinals that are not their number with `th`.
const ORDINALS: [(&str, &str); 8] = [
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("five", "fifth"),
    ("eight", "eighth"),
    ("nine", "ninth"),
    ("twelve", "twelfth"),
    ("y", "ieth"),
];
/// The largest number that is written in words.
const MAX_WORDS: u32 = 999_999;
/// Maximum number of repetitions of a letter, as in Word.
const MAX_LETTERS: usize = 30;

impl Script {
    /// The format with this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "numberInDash" => Some(Self::Dashes),
            "hex" => Some(Self::Hexadecimal),
            _ => NAMED.iter().find(|(known, _)| *known == name).map(|(_, script)| *script),
        }
    }

    /// `number` as text. `None` if the format has no signs for it.
    pub fn shown(self, number: u32) -> Option<String> {
        let at = number as usize;
        match self {
            Self::Letters(letters) => {
                let (index, count) = (at.checked_sub(1)?, letters.chars().count());
                let letter = letters.chars().nth(index % count)?;
                Some(std::iter::repeat_n(letter, (index / count) % MAX_LETTERS + 1).collect())
            }
            Self::Signs(signs) => signs.chars().nth(at.checked_sub(1)?).map(String::from),
            Self::Digits(digits) => Some(by_place(number, digits)),
            Self::Short(signs) if number >= 100 => Some(by_place(number, signs)),
            Self::Short(signs) => counted(number, signs, One::Inside),
            Self::Counting(signs, one) => counted(number, signs, one),
            Self::Hebrew => hebrew(number),
            Self::KoreanWords => korean(at),
            Self::Cardinal => Some(capital(&words(number)?)),
            Self::Ordinal => Some(capital(&ordinal(words(number)?))),
            Self::Dashes => Some(format!("- {number} -")),
            Self::Hexadecimal => Some(format!("{number:X}")),
        }
    }
}

fn by_place(number: u32, digits: &str) -> String {
    let digit = |digit: char| digits.chars().nth(digit.to_digit(10).unwrap_or_default() as usize);
    number.to_string().chars().filter_map(digit).collect()
}

/// `number` below a hundred million in signs of digits, ten, hundred, thousand and ten thousand.
fn counted(number: u32, signs: &str, one: One) -> Option<String> {
    let sign = |at: u32| signs.chars().nth(at as usize).filter(|sign| *sign != '\0');
    if number == 0 || number >= 100_000_000 {
        return None;
    }
    let (mut text, mut has_gap) = (String::new(), false);
    for place in (0..8_u32).rev() {
        let digit = number / 10_u32.pow(place) % 10;
        let unit = place % 4;
        if digit > 0 {
            if has_gap && !text.is_empty() {
                text.extend(sign(0));
            }
            has_gap = false;
            let is_silent = digit == 1
                && unit > 0
                && match one {
                    One::Never => true,
                    One::Inside => text.is_empty() && unit == 1,
                    One::Always => false,
                };
            text.extend(sign(digit).filter(|_| !is_silent));
            text.extend(sign(9 + unit).filter(|_| unit > 0));
        } else {
            has_gap = true;
        }
        if place == 4 && !text.is_empty() {
            text.extend(sign(13));
        }
    }
    Some(text)
}

/// Letters by their value: ג is 3, קכג is 123. 15 and 16 avoid the name of God.
fn hebrew(number: u32) -> Option<String> {
    let (mut left, mut text) = (number, String::new());
    if number == 0 || number > 999 {
        return None;
    }
    for (at, letter) in HEBREW.chars().enumerate().collect::<Vec<_>>().into_iter().rev() {
        let at = u32::try_from(at).unwrap_or_default();
        let value = (at % 9 + 1) * 10_u32.pow(at / 9);
        while left >= value && !matches!((left, value), (15 | 16, 10)) {
            text.push(letter);
            left -= value;
        }
    }
    Some(text)
}

fn korean(number: usize) -> Option<String> {
    let word = |words: &'static str, at: usize| words.split(' ').nth(at).unwrap_or_default();
    let tens = word(" 열 스물 서른 마흔 쉰 예순 일흔 여든 아흔", number / 10);
    let ones = word(" 하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉", number % 10);
    (1..100).contains(&number).then(|| format!("{tens}{ones}"))
}

fn words(number: u32) -> Option<String> {
    let word = |words: &'static str, at: u32| words.split_whitespace().nth(at as usize).unwrap_or_default().to_owned();
    let joined = |unit: u32, name: &str, gap: &str| -> Option<String> {
        let (head, rest) = (words(number / unit)?, number % unit);
        Some(if rest == 0 { format!("{head}{name}") } else { format!("{head}{name}{gap}{}", words(rest)?) })
    };
    match number {
        0..20 => Some(word(SMALL, number)),
        20..100 if number.is_multiple_of(10) => Some(word(TENS, number / 10 - 2)),
        20..100 => Some(format!("{}-{}", word(TENS, number / 10 - 2), word(SMALL, number % 10))),
        100..1000 => joined(100, " hundred", " "),
        1000..=MAX_WORDS => joined(1000, " thousand", " "),
        _ => None,
    }
}

fn ordinal(words: String) -> String {
    let changed = ORDINALS.iter().find_map(|(number, ordinal)| Some(words.strip_suffix(number)?.to_owned() + ordinal));
    changed.unwrap_or_else(|| words + "th")
}

fn capital(words: &str) -> String {
    let (first, rest) = words.split_at(words.len().min(1));
    first.to_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::Script;

    #[test]
    fn numbers_are_written_in_their_script() {
        for (name, number, expected) in [
            ("chineseCounting", 3, "三"),
            ("chineseCounting", 10, "十"),
            ("chineseCounting", 12, "十二"),
            ("chineseCounting", 21, "二十一"),
            ("chineseCounting", 105, "一○五"),
            ("chineseCountingThousand", 105, "一百零五"),
            ("chineseCountingThousand", 110, "一百一十"),
            ("chineseCountingThousand", 2010, "二千零一十"),
            ("chineseCountingThousand", 100_000, "十万"),
            ("japaneseCounting", 111, "百十一"),
            ("japaneseCounting", 1003, "千三"),
            ("ideographLegalTraditional", 12, "壹拾貳"),
            ("ideographDigital", 10, "一〇"),
            ("koreanDigital", 3, "삼"),
            ("koreanCounting", 12, "열둘"),
            ("hebrew1", 3, "ג"),
            ("hebrew1", 15, "טו"),
            ("hebrew1", 123, "קכג"),
            ("hebrew1", 116, "קטז"),
            ("thaiLetters", 3, "ค"),
            ("thaiNumbers", 12, "๑๒"),
            ("arabicAlpha", 3, "ت"),
            ("arabicAbjad", 3, "ج"),
            ("russianLower", 30, "аа"),
            ("iroha", 3, "ハ"),
            ("aiueoFullWidth", 3, "ウ"),
            ("decimalEnclosedCircle", 20, "⑳"),
            ("ideographTraditional", 3, "丙"),
            ("cardinalText", 3, "Three"),
            ("cardinalText", 121, "One hundred twenty-one"),
            ("ordinalText", 3, "Third"),
            ("ordinalText", 20, "Twentieth"),
            ("ordinalText", 42, "Forty-second"),
            ("ordinalText", 100, "One hundredth"),
            ("numberInDash", 3, "- 3 -"),
        ] {
            let shown = Script::named(name).and_then(|script| script.shown(number));
            assert_eq!(shown.as_deref(), Some(expected), "{number} as {name}");
        }
        assert_eq!(Script::named("decimalEnclosedCircle").and_then(|script| script.shown(21)), None);
    }
}
