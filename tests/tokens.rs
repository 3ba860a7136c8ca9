//! The estimate of tokens, against true counts and for what callers may build on.
#![cfg(not(target_arch = "wasm32"))]

#[cfg(test)]
mod tokens {
    use lectern::estimate_tokens;
    use proptest::prelude::*;

    /// What each passage is, how many tokens o200k makes of it (gpt-tokenizer 4.0), and the passage. Its costs were not
    /// fitted to them.
    const PASSAGES: [(&str, u64, &str); 27] = [
        (
            "english prose",
            47,
            concat!(
                "The ferry left at dusk. Nobody on deck spoke; they watched the lights of the harbour grow ",
                "small, and then, one after another, go out. \"We should have stayed,\" she said at last, ",
                "and he didn't answer.\n",
            ),
        ),
        (
            "markdown",
            56,
            concat!(
                "# Weekly plan\n",
                "\n",
                "- [ ] Call the plumber about the **kitchen tap**\n",
                "- [x] Send [[Invoice 12]] to Ada\n",
                "\n",
                "> Remember: the shop closes at 6 pm.\n",
                "\n",
                "See [the guide](https://example.org/guide) for details.\n",
            ),
        ),
        (
            "numbered lines",
            55,
            concat!(
                "1: # Garden\n",
                "2: \n",
                "3: Water the tomatoes every second day.\n",
                "4: \n",
                "5: - basil\n",
                "6: - thyme\n",
                "7: - mint, but only in a pot\n",
                "8: \n",
                "9: The old pear tree needs pruning in February.\n",
            ),
        ),
        (
            "german",
            40,
            concat!(
                "Am Wochenende fuhren wir mit dem Fahrrad zum See. Das Wasser war noch zu kalt zum ",
                "Schwimmen, aber die Kinder bauten am Ufer eine Burg aus Sand und Kieselsteinen.\n",
            ),
        ),
        (
            "french",
            36,
            concat!(
                "Le marché ouvre à sept heures. On y trouve du pain, des fromages de chèvre, des fleurs ",
                "coupées et, l'été, les meilleures tomates de la région.\n",
            ),
        ),
        (
            "vietnamese",
            41,
            concat!(
                "Sáng nay trời mưa to nên chúng tôi ở nhà. Bà kể cho các cháu nghe chuyện ngày xưa, còn mẹ ",
                "thì nấu một nồi canh chua thật ngon.\n",
            ),
        ),
        (
            "russian",
            43,
            concat!(
                "Утром выпал первый снег, и город сразу стал тише. Дети вышли во двор, слепили большого ",
                "снеговика и надели на него старую шляпу деда.\n",
            ),
        ),
        (
            "greek",
            47,
            concat!(
                "Το καλοκαίρι πηγαίνουμε στο νησί με το πλοίο. Το σπίτι της γιαγιάς είναι κοντά στη θάλασσα ",
                "και το βράδυ ακούμε τα κύματα.\n",
            ),
        ),
        (
            "hebrew",
            40,
            concat!(
                "בבוקר הלכנו לשוק וקנינו לחם, גבינה וזיתים. אחר כך ישבנו בגינה ודיברנו על הספר שקראנו בשבוע ",
                "שעבר.\n",
            ),
        ),
        (
            "arabic",
            38,
            concat!(
                "ذهبنا في الصباح إلى السوق واشترينا الخبز والزيتون والجبن. ثم جلسنا في الحديقة وتحدثنا عن ",
                "الكتاب الذي قرأناه الأسبوع الماضي.\n",
            ),
        ),
        (
            "hindi",
            42,
            concat!(
                "सुबह हम बाज़ार गए और रोटी, सब्ज़ियाँ और फल खरीदे। फिर हम बगीचे में बैठे और पिछले हफ्ते पढ़ी ",
                "हुई किताब के बारे में बात की।\n",
            ),
        ),
        (
            "thai",
            41,
            concat!("เช้าวันนี้เราไปตลาดเพื่อซื้อผักและผลไม้ ", "หลังจากนั้นเรานั่งในสวนและคุยกันเรื่องหนังสือที่อ่านเมื่อสัปดาห์ที่แล้ว\n",),
        ),
        (
            "japanese",
            60,
            "朝、市場へ行ってパンとチーズを買いました。それから庭に座って、先週読んだ本についてゆっくり話しました。午後は雨が降ったので、家でコーヒーを飲みながら音楽を聞きました。\n",
        ),
        (
            "korean",
            48,
            "아침에 시장에 가서 빵과 치즈를 샀습니다. 그리고 정원에 앉아 지난주에 읽은 책에 대해 이야기했습니다. 오후에는 비가 와서 집에서 음악을 들었습니다.\n",
        ),
        (
            "chinese",
            44,
            "早上我们去市场买了面包和奶酪，然后坐在花园里聊上个星期读的书。下午下雨了，所以我们在家里喝咖啡，听音乐。\n",
        ),
        (
            "rust",
            73,
            concat!(
                "pub fn longest<'a>(words: &[&'a str]) -> Option<&'a str> {\n",
                "    let mut best: Option<&'a str> = None;\n",
                "    for word in words {\n",
                "        if best.is_none_or(|known| word.len() > known.len()) {\n",
                "            best = Some(word);\n",
                "        }\n",
                "    }\n",
                "    best\n",
                "}\n",
            ),
        ),
        (
            "typescript",
            72,
            concat!(
                "export async function loadNotes(folder: string): Promise<Note[]> {\n",
                "  const names = await readdir(folder);\n",
                "  return Promise.all(names.filter((name) => name.endsWith(\".md\")).map(async (name) => {\n",
                "    const text = await readFile(join(folder, name), \"utf8\");\n",
                "    return { name, text };\n",
                "  }));\n",
                "}\n",
            ),
        ),
        (
            "python",
            72,
            concat!(
                "def moving_average(values, width=7):\n",
                "    \"\"\"Return the mean of each window of `width` values.\"\"\"\n",
                "    total = sum(values[:width])\n",
                "    result = [total / width]\n",
                "    for i in range(width, len(values)):\n",
                "        total += values[i] - values[i - width]\n",
                "        result.append(total / width)\n",
                "    return result\n",
            ),
        ),
        (
            "html",
            75,
            concat!(
                "<section class=\"card\" id=\"intro\">\n",
                "  <h2>Opening hours</h2>\n",
                "  <p>We are open from <time>09:00</time> to <time>17:30</time>.</p>\n",
                "  <img src=\"/images/shop-front.jpg\" alt=\"The shop\" width=\"640\" height=\"480\">\n",
                "</section>\n",
            ),
        ),
        (
            "json",
            66,
            concat!(
                "{\n",
                "  \"name\": \"garden-sensors\",\n",
                "  \"interval\": 900,\n",
                "  \"sensors\": [\n",
                "    { \"id\": 1, \"kind\": \"moisture\", \"enabled\": true },\n",
                "    { \"id\": 2, \"kind\": \"temperature\", \"enabled\": false }\n",
                "  ]\n",
                "}\n",
            ),
        ),
        (
            "numbers",
            61,
            concat!(
                "3.14159, 2.71828, 1.41421, 0.57721\n",
                "1024 4096 65536 1048576 16777216\n",
                "-12.5 +0.75 100000 99.99 1e-9\n",
            ),
        ),
        (
            "table",
            49,
            concat!(
                "| City | Rain in mm | Days |\n",
                "| --- | ---: | ---: |\n",
                "| Bergen | 2,250 | 239 |\n",
                "| Zurich | 1,085 | 131 |\n",
                "| Lima | 16 | 4 |\n",
            ),
        ),
        (
            "log",
            82,
            concat!(
                "2025-03-14T09:26:53.589Z INFO [scheduler-2] jobs.backup: started id=48213 ",
                "target=/var/backups/daily\n",
                "2025-03-14T09:27:11.002Z WARN [scheduler-2] jobs.backup: slow write took 1840.2ms from ",
                "10.0.3.17\n",
            ),
        ),
        (
            "url",
            46,
            concat!(
                "https://www.example.com/articles/2024/winter-birds?utm_source=newsletter&utm_campaign=ja",
                "n&id=83912&token=Zk3vQ9xLr2TbW7yH\n",
            ),
        ),
        (
            "base64",
            85,
            concat!(
                "TGVjdGVybiByZWFkcyBub3RlcyBleGFjdGx5LCBjaGVhcGx5LCBhbmQgbmV2ZXIgd2hhdCBpcyBjbG9zZWQgdG8g",
                "aXQuIEJhc2U2NCB0ZXh0IGhhcyBubyB3b3Jkcw==\n",
            ),
        ),
        (
            "hex",
            81,
            concat!(
                "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n",
                "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752\n",
            ),
        ),
        (
            "emoji",
            46,
            concat!(
                "Great trip 🎉🎉 we saw the sea 🌊, ate 🍕 and 🍦, and slept in a tent ⛺. Next year again? 👍🏽 ",
                "👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}\n",
            ),
        ),
    ];

    #[test]
    fn a_passage_of_any_kind_is_estimated_within_a_fifth() {
        for (name, tokens, text) in PASSAGES {
            let estimate = estimate_tokens(text);
            assert!(estimate.abs_diff(tokens) * 5 <= tokens, "{name}: {estimate} for {tokens}");
        }
    }

    #[test]
    fn over_all_passages_errors_even_out_to_less_than_a_tenth_over_and_nothing_under() {
        let tokens: u64 = PASSAGES.iter().map(|(_, tokens, _)| tokens).sum();
        let all: String = PASSAGES.iter().map(|(_, _, text)| *text).collect();
        let estimate = estimate_tokens(&all);
        assert!(estimate >= tokens && estimate * 10 <= tokens * 11, "{estimate} for {tokens}");
    }

    #[test]
    fn nothing_costs_nothing_and_anything_else_something() {
        assert_eq!(estimate_tokens(""), 0);
        for text in ["a", "7", "\n", ".", "é", "ж", "字", "ก", "\u{1f600}", "\u{0}", "\u{10ffff}"] {
            assert!((1..=4).contains(&estimate_tokens(text)), "{text:?}: {}", estimate_tokens(text));
        }
    }

    #[test]
    fn digits_are_counted_by_threes() {
        // One token each in o200k, whatever the digits; the estimate is a few per cent over.
        for groups in [1_u64, 10, 100] {
            let digits = "417".repeat(usize::try_from(groups).expect("a small number"));
            let estimate = estimate_tokens(&digits);
            assert!(estimate >= groups && estimate <= groups + groups / 5 + 1, "{estimate} for {groups}");
        }
    }

    #[test]
    fn numbers_before_lines_are_paid_for() {
        // The number and its colon are a token each. What the space brings is in the word behind it.
        let line = "The kettle is on the stove.\n";
        let bare = estimate_tokens(&line.repeat(99));
        let numbered = estimate_tokens(&(1..=99).map(|number| format!("{number}: {line}")).collect::<String>());
        assert!((180..=260).contains(&(numbered - bare)), "{numbered} with numbers, {bare} without");
    }

    proptest! {
        #[test]
        fn estimates_of_lines_add_up(lines in prop::collection::vec("(\\PC|[a-zA-Z0-9 .\t\r]){0,20}\n", 0..20)) {
            let whole = estimate_tokens(&lines.concat());
            let sum: u64 = lines.iter().map(|line| estimate_tokens(line)).sum();
            // Each estimate is rounded up on its own.
            prop_assert!(whole <= sum && sum <= whole + lines.len() as u64);
        }

        #[test]
        fn no_text_breaks_it_and_more_text_never_costs_less(text in any::<String>(), more in any::<String>()) {
            prop_assert!(estimate_tokens(&text) <= estimate_tokens(&(text.clone() + &more)));
        }

        #[test]
        fn no_character_costs_more_than_the_dearest_place_and_pair(text in any::<String>()) {
            // The dearest place has 255 units of 12 thousandths, the dearest pair 99 more.
            prop_assert!(estimate_tokens(&text) <= 4 + 43 * text.chars().count() as u64 / 10);
        }
    }
}
