use super::{Leaning, each_period};
use crate::search::dates::{first_day, iso};

/// The periods in `text` on `today`, each as its days and what it takes of the text.
fn periods(text: &str, today: Option<&str>, leans: Leaning) -> Vec<String> {
    let mut found = Vec::new();
    each_period(text, today.and_then(first_day), leans, &mut |period, span| {
        let days = if period.first == period.last { iso(period.first) } else { period.to_string() };
        found.push(format!("{days}: {}", &text[span]));
    });
    found
}

/// What is wrong if each of the texts must speak of these days on Friday, 9 October 2026, and of nothing else.
fn wrong(cases: &[(&str, &str)]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (days, texts) in cases {
        for text in texts.split('|') {
            for longer in [text.to_owned(), format!("{text}? xyz, abc")] {
                let found = periods(&longer, Some("2026-10-09"), Leaning::Past);
                if found != [format!("{days}: {text}")] {
                    wrong.push(format!("{longer} of {days}: {found:?}"));
                }
            }
        }
    }
    wrong
}

#[test]
fn days_months_weeks_and_quarters_are_found() {
    let cases = [
        (
            "2026-10-09",
            "2026-10-09|on Friday, 9 October 2026|9.10.2026|2026年10月9日（金曜日）|2026年10月9日金曜日|9 de octubre",
        ),
        ("2023-05-23", "23.05.2023|23/05/2023|am 23. Mai 2023"),
        ("2026-10-06", "on Tue|last Tue"),
        ("2026-10-05", "on Mon"),
        ("2026-09-17", "on the 17th|am 17."),
        ("2026-01-17", "Saturday the 17th|on Saturday, the 17th"),
        ("2026-10-03", "on the 3rd|Saturday the 3rd"),
        ("2026-12-01", "1 December|on 1. Dezember|12月1日|12월 1일|le 1er décembre|1 декабря"),
        (
            "2026-05-01 to 2026-05-31",
            "2026-05|05/2026|May 2026|in May|of May 2026|2026 May|mai 2026|im Mai|maggio|en mayo|em maio de 2026|\
            в мае|май 2026|في مايو|2026年5月|5月|五月|5월|2026년 5월",
        ),
        ("2027-02-01 to 2027-02-28", "in February|Februar|February|2月"),
        (
            "2026-10-05 to 2026-10-11",
            "2026 W41|2026-W41|2026W41|W41 2026|W41/2026|KW 41|KW41 2026|week 41 of 2026|2026年第41周|semaine 41 2026",
        ),
        ("2026-04-01 to 2026-06-30", "2026 Q2|2026-Q2|Q2 2026|Q2/2026"),
        ("2025-01-01 to 2025-12-31", "in 2025|im Jahr 2025|year 2025|2025年|2025년|2025 год|en 2025"),
    ];
    assert_eq!(wrong(&cases), [""; 0]);
}

#[test]
fn words_count_from_today_in_each_language() {
    let cases = [
        ("2026-10-09", "today|heute|hoy|aujourd'hui|aujourd’hui|hoje|oggi|сегодня|اليوم|今天|今日|오늘"),
        ("2026-10-08", "yesterday|gestern|ayer|hier|d'hier|ontem|ieri|вчера|أمس|昨天|昨日|어제"),
        ("2026-10-10", "tomorrow|morgen|mañana|demain|amanhã|domani|завтра|غدا|明天|明日|내일"),
        (
            "2026-10-07",
            "day before yesterday|vorgestern|anteayer|avant-hier|anteontem|позавчера|أول أمس|前天|一昨日|おととい|그저께",
        ),
        (
            "2026-10-11",
            "day after tomorrow|übermorgen|pasado mañana|après-demain|depois de amanhã|послезавтра|بعد غد|后天|明後日|모레",
        ),
        (
            "2026-09-28 to 2026-10-04",
            "last week|letzte Woche|la semana pasada|la semaine dernière|semana passada|la settimana scorsa|\
            на прошлой неделе|الأسبوع الماضي|上周|上週|上个星期|先週|지난주|지난 주",
        ),
        (
            "2026-10-05 to 2026-10-11",
            "this week|diese Woche|esta semana|cette semaine|questa settimana|на этой неделе|هذا الأسبوع|这周|本周|今週|이번 주",
        ),
        (
            "2026-10-12 to 2026-10-18",
            "next week|nächste Woche|la próxima semana|la semaine prochaine|próxima semana|la settimana prossima|\
            на следующей неделе|الأسبوع القادم|下周|来週|다음 주",
        ),
        (
            "2026-09-01 to 2026-09-30",
            "last month|im letzten Monat|el mes pasado|le mois dernier|mês passado|в прошлом месяце|\
            الشهر الماضي|上个月|先月|지난달",
        ),
        (
            "2027-01-01 to 2027-12-31",
            "next year|nächstes Jahr|el próximo año|l'année prochaine|próximo ano|в следующем году|\
            العام المقبل|明年|来年|내년",
        ),
        ("2026-07-01 to 2026-09-30", "last quarter|letztes Quartal|上季度"),
        (
            "2026-10-04",
            "last Sunday|Sunday|on Sunday|el domingo pasado|el último domingo|letzten Sonntag|am Sonntag|dimanche dernier|\
            domingo passado|domenica scorsa|в воскресенье|в прошлое воскресенье|الأحد الماضي|يوم الأحد|上周日|上週日|上周天|\
            先週の日曜日|지난 일요일|지난주 일요일|Sunday last week",
        ),
        (
            "2026-10-11",
            "next Sunday|this Sunday|nächsten Sonntag|el próximo domingo|dimanche prochain|в следующее воскресенье|\
            الأحد القادم|本周日|今週の日曜日|次の日曜日|다음 일요일",
        ),
        ("2026-10-02", "last Friday|上周五|先週の金曜日|지난 금요일|Friday last week"),
        ("2026-10-09", "Friday|on Friday|viernes|sexta-feira|в пятницу|周五|星期五|金曜日|금요일"),
        ("2026-10-03 to 2026-10-04", "last weekend|letztes Wochenende|上周末|先週末|지난 주말"),
        ("2026-05-01 to 2026-05-31", "last May|letzten Mai|el pasado mayo"),
    ];
    assert_eq!(wrong(&cases), [""; 0]);
}

#[test]
fn spans_end_or_begin_today() {
    let cases = [
        (
            "2026-10-03 to 2026-10-09",
            "last 7 days|in the last seven days|in den letzten 7 Tagen|en los últimos 7 días|les 7 derniers jours|\
            nos últimos 7 dias|за последние 7 дней|خلال آخر 7 أيام|الأيام السبعة الماضية|最近7天|过去七天|過去7日間|지난 7일|최근 7일|the past week",
        ),
        (
            "2026-09-26 to 2026-10-09",
            "in the past two weeks|den letzten zwei Wochen|las últimas dos semanas|过去两周|last 2 w|last fortnight",
        ),
        (
            "2026-07-10 to 2026-10-09",
            "the last 3 months|los últimos tres meses|les trois derniers mois|последние 3 месяца|\
            最近三个月|過去3か月|過去3ヶ月|최근 3개월",
        ),
        ("2026-10-09 to 2026-10-15", "in the next 7 days|in den nächsten 7 Tagen|未来7天|다음 7일"),
        (
            "2026-10-06",
            "3 days ago|three days ago|vor 3 Tagen|hace tres días|il y a 3 jours|há 3 dias|3 dias atrás|3 giorni fa|3 дня назад|\
            قبل 3 أيام|منذ ثلاثة أيام|3天前|三天前|3日前|3일 전",
        ),
        ("2026-10-02", "a week ago|vor einer Woche|неделю назад|hace una semana|一周前|1週間前"),
        (
            "2026-10-12",
            "in 3 days|in drei Tagen|en 3 días|dans trois jours|через 3 дня|بعد 3 أيام|3天后|3日後|3일 후|3 days from now",
        ),
    ];
    assert_eq!(wrong(&cases), [""; 0]);
    let alone = |text: &str| periods(text, Some("2026-10-09"), Leaning::Past);
    assert_eq!(alone(" 7d "), ["2026-10-02: 7d"]);
    assert_eq!(alone("2025"), ["2025-01-01 to 2025-12-31: 2025"]);
}

#[test]
fn a_day_of_the_week_is_before_or_after() {
    for (text, past, future) in [
        ("what is due on Friday", "2026-10-09", "2026-10-09"),
        ("Thursday", "2026-10-08", "2026-10-15"),
        ("周一", "2026-10-05", "2026-10-12"),
    ] {
        let on = |leans| periods(text, Some("2026-10-09"), leans)[0].clone();
        assert!(on(Leaning::Past).starts_with(past) && on(Leaning::Future).starts_with(future), "{text}");
    }
}

#[test]
fn the_ends_of_months_and_years_are_right() {
    for (today, text, expected) in [
        ("2026-12-31", "next week", "2027-01-04 to 2027-01-10"),
        ("2027-01-01", "this week", "2026-12-28 to 2027-01-03"),
        ("2027-01-01", "KW 53", "2026-12-28 to 2027-01-03"),
        ("2026-06-01", "2020-W53", "2020-12-28 to 2021-01-03"),
        ("2026-06-01", "2026-W01", "2025-12-29 to 2026-01-04"),
        ("2026-03-31", "1 month ago", "2026-02-28"),
        ("2026-05-31", "the last 3 months", "2026-03-01 to 2026-05-31"),
        ("2026-01-31", "in 1 month", "2026-02-28"),
        ("2026-03-31", "next month", "2026-04-01 to 2026-04-30"),
        ("2026-01-02", "31 December", "2025-12-31"),
        ("2026-01-02", "29 February", "2024-02-29"),
        ("2026-01-02", "12月", "2025-12-01 to 2025-12-31"),
        ("2026-01-15", "last quarter", "2025-10-01 to 2025-12-31"),
    ] {
        assert_eq!(periods(text, Some(today), Leaning::Past), [format!("{expected}: {text}")], "{today}");
    }
}

#[test]
fn what_speaks_of_no_time_is_no_period() {
    let none = "|I may go|what may be|march on|this may be it|the 3D printer|takes 2 weeks|7 days of work|3m of rope|number 2025|in 1500 words|Windows 2000|\
        2027 W53|2026 W54|2026 Q5|2026-13|1.2026-10|2026-10-13-5|2026-10.5|version 12-2024|W41|Q2|Q1: what|9/10|week 3|mes dernières notes|\
        por la mañana|guten Morgen|Was ist hier|일정이 뭐야|오늘날|다음날|日本|the last day of school|segunda parte|un mar|the sea|\
        einkaufen morgens|todays|mon dernier livre|Sundays|Hochsonntag|le mot|半|第3章";
    let mut wrong = Vec::new();
    for text in none.split('|') {
        wrong.extend(periods(text, Some("2026-10-09"), Leaning::Past));
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn without_today_only_what_does_not_depend_on_it_is_found() {
    let text = "yesterday, 9 October, in May, last 3 days, 7d, KW 41, Friday: 2026-05 and 2026-10-09";
    let expected = ["2026-05-01 to 2026-05-31: 2026-05", "2026-10-09: 2026-10-09"];
    assert_eq!(periods(text, None, Leaning::Past), expected);
}

#[test]
fn several_periods_are_found_in_order() {
    let found =
        periods("from 5 October to yesterday, or since last Monday, until May 2027", Some("2026-10-09"), Leaning::Past);
    let expected = [
        "2026-10-05: 5 October",
        "2026-10-08: yesterday",
        "2026-10-05: last Monday",
        "2027-05-01 to 2027-05-31: May 2027",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_text_of_numbers_or_of_words_between_is_read_in_one_pass() {
    for part in ["12 ", "2026-", "the of in ", "last ", "3 days ", "2026-10-09.", "지난", "上", "l'", "day before "]
    {
        let mut count = 0;
        each_period(&part.repeat(10_000), Some(20_000), Leaning::Past, &mut |_, _| count += 1);
        assert!(count <= 10_000);
    }
}
