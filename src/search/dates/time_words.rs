//! The words of times: English, German, Spanish, French, Portuguese, Italian, Russian, Arabic, Chinese, Japanese and
//! Korean; months also in the languages around them.
//!
//! A word stands as `search::words` folds it: without accents, Chinese characters in their simplified form, katakana as
//! hiragana. The words of a phrase are written together: `pasadomanana`.

use super::period::Unit::{self, Day, Quarter, Week, Year};
use super::sense::Sense::{
    self, After, Ago, Ahead, Before, Bound, CalendarWeek, Coming, Count, German, In, Link, Month, MonthMark, Nothing,
    Prep, Recent, Shifted, Span, Turn, Weekday,
};

/// The words of each sense, with a `?` before those that are only sure beside others, and another before those that are
/// only sure beside a number.
pub(super) static WORDS: &[(Sense, &str)] = &[
    (
        Month(1),
        "january januar janner janvier enero gennaio janeiro januari января январь январе يناير ? ? jan \
         stycznia styczen ocak",
    ),
    (
        Month(2),
        "february februar fevrier febrero febbraio fevereiro februari февраля февраль феврале فبراير ? ? \
         feb lutego luty subat",
    ),
    (Month(3), "марта март марте ? march marz maerz mars marzo marco maart مارس ? mar mrz marca marzec mart"),
    (Month(4), "avril abril aprile апреля апрель апреле ابريل kwietnia kwiecien ? april ? apr nisan"),
    (Month(5), "maggio мая май мае ? may mai mayo maio mei maj مايو ? maja mayis"),
    (Month(6), "junio giugno junho июня июнь июне يونيو ? june juni juin ? jun czerwca czerwiec haziran"),
    (Month(7), "juillet julio luglio julho июля июль июле يوليو ? july juli ? jul lipca lipiec temmuz"),
    (Month(8), "aout agosto augustus augusti августа август августе اغسطس ? august ? aug sierpnia sierpien agustos"),
    (
        Month(9),
        "september septembre septiembre settembre setembro сентября сентябрь сентябре سبتمبر ? ? sep sept \
         wrzesnia wrzesien eylul",
    ),
    (
        Month(10),
        "october oktober octobre octubre ottobre outubro октября октябрь октябре اكتوبر ? ? oct okt \
         pazdziernika pazdziernik ekim",
    ),
    (Month(11), "november novembre noviembre novembro ноября ноябрь ноябре نوفمبر ? ? nov listopada listopad kasim"),
    (
        Month(12),
        "december dezember decembre diciembre dicembre dezembro desember декабря декабрь декабре ديسمبر ? ? \
         dec dez grudnia grudzien aralik",
    ),
    (
        Weekday(0, 1),
        "monday montag lunes lundi lunedi segunda-feira segundafeira понедельник понедельника الاثنين 月曜 \
         月曜日 周一 星期一 礼拜一 월요일 onmon ? segunda",
    ),
    (
        Weekday(1, 1),
        "tuesday dienstag martes mardi martedi terca-feira tercafeira вторник вторника الثلاثاء 火曜 火曜日 \
         周二 星期二 礼拜二 화요일 ontue ontues ? terca tue tues",
    ),
    (
        Weekday(2, 1),
        "wednesday mittwoch miercoles mercredi mercoledi quarta-feira quartafeira среду среда الاربعاء 水曜 \
         水曜日 周三 星期三 礼拜三 수요일 onwed ? quarta wed",
    ),
    (
        Weekday(3, 1),
        "thursday donnerstag jueves jeudi giovedi quinta-feira quintafeira четверг четверга الخميس 木曜 \
         木曜日 周四 星期四 礼拜四 목요일 onthu onthur onthurs ? quinta thu thur thurs",
    ),
    (
        Weekday(4, 1),
        "friday freitag viernes vendredi venerdi sexta-feira sextafeira пятницу пятница пятницы الجمعه 金曜 \
         金曜日 周五 星期五 礼拜五 금요일 onfri ? sexta fri",
    ),
    (
        Weekday(5, 1),
        "saturday samstag sonnabend sabado samedi sabato субботу суббота субботы السبت 土曜 土曜日 周六 \
         星期六 礼拜六 토요일 onsat",
    ),
    (
        Weekday(6, 1),
        "sunday sonntag domingo dimanche domenica воскресенье воскресенья الاحد 日曜 日曜日 周日 周天 \
         星期日 星期天 礼拜天 礼拜日 일요일 onsun",
    ),
    (
        Weekday(5, 2),
        "weekend week-end wochenende findesemana fimdesemana finesettimana выходные выходных نهايهالاسبوع \
         周末 주말",
    ),
    (
        Sense::Unit(Day),
        "day days tag tage tagen dia dias jour jours giorno giorni день дня дней дни يوم يوما ايام الايام \
         日 日间 天 일 일간 ? ? d",
    ),
    (
        Sense::Unit(Week),
        "week weeks woche wochen semana semanas semaine semaines settimana settimane неделя неделю недели \
         неделе недель اسبوع الاسبوع اسابيع الاسابيع 周 周间 星期 个星期 礼拜 주 주간 주일 ? ? w",
    ),
    (
        Sense::Unit(Unit::Month),
        "month months monat monats monate monaten mes meses mois mese mesi месяц месяца месяцев месяце شهر \
         الشهر اشهر الاشهر شهور 个月 か月 ゖ月 け月 か月间 ゖ月间 달 개월 개월간 ? ? m",
    ),
    (
        Sense::Unit(Quarter),
        "quarter quarters quartal quartale trimestre trimestres trimestri квартал квартала квартале 季度 \
         四半期 분기 ? ? q",
    ),
    (
        Sense::Unit(Year),
        "year years jahr jahre jahren jahres ano anos annee annees ans anno anni год года году лет سنه \
         السنه سنوات السنوات عام العام اعوام 年 年间 년 년간 ? ? y",
    ),
    (MonthMark, "月 월"),
    (CalendarWeek, "kw cw kalenderwoche calendarweek"),
    (
        Shifted(Day, 0),
        "today tonight thismorning thisafternoon thisevening heute heutemorgen heuteabend hoy estamanana \
         estatarde estanoche aujourd'hui cesoir cematin hoje oggi сегодня اليوم 今天 今日 今朝 今晚 きょう \
         오늘",
    ),
    (
        Shifted(Day, -1),
        "yesterday lastnight gestern gesternabend ayer anoche hiersoir ontem ieri вчера امس بالامس البارحه \
         昨天 昨日 昨晚 昨夜 きのう 어제 어젯밤 ? hier",
    ),
    (Shifted(Day, 1), "tomorrow morgen manana demain amanha domani завтра غدا 明天 明日 あした 내일"),
    (
        Shifted(Day, -2),
        "daybeforeyesterday vorgestern anteayer antesdeayer avant-hier avanthier anteontem altroieri \
         позавчера اولامس اولمنامس 前天 一昨日 おととい 그저께 그제 엊그제",
    ),
    (
        Shifted(Day, 2),
        "dayaftertomorrow ubermorgen pasadomanana apres-demain apresdemain depoisdeamanha dopodomani \
         послезавтра بعدغد 后天 明后日 あさって 모레 내일모레",
    ),
    (Shifted(Week, -1), "上周 上星期 上个星期 上礼拜 先周"),
    (Shifted(Week, 0), "endoftheweek endofweek endederwoche finaldelasemana 本周 这周 这星期 这个星期 今周"),
    (Shifted(Week, 1), "下周 下星期 下个星期 下礼拜 来周"),
    (Shifted(Week, -2), "上上周 先々周 지지난주"),
    (Shifted(Week, 2), "下下周 再来周 다다음주"),
    (Shifted(Unit::Month, -1), "上个月 上月 先月"),
    (
        Shifted(Unit::Month, 0),
        "endofthemonth endofmonth monatsende endedesmonats findemes finaldemes findumois fimdomes 月底 月末 월말 这个月 本月 今月 이달",
    ),
    (Shifted(Unit::Month, 1), "下个月 下月 来月"),
    (Shifted(Quarter, -1), "上季度 上个季度"),
    (Shifted(Quarter, 0), "本季度 这个季度"),
    (Shifted(Quarter, 1), "下季度 下个季度"),
    (Shifted(Year, -1), "去年 昨年 작년 지난해 l'andernier l'anpasse"),
    (Shifted(Year, 0), "今年 올해 heuer"),
    (Shifted(Year, 1), "明年 来年 내년 l'anprochain"),
    (Shifted(Year, -2), "前年 一昨年 재작년"),
    (
        Recent(Week),
        "pastweek ultimasemana lastfewdays pastfewdays letztentage letztentagen vergangenentagen losultimosdias \
         lesderniersjours cesderniersjours последниедни последнихдней 最近几天 过去几天 ここ数日 요며칠 지난며칠",
    ),
    (
        Coming(Week),
        "nextfewdays comingfewdays nextdays comingdays nachstentage nachstentagen kommendentage kommendentagen \
         losproximosdias lesprochainsjours ближайшиедни ближайшихдней следующиедни الايامالقادمه الايامالمقبله 接下来几天 \
         未来几天 今后几天 今后数日 앞으로며칠 다음며칠",
    ),
    (Recent(Unit::Month), "pastmonth ultimomes"),
    (Recent(Year), "pastyear ultimoano"),
    (
        Turn(-1),
        "last past previous letzte letzter letztes letzten letztem vergangene vergangenen vorige voriger \
         voriges vorigen pasado pasada pasados pasadas ultimo ultima ultimos ultimas dernier derniere \
         derniers dernieres passe passee passado passada passados passadas scorso scorsa scorsi scorse \
         ultimi ultime прошлый прошлая прошлое прошлую прошлой прошлом прошлого прошлые прошлых последний \
         последние последних последнюю последнее الماضي الماضيه اخر 过去 最近 直近 この前の 지난 저번 최근",
    ),
    (
        Turn(0),
        "this current diese dieser dieses diesen diesem este esta estos ce cet cette neste nesta questo \
         questa questi эта этот это эту этой этом этого هذا هذه 本 这 这个 この 이번",
    ),
    (
        Turn(1),
        "next coming upcoming nachste nachster nachstes nachsten nachstem kommende kommender kommendes \
         kommenden proximo proxima proximos proximas queviene quevem prochain prochaine prochains \
         prochaines prossimo prossima prossimi prossime следующий следующая следующее следующую следующей \
         следующем следующие следующих ближайшие القادم القادمه المقبل المقبله 未来 接下来 次の 今度の 다음 \
         오는 앞으로",
    ),
    (Count(1), "a an one un una une ein eine einem einer einen um uma один одну одна 一 한"),
    (Count(2), "two coupleof acoupleof zwei dos deux dois duas два две 二 两 두"),
    (Count(3), "three drei tres trois tre три 三 세 ثلاثه ثلاث الثلاثه"),
    (Count(4), "four vier cuatro quatre quatro quattro четыре 四 네 اربعه اربع الاربعه"),
    (Count(5), "five funf cinco cinq cinque пять 五 다섯 خمسه خمس الخمسه"),
    (Count(6), "six sechs seis шесть 六 여섯 سته ست السته"),
    (Count(7), "seven sieben siete sete sette семь 七 일곱 سبعه سبع السبعه"),
    (Count(8), "eight acht ocho huit oito otto восемь 八 여덟 ثمانيه ثماني"),
    (Count(9), "nine neun nueve neuf nove девять 九 아홉 تسعه تسع"),
    (Count(10), "ten zehn diez dix dieci десять 十 열 عشره عشر"),
    (Count(12), "twelve zwolf doce douze doze dodici двенадцать"),
    (Span(Day, 2), "يومين 이틀"),
    (Span(Week, 2), "fortnight اسبوعين"),
    (Span(Unit::Month, 2), "شهرين"),
    (Span(Unit::Month, 6), "halfayear полгода 半年"),
    (Span(Year, 1), "unan"),
    (Span(Year, 2), "عامين سنتين"),
    (Ago, "ago назад fa atras 前 전"),
    (Before, "vor hace ilya ha منذ قبل"),
    (After, "fromnow 后 후 뒤"),
    (Ahead, "через dentrode daquia fra tra بعد"),
    (In, "in en em im dans nel nella في 在"),
    (Prep, "on at of for during over within am vom de di du d' na nas nos в во на за втечение خلال"),
    (
        Bound,
        "since until till by before after from to seit bis ab desde hasta antesde depuis jusqu'a avant ate \
         da с до после حتي",
    ),
    (
        Link,
        "the der den dem des das el los las la les le l' il lo gli 的 の に は 第 에 의 은 는 이 가 도 을 \
         를 에는 엔 까지 부터 동안 간",
    ),
    (German, "ist ich und wie wo wer sind gibt hat habe steht man kann es"),
    (
        Nothing,
        "lamanana ammorgen gutenmorgen jedenmorgen mesderniers mesdernieres mesprochains mesprochaines 日本 \
         日程 周日程 以前天 thismay",
    ),
];
