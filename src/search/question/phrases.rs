//! The phrases of questions in the ten languages of the interface, folded as [`FoldedText`](super::folded::FoldedText) folds,
//! with its signs.

/// Politeness before a request.
pub(super) const POLITE: &str = "\
    ^please|^can you|^could you|^would you|^give me|^write|^make|^hey|^hi|^hello|^so|^ok|^bitte|^kannst du|\
    ^konnen sie|^konntest du|^gib mir|^schreib*|^por favor|^puedes|^podrias|^me puedes|^dame|^escribe|^s il te plait|\
    ^s il vous plait|^peux tu|^pouvez vous|^donne moi|^fais moi|^voce pode|^pode|^me de|^faca|^faz|^de me|^пожалуйста|\
    ^можешь|^можете|^дай мне|^сделай|^من فضلك|^هل يمكنك|^لو سمحت|^请你|^请|^能不能|^可以|^帮我|^麻烦你";

/// A request for a summary.
pub(super) const SUMMARY: &str = "\
    ^summarize|^summarise|^sum up|^tldr|^tl dr|^a short summary of|^a brief summary of|^a summary of|^summary of|\
    ^an overview of|^overview of|^short summary of|^the gist of|^fasse|^fass|zusammenfassen$|^zusammenfassung|\
    ^eine zusammenfassung|^uberblick uber|^einen uberblick uber|^resume la|^resume el|^resume los|^resume las|\
    ^resume mi|^resume mis|^resumeme|^resumir|^resumen de|^un resumen de|^haz un resumen de|^resume|^resumez|\
    ^resumer|^un resume de|^un resume du|^un resume|^resuma|^resumo de|^um resumo de|^resumo da|^resumo do|\
    ^um resumo da|^um resumo do|^суммируй*|^кратко изложи*|^резюмируй*|^краткое содержание|^сделай краткое|^لخص|\
    ^تلخيص|^ملخص|^اعطني ملخص*|总结一下|概括一下|总结|概括|摘要|要约して|要约|まとめて|요약해 줘|요약해 주세요|요약|정리해 줘|정리해|^riassumi|^riassunto|\
    ^un riassunto";

/// Words that ask for advice, not for tasks.
pub(super) const ADVICE: &str = "\
    how to do|what to do|where to do|to do with|was tun|que hacer si|que faire si";

/// Words for open tasks.
pub(super) const TASKS: &str = "\
    algo que hacer|cosas que hacer|que hacer$|quelque chose a faire|algo para fazer|期限の仕事|缔め切りの仕事|did i promise|did we promise|have i promised|have we promised|i promised|we promised|habe ich versprochen|\
    haben wir versprochen|prometi|he prometido|hemos prometido|ai je promis|j ai promis|avons nous promis|prometemos|\
    обещал*|وعدت|答应了|答应过|约束した|약속한|약속했|para cuando hay que|cuando hay que|cuando tengo que|bis wann muss ich|\
    bis wann mussen wir|wann muss ich|when do i have to|when do i need to|by when must i|when must i|\
    pour quand dois je|quand dois je|quand faut il|quando tenho de|quando tenho que|ate quando tenho|没做完|还有什么没|还要准备|\
    要准备什么|还需要|还剩什么|ماذا بقي|ما بقي|what do i need to|what do we need to|what do i have to|what do we have to|\
    what have i got to|needs doing|need doing|waiting for me|jobs|tenho para fazer|temos para fazer|tengo para hacer|\
    still to do|left to do|to do list|to dos|to do|todos|todo|open tasks|open task|open items|open points|\
    open issues|open questions|unfinished|outstanding|unchecked|pending|remaining|upcoming|coming up|on my plate|\
    on my list|action points|errands|chores|reminders|next steps|next step|what should i do|what must i do|\
    what comes next|tasks|task|action items|still open|is open$|s open$|are open$|open$|open in|open for|\
    not done yet|not finished|must do|should do|i do next|we do next|has to be done|have to be done|needs to be done|\
    must be done|planned|scheduled|noch alles zu tun|noch zu tun|alles zu tun|zu tun|noch zu erledigen|zu erledigen|\
    offene aufgaben|offene aufgabe|erledigungen|nachste schritte|als nachstes|ausstehende*|was soll ich|was muss ich|\
    was mussen wir|offene punkte|offene fragen|offenen aufgaben|offenen punkte|aufgaben|noch offen|unerledigt*|\
    offen$|offen in|offen fur|offen bei|muss ich noch machen|muss ich machen|mussen wir machen|\
    mussen wir noch machen|noch machen|steht an|steht noch an|geplant|ansteh*|tareas abiertas|tareas pendientes|\
    tarea pendiente|tareas|por hacer|pendientes|pendiente|recados|proximos pasos|recordatorios|que debo|\
    que tengo que|que hay que|tengo que hacer|tenemos que hacer|hay que hacer|falta hacer|debo hacer|previsto|\
    prochaines etapes|rappels|en attente|que dois je|que devons nous|qu est ce que je dois|taches ouvertes|\
    taches restantes|taches|reste t il a faire|reste a faire|a faire|dois je faire|dois faire|devons nous faire|\
    devons faire|prevu|proximos passos|lembretes|afazeres|o que devo|o que preciso|o que tenho que|o que tenho de|\
    tarefas abertas|tarefas pendentes|tarefas|tarefa|por fazer|a fazer|pendentes|preciso fazer|precisamos fazer|\
    tenho que fazer|tenho de fazer|temos de fazer|falta fazer|devo fazer|что мне нужно|что нужно|что надо|\
    что осталось|дела|напоминания|предстоит|осталось сделать|надо сделать|нужно сделать|должен сделать|\
    должна сделать|запланирован*|невыполненн*|незавершенн*|задачи|задач|задача|список дел|ماذا يجب|ما يجب|\
    ما الذي يجب|علي ان|التذكيرات|المهام المتبقيه|المهام المفتوحه|المهام|مهام|مهمه|يجب ان افعل|علي فعله|بقي لافعله|\
    تبقي*|下一步|要做什么|该做什么|该做的|提醒|待办事项|待办|未完成的|未完成|还没做|还要做|要做的事|任务|しなければならない|しなきゃ|する必要|次にやる|予定|未完了のたすく|たすく|やること|未完了|\
    すべきこと|やるべきこと|残っている作业|해야 하나|해야 하는|해야 해|해야 돼|다음에 할|예정|할 일|할일|해야 할 것|해야 할|남은 일|남은 것|미완료|과제|da fare|attivita aperte";

/// Words for tasks that are done.
pub(super) const DONE: &str = "\
    done tasks|done to dos|finished tasks|already done|did i complete|did i finish|did we complete|did we finish|\
    completed|finished|ticked off|checked off|done already|are done|were done|bereits erledigt|schon erledigt|\
    erledigt|erledigte*|abgehakt|hechas|hecho ya|completadas|terminadas|faites|terminees|accomplies|feitas|\
    concluidas|выполненн*|сделанн*|завершенн*|المنجزه|المكتمله|已完成|已经完成|做完的|完了した|済みの|终わった|완료한|완료된|끝난";

/// Words for tasks that were cancelled, besides those that [`TASKS`] are cancelled.
pub(super) const CANCELLED: &str = "\
    did i cancel|did we cancel|have i cancelled|have we cancelled|did i call off|did we call off|did i drop|\
    did we drop|abgesagt$|gestrichen$|storniert$|cancele|he cancelado|hemos cancelado|ai je annule|avons nous annule|\
    j ai annule|cancelei|я отменил*|мы отменили|الغيت|الغينا|我取消了|我们取消了|きゃんせるした|取りやめた|취소했*|취소한";
pub(super) const CALLED_OFF: &str = "\
    cancelled|canceled|called off|abgesagt*|gestrichen*|storniert*|cancelad*|annule*|отмененн*|الملغاه|取消的|取消|きゃんせる|\
    중지|취소*";

/// Words for tasks without a date.
pub(super) const UNDATED: &str = "\
    without a deadline|without deadlines|without deadline|no deadline|ohne frist|sin plazo|sans echeance|sem prazo|\
    have no date|has no date|with no date|no due date|no date|without a due date|without a date|without date|\
    without dates|undated|ohne datum|ohne termin|kein datum|sin fecha|sans date|sem data|без даты|без срока|\
    بدون تاريخ|没有日期|没有期限|日付のない|日付がない|期限のない|날짜 없는|날짜가 없는|기한 없는";

/// Words for tasks by their dates.
pub(super) const DUE: &str = "\
    coming due|due|deadlines|deadline|fallig|falligen|fallige|vencen|vence|vencer|con fecha|arrivent a echeance|\
    echeance|echeances|a rendre|vencem|com prazo|prazo|срок истекает|со сроком|дедлайн*|сроки|срок|المستحقه|مستحقه|\
    تستحق|موعدها|موعد تسليم*|到期的|到期|截止|期限の|期限|缔め切り|缔切|마감되는|마감|기한";

/// Words for tasks whose dates are past.
pub(super) const OVERDUE: &str = "\
    过ぎた|过ぎてる|تاخر|المتاخر|is late$|are late$|overdue|past due|running late|late tasks|uberfallig|uberfalligen|\
    uberfallige|vencidas|vencida|vencido|atrasadas|atrasada|atrasado|retrasadas|con retraso|en retard|atrasados|\
    em atraso|vencidos|просрочен*|опаздыва*|المتاخره|متاخره|متاخر|逾期|过期|期限切れ|期限が过ぎた|遅れている|过ぎている|지난 할 일|밀린 할 일|밀린|\
    기한이 지난|연체";

/// Words before a day until which tasks are due, and after it.
pub(super) const UNTIL: &str = "\
    before|by|until|till|up to|no later than|bis|vor|antes de|antes del|hasta|avant|jusqu|d ici|antes|ate|до|к|قبل|\
    حتي|بحلول";
pub(super) const UNTIL_BEHIND: &str = "\
    ^之前|^以前|^前|^までに|^まで|^까지|^전";

/// Words of a question about somebody or something as such.
pub(super) const ABOUT: &str = "\
    さんとは谁ですか|さんは谁ですか|さんって谁|さんは谁|was weisst du uber|was weisst du von|que sabes de|que sabes sobre|que sais tu de|\
    que sais tu sur|o que voce sabe sobre|что ты знаешь о|ماذا تعرف عن|について知って*|notes say about|note say about|notes mention|say about|says about|\
    tell me everything about|tell me about|tell me more about|what do i know about|what do we know about|\
    what do you know about|who is|who s|who are|who was|what is|what s|what are|information about|info on|what about|\
    erzahl mir von|erzahl mir etwas uber|was weiss ich uber|was wissen wir uber|wer ist|wer sind|wer war|was ist|\
    hablame de|cuentame de|cuentame sobre|que se de|que se sobre|que sabemos de|que sabemos sobre|quien es|\
    quienes son|quien era|que es|parle moi de|que sais je de|que savons nous de|que savons nous sur|que sais je sur|\
    qui est|qui sont|qui etait|c est qui|c est quoi|qu est ce que|qu est ce qu|me fale de|me fale sobre|\
    me conte sobre|fale me de|o que sei sobre|quem e|quem sao|quem era|o que e|расскажи мне о|расскажи о|\
    расскажи про|что я знаю о|что мы знаем о|кто такая|кто такой|кто такие|кто это|что такое|кто|من هي|من هو|من هم|\
    من هن|ما هو|ما هي|ماذا اعرف عن|ماذا نعرف عن|اخبرني عن|حدثني عن|是谁|谁是|是什么|什么是|介绍一下|关于|告诉我|とは谁ですか|は谁ですか|って谁|谁ですか|\
    とは何ですか|は何ですか|とは$|について教えてください|について教えて|について|谁|누구인가요|누구예요|누구야|누구입니까|누구|무엇인가요|뭐야|뭐예요|에 대해 알려줘|에 대해 알려 줘|에 대해서|에 대해";

/// What follows a name in a sentence that says what it is.
pub(super) const IS: &str = "\
    ^is|^was|^are|^were|^a|^an|^the|^my|^our|^ist|^war|^sind|^es|^era|^son|^fue|^est|^etait|^sont|^foi|^sao|^это|\
    ^был*|^мой|^моя|^наш*|^هو|^هي|^كان*|^是|^就是|^は|^とは|^은|^는|^이|^가";

/// Words for somebody, in a question that may be about them as such.
pub(super) const WHO: &str = "\
    who|whose|wer|wessen|quien|quienes|de quien|qui|de qui|quem|de quem|кто|чей|чья|чье|чьи|من|谁|누구|누가";

/// What somebody does, after their name: "What does Zoé do?".
pub(super) const DOES: &str = "\
    do for a living|do for work|do$|s job|job of|was macht|was arbeitet|beruflich|von beruf|que hace|\
    a que se dedica*|en que trabaja*|se dedica*|que fait|dans la vie|quel est le metier de|o que faz|\
    com que trabalha|a que se dedicaba|que trabajo tenia|чем занимается|кем работает|что делает|ماذا يعمل|ماذا تعمل|ما عمل|做什么工作|是做什么的|做什么|何をしている人|何をする人|何をしている人ですか|\
    何をしていますか|の仕事は|뭐 하는 사람|뭐하는 사람|무엇을 하는 사람|무슨 일을 하나요|무슨 일을 해|직업";

/// Words that ask for a list of notes.
pub(super) const LIST: &str = "\
    التي لدي|التي عندي|notes in the folder|in the folder|im ordner|en la carpeta|dans le dossier|na pasta|в папке|\
    في مجلد|文件夹|ふぉるだ|폴더|make a list of|list of all|list of|list all|list|show me all|show all|show me|show|find all|\
    which|all of my|all my|all the|all|my|our|with the tag|tagged with|tagged|the tag|tag|tags|who are|how many|\
    liste alle|liste|auflisten|zeige mir alle|zeig mir alle|zeige alle|zeig alle|zeige mir|zeig mir|welche|welches|\
    alle meine|alle|meine|unsere|mit dem schlagwort|wie viele|lista de|lista todas|lista todos|lista|listar|\
    muestrame|muestra|ensename|cuales son|cuales|todas mis|todos mis|todas las|todos los|todas|todos|mis|nuestras|\
    nuestros|con la etiqueta|etiqueta|cuantos|cuantas|que|lister|montre moi|montre|quelles sont|quels sont|quelles|\
    quels|toutes mes|tous mes|toutes les|tous les|mes|nos|avec l etiquette|etiquette|combien de|mostre me|mostre|\
    quais sao|quais|minhas|meus|nossas|nossos|quantos|quantas|список|перечисли|покажи все|покажи|какие|все мои|все|\
    мои|наши|с тегом|тег|сколько|اذكر|اعرض|قايمه|جميع|كل|الوسم|بالوسم|وسم|كم عدد|كم|列出所有|列出|显示|所有的|所有|我的|我们的|有哪些|哪些|\
    标签为|标签|多少|几个|一覧|りすと|すべての|全ての|全部|私の|どの|どんな|たぐ|いくつ|何个|목록|모든|전부|내|우리|제|어떤|태그|몇 개";

/// Words for notes that link to another, in such a question; and words that deny the others of it.
pub(super) const LINKING: &str = "\
    link to|linking to|links to|linked to|link back to|verlinken auf|verlinkt auf|verweisen auf|verweist auf|\
    enlazan a|enlazan con|enlaza a|enlaza con|apuntan a|renvoient vers|renvoient a|pointent vers|apontam para|\
    ligam a|ссылаются на|ссылается на|ссылками на|تشير الي|ترتبط ب|链接到|链接了|にりんくしている|へりんくしている|にりんくする|링크하는";
pub(super) const NOT: &str = "\
    not|haven t|hasn t|didn t|isn t|aren t|never|without|nicht|nie|ohne|no he|no hemos|sin|pas|jamais|sans|nao|sem|\
    не|без|لم|بدون|没有|没|ていない|のない|않은|없는";

/// Words that such a question has besides.
pub(super) const LIST_FILLER: &str = "\
    までに|まで|残りの|일 있어|일 있나|got|forgot|forgotten|vergessen|olvide|olvidado|oublie|esqueci|забыл*|نسيت|忘了|忘记|忘れ*|잊은|\
    thing|things|cosas|choses|coisas|sachen|вещи|anything|something|urgent|most|important|dringend*|wichtig*|urgente|\
    urgentes|importante|importantes|срочн*|важн*|mention|mentions|mentioning|start|starts|starting|begin|begins|next|\
    finish|finir|terminer|terminar|acabar|waiting|for me|para|일은|before|after|vor|nach|antes|despues|avant|apres|em|\
    no|na|nos|nas|до|после|قبل|بعد|do|done|doing|need|get|still|already|yet|left|what is|what s|what are|what|is|\
    have i|have we|did i|did we|are there|there|with|have|has|notes|note|entries|in total|in my vault|i|we|me|the|of|\
    are|machen|tun|erledigen|muss|mussen|soll|sollen|noch|schon|habe ich|haben wir|gibt es|notizen|notiz|ich|wir|mit|\
    haben|was ist|was|ist|sind|hacer|debo|que|hay|queda|falta|todavia|aun|ya|tengo|tenemos|notas|nota|las|los|con|\
    tienen|la|esta|estan|es|son|faire|dois|devons|reste|t|il|encore|deja|ai je|avons nous|j ai|les|avec|ont|l|\
    qu est ce qu|qu est ce qui|qu|est|sont|je|nous|fazer|devo|preciso|de|ainda|ja|eu tenho|tenho|temos|ha|as|os|tem|\
    com|a|estao|e|sao|o|сделать|делать|нужно|надо|осталось|еще|уже|у меня есть|у нас есть|у меня|у нас|есть|заметки|\
    заметке|я|мы|с|мне|нам|что|فعله|افعل|نفعل|عمله|اعمل|يجب|ان|علي|ما هي|عندي|لدي|لدينا|الملاحظات|ملاحظات|لي|\
    التي تحمل|التي|تحمل|ما|هل|هي|做|要|该|得|还|已经|有什么|什么|我有|我们有|笔记里|笔记|有|我|的|是|やること|すること|こと|する|やる|です|か|まだ|もう|见せて|表示して|\
    にしてください|にして|ください|ある|のーと|めも|が付いた|付き|何|は|の|を|が|に|で|해야|하는|하나|해|할|것|게|아직|이미|뭐야|뭐가|무엇|뭐|노트에|보여줘|보여 줘|알려줘|알려 줘|있나요|있어|\
    있습니까|노트|들";

/// Words for what was done or written on a day.
pub(super) const ACTIVITY: &str = "\
    what was going on|going on|happened|happen|happens|did i do|did we do|have i done|have we done|i did|we did|\
    was i doing|do|did|done|doing|write down|write|wrote|written|note down|journal|diary|daily notes|daily note|notes from|\
    notes of|notes|note|entry|my day|day|up to|finish|finished|complete|completed|accomplish|accomplished|\
    abgeschlossen|erledigt|geschafft|terminamos|acabe|termine|fini|acabei|terminei|conclui|закончил*|завершил*|\
    выполнил*|انهيت|انجزت|完成了什么|完成了|终えた|완료했|끝냈|plans|planned|scheduled|work on|worked on|passiert|gemacht|getan|\
    geschrieben|geschah|war los|los|tagebuch|notiert|machte|hice|hicimos|hizo|paso|ocurrio|sucedio|escribi|anote|\
    notas diarias|nota diaria|notes quotidiennes|note quotidienne|notas diarias|tagesnotizen|tagesnotiz|\
    ежедневные заметки|الملاحظات اليوميه|でいりいのおと|데일리 노트|diario|hecho|fait|passe|ecrit|ai je|avons nous|s est il|fiz|fizemos|aconteceu|escrevi|anotei|делал*|сделал*|\
    происходило|произошло|было|писал*|записал*|случилось|дневник|فعلت|فعلنا|حدث|كتبت|جري|做了什么|做了|发生了什么|发生|写了什么|写了|\
    干了什么|干了|日记|何をしましたか|何をした|しましたか|何がありましたか|何があった|ありましたか|书いた|した|出来事|뭐 했|뭐했|무엇을 했|뭘 했|무슨 일이 있었|했|있었|썼|일기";

/// Parts of a day, which a note of the day need not name.
pub(super) const DAY_PARTS: &str = "\
    in the morning|in the afternoon|in the evening|at night|morning|afternoon|evening|night|morgens|vormittags|\
    nachmittags|abends|fruh|vormittag|mittag|nachmittag|abend|nacht|por la manana|por la tarde|por la noche|tarde|noche|\
    dans la matinee|matin|apres midi|soir|nuit|de manha|da manha|a tarde|da tarde|a noite|da noite|утром|днем|вечером|\
    ночью|صباحا|ظهرا|مساء|ليلا|早上|上午|中午|下午|晚上|夜里|朝|午前|午后|夕方|夜|아침|오전|오후|저녁|밤";

/// What happens to an event, in a question about when or where it is.
pub(super) const TAKES_PLACE: &str = "\
    take place|takes place|took place|taking place|be held|is held|being held|was held|findet|fand|stattfinden|\
    stattgefunden|statt|tiene lugar|tuvo lugar|tendra lugar|se celebra|se celebro|a lieu|ont lieu|aura lieu|a eu lieu|\
    tem lugar|teve lugar|acontece|se realiza|состоится|состоялся|состоялась|состоялось|пройдет|проходит|прошел|прошла|\
    يقام|تقام|سيقام|ستقام|举行|举办|开かれ*|行われ*|开催*|열리*|열려*|열렸*";

/// Words that only introduce what is asked about.
pub(super) const FILLER: &str = "\
    zusammen$|anything about|something about|anything on|what do my notes say about|my notes say about|\
    what does my note say about|in my notes|in my vault|in the vault|say|says|written|please|do you know|\
    can you tell me|could you tell me|tell me|can you find|i want to know|i need to know|where did i write about|\
    where do i write about|what did i write about|did i write about|notes about|notes on|note about|note on|\
    where did i put|where did we put|where did i leave|where did we leave|do we own|do i own|what do my|remind me|steht in der notiz|steht|sagt|bitte|in meinen notizen|gibt es etwas uber|gibt es etwas zu|etwas uber|\
    weisst du|kannst du mir sagen|dice la nota|dice|por favor|hay algo sobre|algo sobre|en mis notas|\
    que dicen mis notas sobre|sabes|puedes decirme|dime|que dit la note|dit la note|s il te plait|s il vous plait|\
    y a t il quelque chose sur|quelque chose sur|dans mes notes|que disent mes notes sur|sais tu|peux tu me dire|\
    dis moi|diz a nota|diz|nas minhas notas|o que dizem minhas notas sobre|voce sabe|diga me|me diga|\
    написано в заметке|сказано в заметке|написано|сказано|пожалуйста|есть что нибудь о|есть ли что нибудь о|\
    что нибудь о|что нибудь про|в моих заметках|скажи мне|скажи|ماذا تقول الملاحظه|ماذا تقول|من فضلك|هل هناك شيء عن|\
    هل يوجد شيء عن|شيء عن|في ملاحظاتي|قل لي|这篇笔记里|这篇笔记|笔记里|有没有关于|告诉我|请问|的内容|哪里|哪儿|什么地方|どこでやっている|どこですか|どこでしょうか|どこで|どこに|どこ|どうやって|どのように|どうすれば|どうしたら|어디에서|어디서|\
    어디에|어디|に关するめも|についてのめも|のーとに|教えてください|教えて|何か|에 대한 메모|에 대한 노트|내 노트에|알려줘|알려주세요";

/// All tables.
#[cfg(test)]
pub(super) const ALL: [&str; 24] = [
    POLITE,
    SUMMARY,
    ADVICE,
    TASKS,
    DUE,
    OVERDUE,
    DONE,
    CANCELLED,
    CALLED_OFF,
    UNDATED,
    UNTIL,
    UNTIL_BEHIND,
    ABOUT,
    WHO,
    IS,
    DOES,
    LIST,
    LINKING,
    NOT,
    LIST_FILLER,
    ACTIVITY,
    DAY_PARTS,
    TAKES_PLACE,
    FILLER,
];
