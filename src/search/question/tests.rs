use super::folded::FoldedText;
use super::{Listed, Question, TaskTime, answer_phrases, phrases};
use crate::note::TaskState;
use crate::search::dates::iso;

/// A Wednesday.
const TODAY: i32 = 20_754;

/// What is read of `text`, in short.
fn read(text: &str) -> String {
    let question = Question::read(text, Some(TODAY));
    let days = |days: Option<crate::search::dates::Period>| {
        days.map(|days| format!("{}..{}", iso(days.first), iso(days.last)))
    };
    let mut read = vec![question.about];
    read.extend(question.is_summary.then(|| "summary".to_owned()));
    read.extend(question.introduces.then(|| "introduces".to_owned()));
    read.extend(question.expects.map(|expects| format!("{expects:?}")));
    if let Some(tasks) = question.tasks {
        let time = match tasks.time {
            TaskTime::Any => String::new(),
            TaskTime::Days(period) => format!(" {}", days(Some(period)).unwrap_or_default()),
            TaskTime::Overdue => " overdue".to_owned(),
            TaskTime::Undated => " undated".to_owned(),
        };
        let what = if tasks.state == TaskState::Cancelled { "cancelled" } else { "tasks" };
        read.push(format!("{what}[{}]{time}", tasks.about));
    }
    read.extend(days(question.days).filter(|_| question.is_of_days).map(|days| format!("days {days}")));
    read.extend(Some(question.listed).filter(|listed| !listed.is_empty()).map(|listed| {
        let what = match question.lists {
            Listed::Linking => "linked",
            Listed::Without => "unlisted",
            Listed::With => "list",
        };
        format!("{what}[{listed}]")
    }));
    read.join(" | ")
}

#[test]
fn phrases_are_written_as_questions_are_folded() {
    for table in phrases::ALL.into_iter().chain(answer_phrases::ALL) {
        for phrase in table.split('|') {
            let plain = phrase.trim_start_matches('^').trim_end_matches('$').trim_end_matches('*');
            assert!(FoldedText::new(plain).has(plain), "{phrase:?} in {:?}", FoldedText::new(plain));
        }
    }
}

#[test]
fn a_question_is_read() {
    let as_read = |row: &str| {
        let (question, _) = row.split_once(" = ").unwrap();
        format!("{question} = {}", read(question))
    };
    let rows: Vec<String> = QUESTIONS.lines().map(as_read).collect();
    assert_eq!(rows, QUESTIONS.lines().collect::<Vec<_>>());
}

const QUESTIONS: &str = "\
Who is Priya? = Priya? | introduces\n\
Tell me about Priya = Priya | introduces\n\
Was weißt du über Marcus? = Marcus? | introduces\n\
How many hives do we have? = hives do we have? | Number | list[hives   ?]\n\
When is the open day? = is the open day? | Date\n\
What time does the train leave? = does the train leave? | Time\n\
why did we not build it = did we not build it | Reason | unlisted[why   build it]\n\
How much does the boat cost? = does the boat cost? | Money\n\
What is the price of a lesson? = the price of a lesson? | Money\n\
What is Anna's phone number? = Anna's ? | Phone\n\
How do I charge the phone? = How do I charge the phone?\n\
Wie lautet die E-Mail-Adresse von Jürgen? = Wie lautet die  von Jürgen? | Mail\n\
¿Cuándo es el cumpleaños de Pilar? = ¿  es el cumpleaños de Pilar? | Birthday\n\
安娜的电话号码 = 安娜的 | Phone\n\
anything about France = France\n\
Summarise the open day = the open day | summary | introduces\n\
tl;dr = tl;dr | summary | introduces\n\
Where is the summary? = Where is the summary?\n\
Who opens the door? = opens the door? | introduces\n\
Is the open day on a Saturday? = Is the open day on a Saturday?\n\
What to do if the bell cracks? = What to do if the bell cracks?\n\
What do I have to do with the bell? = What do I have to do with the bell?\n\
What is overdue? = overdue? | tasks[] overdue\n\
what do I need to buy? = what do I need to buy? | tasks[buy?]\n\
Is there anything I forgot to do? = Is there anything I forgot to ? | tasks[]\n\
Was ist bis Ende des Monats fällig? = bis Ende des Monats fällig? | tasks[] -5877641-06-23..2026-10-31\n\
¿Qué cosas vencen este mes? = ¿Qué cosas vencen este mes? | tasks[] 2026-10-01..2026-10-31 | list[¿   vencen ?]\n\
O que tenho para fazer hoje? = O que tenho para fazer hoje? | tasks[] 2026-10-28..2026-10-28 | list[?]\n\
来週までにやることは？ = 来週までにやるこ ？ | tasks[] -5877641-06-23..2026-11-08\n\
tasks without a deadline = tasks without a deadline | tasks[] undated | unlisted[tasks   deadline]\n\
notes in the folder Journal = notes in the folder Journal | list[Journal]\n\
What is due tomorrow? = due tomorrow? | tasks[] 2026-10-29..2026-10-29\n\
What did I cancel in the garden? = What did I cancel in the garden? | cancelled[in  garden?]\n\
cancelled tasks = cancelled tasks | cancelled[]\n\
Was the concert cancelled? = Was the concert cancelled?\n\
我取消了什么任务？ = 我取消了什么任务？ | cancelled[]\n\
Which notes link to Glass Harbour? = Which notes link to Glass Harbour? | linked[Glass Harbour?]\n\
Where is the link to the shop? = Where is the link to the shop?\n\
Which books have I not read? = Which books have I not read? | unlisted[books   read?]\n\
What did I promise Priya to send? = What did I promise Priya to send? | tasks[Priya to send?]\n\
¿Para cuándo hay que llamar a Pilar? = ¿  hay que llamar a Pilar? | Date | tasks[¿  llamar  Pilar?] | list[¿  cuándo   llamar  Pilar?]\n\
Qual è il numero di telefono di Anna? = Qual è il  di Anna? | Phone\n\
Quando è il compleanno di Anna? = è il compleanno di Anna? | Birthday\n\
เบอร์โทรศัพท์ของแอนนา = ของแอนนา | Phone\n\
วันเกิดของแอนนา = วันเกิดของแอนนา | Birthday\n\
서연さんは誰ですか？ = 서연 ？ | introduces\n\
When is the report due? = is the report due? | Date\n\
What is still open in Fog bell? = still open in Fog bell? | tasks[in Fog bell?]\n\
to-dos for the lens = to-dos for the lens | tasks[for  lens]\n\
tasks without a date = tasks without a date | tasks[] undated | unlisted[tasks   date]\n\
What did I do yesterday? = What did I do yesterday? | days 2026-10-27..2026-10-27\n\
What did we do yesterday evening? = What did we do yesterday evening? | days 2026-10-27..2026-10-27\n\
What do I have to do tomorrow morning? = What do I have to do tomorrow morning? | tasks[] 2026-10-29..2026-10-29 | days 2026-10-29..2026-10-29\n\
daily notes from last week = daily notes from last week | days 2026-10-19..2026-10-25\n\
Which tasks are due in the next few days? = Which tasks are due in the next few days? | tasks[] 2026-10-28..2026-11-03 | list[tasks  due ?]\n\
When does the open day take place? = does the open day ? | Date\n\
Wann findet das Fest statt? = das Fest ? | Date\n\
¿Dónde se celebra la fiesta? = ¿Dónde se celebra la fiesta?\n\
Whose recipe is the honey bread? = recipe is the honey bread? | Giver\n\
Who gave the talk? = gave the talk? | Giver\n\
Wer hat uns den Salat geschickt? = hat uns den Salat geschickt? | Giver\n\
От кого рецепт? = От кого рецепт? | Giver\n\
What's the roofer's number? = the roofer' ? | Phone\n\
How many hens do we own? = hens ? | Number | list[hens   own?]\n\
How old is Biscuit? = is Biscuit? | Age\n\
京都の宿はどこですか = 京都の宿は\n\
What do my Rust notes say about lifetimes? = Rust  lifetimes? | introduces | list[Rust  say about lifetimes?]\n\
오지훈은 뭐 하는 사람이야? = 오지훈은 ? | introduces\n\
¿Hay algo que hacer hoy? = ¿Hay algo que hacer hoy? | tasks[] 2026-10-28..2026-10-28 | list[¿  algo   ?]\n\
テンプレートはどうやって使うの？ = テンプレートは 使うの？\n\
What happened in May? = What happened in May? | days 2026-05-01..2026-05-31\n\
last Sunday = last Sunday | days 2026-10-25..2026-10-25\n\
List my recipes = List my recipes | list[recipes]\n\
Which books did I read this year? = Which books did I read this year? | list[books  read ?]\n\
¿Quién es Pilar? = ¿  Pilar? | introduces\n\
¿Cuánto pesa la campana? = ¿  pesa la campana? | Number\n\
¿Qué hice ayer? = ¿Qué hice ayer? | days 2026-10-27..2026-10-27 | list[¿  hice ?]\n\
Resume la nota = nota | summary | introduces\n\
Was ist überfällig? = überfällig? | tasks[] overdue\n\
Was ist vor dem Fest noch zu tun? = vor dem Fest noch zu tun? | tasks[dem Fest ?]\n\
Die offene Tür = Die offene Tür\n\
Kannst du das zusammenfassen? = Kannst du das zusammenfassen? | summary | introduces\n\
Zeig mir alle Rezepte = Zeig mir alle Rezepte | list[Rezepte]\n\
À quelle heure est le cours ? = est le cours ? | Time\n\
Résume la note = note | summary | introduces\n\
O que está atrasado? = O que está atrasado? | tasks[] overdue | list[atrasado?]\n\
Кто такая тётя Вера? = тётя Вера? | introduces\n\
Что я делал вчера? = Что я делал вчера? | days 2026-10-27..2026-10-27\n\
ما المهام المتأخرة؟ = ما المهام المتأخرة؟ | tasks[] overdue\n\
من هي هدى؟ = هدى؟ | introduces\n\
明天有什么任务到期？ = 明天有什么任务到期？ | tasks[] 2026-10-29..2026-10-29\n\
陈老师是谁？ = 陈老师 ？ | introduces\n\
昨日は何をした？ = 昨日は何をした？ | days 2026-10-27..2026-10-27\n\
오늘 할 일은? = 오늘 할 일은? | tasks[] 2026-10-28..2026-10-28\n\
어제 뭐 했지? = 어제 뭐 했지? | days 2026-10-27..2026-10-27";
