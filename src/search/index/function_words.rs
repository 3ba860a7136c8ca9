//! Function words: they phrase a question, but are not what it is about. In a small vault some are as rare as the words
//! that matter, so rarity alone does not tell them apart.
//!
//! Pronouns, articles, auxiliaries, conjunctions, question words and prepositions. `no`, `not`, `off`, `out` and `up` are
//! left out because they change a question ("turn off"). Words that mean a thing in another language, such as `die` and
//! `son`, are function words only beside others of their language. In other languages, words count by their rarity
//! alone.
//!
//! Also the words for the same quantity.

use std::sync::LazyLock;

use lectern_base::sort::sort_by_key;

use super::weights;

/// The words of each language. A word is where it was needed first. Scripts without spaces have terms of one or two
/// characters.
const WORDS: &[&str] = &[
    // English.
    "a about again all also am an and another any anybody anyone anything are aren't as at be because been being \
     between both but by can can't could couldn't did didn't do does doesn't doing don't each else ever every \
     everything exactly few for from get gets getting goes got had has have having he hello her here here's hers \
     hey him his how how's i i'd i'll i'm i've if in into is isn't it it's its itself just let let's many may me \
     might mine more most much must my myself of on once one onto or other our ours per please possible quite \
     same says several shall she should shouldn't since so some someone something such than thank thanks that \
     that's the their theirs them themselves then there there's these they this those to too unto upon us very \
     was wasn't way we we're were weren't what what's when where where's whether which while who who's whom whose \
     why will with within would wouldn't wrote you you're your yours yourself",
    // German.
    "aber als auch auf aus bei beim bin bist bitte da damit dann das dass dein deine dem den denn der des dich \
     dir dort du durch ein eine einem einen einer eines er erzähl es etwas euch für gibt habe haben hier ich ihr \
     ihre im ins ist kann kannst können mein meine meinem meinen meiner mich mir muss nach noch oder sein seine \
     sich sie sind soll steht um und uns unser unter vom von vor wann warum welche welchem welchen welcher \
     welches wenn wer werden wie wir wird wo wofür womit worum wozu zeig zu zum zur zwischen über",
    // French.
    "au aux avec ce ces cet cette comment dans de elle en et il ils je la le les leur lui ma mes mon nos notre \
     nous où par pourquoi qu quand que quel quelle quelles quels qui quoi sa ses sont sur ta \
     tes un une vos votre vous avais avait avez avons ont serait étaient était êtes combien",
    // Spanish.
    "al como con cuando cuál cuáles cuándo cómo del donde dónde el ella ellos esta este esto las lo los mi mis \
     por porque puedo quién qué se sobre su sus te tenemos tengo tiene tienen tu tus una unas uno unos y yo",
    // Italian.
    "che come cos'è cosa della delle di gli nei nella perché posso quale quali quando quanto si sono sul sulla è",
    // Portuguese.
    "ao aos fazer há meu minha nas onde pela pelo quais qual quem são uma à é",
    // Turkish.
    "acaba ancak aslinda bana bazi belki beni benim bir biri birkaç bu buna bunu bunun daha diye gibi hangi \
     hangileri hangisi hepsi hiç ile ise için kadar kaç kaçtir kimdir kime kimi kimin midir musun mü nasil neden \
     nedir neler nelerdir nerede nereden nereye neydi neye neyi neyin niye niçin olan olarak oldu olduğu olmak \
     ona onlar onu onun sanki siz tarafindan tüm vardir ve veya yani çok çünkü şey şu",
    // Russian.
    "а был была были в вам во вот где для до его ее если есть и из или их к как какая какие какой ко когда кто ли \
     меня мне мой моя мы на но о об он она они от по почему при про с сколько со такое там то у что чтобы это \
     этот я",
    // Arabic.
    "أحد أن أنا أنه أنها أو أي أية أيضا أيضاً أين إحدى إذا إلام إلى إليه إليها إن إنه إنها التي الذي الذين \
     اللتان اللذان الى ان بأن بأي بعد بعض بما به بها بين تتم تكون تلك تم ثم حتى حول حيث خلال دون ذلك عبر على \
     عليه عليها عن عند عندما عنه عنها غير في فيما فيه فيها قبل قد كان كانت كل كم كما كي كيف لأن لأي لا لدى لديه \
     لديها لقد لكن لكي لم لماذا لمن لن له لها لي ليس ما ماذا متى مثل مع مما من منذ منه منها هذا هذه هل هم هما \
     هناك هو هي و والتي وفي وقد ولا ولم وما ومن وهو وهي يتم يكون يمكن يمكنني",
    // Hindi.
    "अपने इस उस एक और कब कर करने कहाँ कहां का कितना कितनी कितने किया किस किसका किसकी किसके किसने की कुछ के कैसे \
     को कौन क्या क्यों गई गए गया जो तक तो था थी थे द्वारा ने पर भी में यह या ये लिए वह वे साथ से ही है हैं \
     हो होता होती होते",
    // Chinese.
    "与 为何 了 于 什么 什麼 时候 時候 从 他 们 何 何时 你 你们 几 到 可以 吗 吧 告诉 呢 和 哪 哪个 哪些 哪裡 哪里 啊 嗎 在 \
     多少 她 如何 它 对 對 從 怎么 怎样 怎樣 怎麼 您 我 我们 我們 或 於 是 有 甚麼 的 與 被 言う 誰 請 请 \
     请问 谁 这 这个 这些 這 那 那个",
    // Japanese.
    "あの あり ある あれ い いい いう いつ いま いる か から が くだ ここ こと この これ さ し しい した して す \
     する せ そこ その それ た たい だ だれ って つい て で です では と とき とは どう どこ どの どれ な なぜ \
     など なに なん に には ね の は ば ばい へ ます まで も もの や よ よい より る れ れば を 教え",
    // Korean.
    "가 것 과 그 그것 나는 나요 내 누가 누구 는 대한 대해 도 로 를 몇 무엇 뭐 뭐야 뭘 수 알려 어디 어떤 언제 에 \
     에서 와 왜 으로 은 을 의 이 이것 있는 있어 제 하나 하는 할 해야",
    // Thai.
    "กับ กี่ ก็ คะ คือ คุณ ค่ะ จะ ฉัน ซึ่ง ทำ ที่ นั้น นี้ ผม มั้ย มา มี ยัง วิธี ว่า อยู่ ใช่ ใน ให้ ได้ ไป",
];

/// Words that are function words only beside those of the same language, which begin with this word in [`WORDS`].
const BESIDE: [(&str, &str); 6] = [
    ("aber", "die hat hatte hatten man war waren"),
    ("au", "est fait font pour son sont"),
    ("al", "es hay para son"),
    ("che", "dove fa per"),
    ("ao", "eu para"),
    ("acaba", "ama biz hem her ki kim mu ne o var zaman"),
];

/// The first of the Turkish words.
const TURKISH: &str = "acaba";

/// Words with which a request asks for texts, and the words after them: "find all articles on", "I'm interested in".
const REQUESTS: [(&str, &str); 4] = [
    ("article articles documents information notes papers", "about describing dealing in on that which written"),
    ("find list", "all any articles information me notes papers"),
    ("interested", "in"),
    ("like looking searching", "articles for information notes papers to"),
];

/// Words for the same quantity, one quantity a line, in any language: "How heavy is it?" is answered by "It weighs 11 kg".
const QUANTITIES: [&str; 4] = [
    "heavy weigh weighs weighed weight kg schwer wiegt wog gewicht lourd pèse poids pesa peso 무게 킬로 重さ 重量",
    "tall high height hoch höhe haut hauteur alto altura 높이 高さ 高度",
    "long length lang länge longueur largo longitud 길이 長さ 长度",
    "cost costs price expensive kostet kosten preis teuer prix coût coûte precio cuesta costo 가격 비용 値段 価格 价格 费用",
];

static SORTED: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut words: Vec<_> = WORDS.iter().flat_map(|words| words.split(' ')).collect();
    sort_by_key(&mut words, |word| *word);
    words
});

/// Endings of Korean words, and question words, as pairs of a word.
const KOREAN_ENDINGS: &str = "에서 으로 는지 습니 니다 이다 했다 하는 하고 에게 까지 부터 입니 가요 나요 한다 된다 되는 였다 었다 았다 하여 하면 에는 \
     으며 이며 지만 라고 이라 라는 었는 했는 는가 은가 무엇 누구 언제 어디 어떤 어떻 떻게 어느 얼마 인가";

/// Pairs of Thai characters in question words (who, what, where, when, how, if), and in "is" and "or".
const THAI_PAIRS: &str = "ใค อะ ะไ ไร หร่ ใด ไห อไ งไ ำไ เท่ ท่า เมื่ มื่อ ถ้า หรื รือ";

/// Whether the folded `term` is a function word.
pub(crate) fn is_function_word(term: &str) -> bool {
    SORTED.binary_search(&term).is_ok()
}

/// Which of `words`, the terms of one query, are function words: `die` in `wo ist die`, but not in `they die`; `papers` in
/// `papers on bells`, but not in `old papers`.
pub(crate) fn function_words(words: &[String]) -> Vec<bool> {
    let is_of = |line: &str, word: &str| line.split(' ').any(|other| other == word);
    let is_beside = |word: &String| {
        BESIDE.iter().filter(|(_, line)| is_of(line, word)).any(|(first, _)| {
            let language = WORDS.iter().find(|line| line.split(' ').next() == Some(first));
            let is_told = |other: &String| other.contains(['ş', 'ğ']) && *first == TURKISH;
            language.is_some_and(|line| words.iter().any(|other| is_of(line, other) || is_told(other)))
        })
    };
    let is_request = |at: usize| {
        let is_before = |after: &str| words.get(at + 1).is_some_and(|next| is_of(after, next));
        REQUESTS.iter().any(|(asking, after)| is_of(asking, &words[at]) && is_before(after))
    };
    let is_function = |(at, word): (usize, &String)| is_function_word(word) || is_beside(word) || is_request(at);
    words.iter().enumerate().map(is_function).collect()
}

/// Whether a query of `words` is Turkish, by its function words and by letters that few other languages have.
pub(super) fn is_turkish(words: &[String]) -> bool {
    let line = WORDS.iter().find(|line| line.starts_with(TURKISH));
    let is_of = |word: &String| line.is_some_and(|line| line.split(' ').any(|other| other == word));
    // `ve` is also Spanish.
    let is = |word: &String| word.contains(['ş', 'ğ']) || (word.len() > 2 && is_of(word));
    words.iter().any(is)
}

/// The other words for the quantity that `word` is about.
pub(super) fn same_quantity(word: &str) -> impl Iterator<Item = &'static str> {
    let quantity = QUANTITIES.into_iter().find(|words| words.split(' ').any(|other| other == word));
    quantity.into_iter().flat_map(|words| words.split(' ')).filter(move |&other| other != word)
}

/// How much the Korean pair `term` counts: less as an ending, and less if it continues the word of the term `before` it,
/// which mostly implies it: `회의`, `의록` for `회의록`. Other pairs count less if they are part of a
/// function word, as in `谁是`. 1 for other terms.
pub(super) fn emphasis(term: &str, before: Option<&str>) -> f32 {
    let is_later = before.is_some_and(|before| is_pair(before) && before.chars().last() == term.chars().next());
    match () {
        () if has_function_word(term) => weights::FUNCTION_PAIR,
        () if !is_pair(term) => 1.0,
        () if KOREAN_ENDINGS.split(' ').any(|ending| ending == term) => weights::KOREAN_ENDING,
        () if is_later => weights::LATER_PAIR,
        () => 1.0,
    }
}

/// Whether `term` is a pair with a part of a Thai question word, or of ideographs of which one is a function word.
fn has_function_word(term: &str) -> bool {
    let is_ideograph = |c| matches!(c, '\u{4e00}'..='\u{9fff}');
    let is_function = |c: char| is_function_word(c.encode_utf8(&mut [0; 4]));
    let is_han = || term.chars().count() == 2 && term.chars().all(is_ideograph);
    THAI_PAIRS.split(' ').any(|pair| pair == term) || (is_han() && term.chars().any(is_function))
}

/// Whether `term` is a pair of Korean syllables.
fn is_pair(term: &str) -> bool {
    term.chars().count() == 2 && term.chars().all(|c| matches!(c, '\u{ac00}'..='\u{d7a3}'))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{KOREAN_ENDINGS, WORDS, emphasis, is_function_word};
    use crate::search::words::each_word;

    #[test]
    fn every_word_is_listed_once_as_queries_have_it() {
        let mut all = BTreeSet::new();
        for word in WORDS.iter().flat_map(|words| words.split(' ')) {
            let mut terms = Vec::new();
            each_word(word, |found| terms.push(found.term.to_owned()));
            assert_eq!(terms, [word]);
            assert!(all.insert(word), "{word} twice");
        }
    }

    #[test]
    fn words_that_turn_a_question_round_and_words_of_things_are_none() {
        for word in ["not", "off", "out", "up", "without", "die", "son", "note", "para", "os", "日本", "ing"] {
            assert!(!is_function_word(word), "{word}");
        }
        for word in ["where", "der", "où", "cómo", "في", "nasil", "где", "什么", "です", "क्या"] {
            assert!(is_function_word(word), "{word}");
        }
    }

    #[test]
    fn some_words_are_function_words_only_beside_others_of_their_language() {
        let of = |query: &str| {
            let words: Vec<_> = query.split(' ').map(str::to_owned).collect();
            let is_function = super::function_words(&words);
            words.into_iter().zip(is_function).filter(|(_, is)| !is).map(|(word, _)| word).collect::<Vec<_>>()
        };
        assert_eq!(of("wo ist die kurbel"), ["kurbel"]);
        assert_eq!(of("did they die young"), ["die", "young"]);
        assert_eq!(of("où est mon son"), [""; 0]);
        assert_eq!(of("my son"), ["son"]);
        assert_eq!(of("i am interested in papers on bells"), ["bells"]);
        assert_eq!(of("find all articles about paper"), ["paper"]);
        assert_eq!(of("find and replace"), ["find", "replace"]);
    }

    #[test]
    fn later_pairs_and_endings_of_korean_words_count_less() {
        assert!(KOREAN_ENDINGS.split(' ').all(super::is_pair));
        let count = |term, before| format!("{:.2}", emphasis(term, before));
        assert_eq!(
            [count("회의", None), count("의록", Some("회의")), count("에서", Some("록에"))],
            ["1.00", "0.50", "0.15"]
        );
        assert_eq!([count("谁是", None), count("ใค", None)], ["0.50"; 2], "pairs with function words");
        assert_eq!([count("회의", Some("노트")), count("会议", Some("开会")), count("one", Some("o"))], ["1.00"; 3]);
    }
}
