//! The phrases of questions in the ten languages of the interface, folded as [`FoldedText`](super::folded::FoldedText) folds,
//! with its signs.

/// Politeness before a request.
pub(super) const POLITE: &str = "\
    ^please|^can you|^could you|^would you|^give me|^write|^make|^hey|^hi|^hello|^so|^ok|^bitte|^kannst du|\
    ^konnen sie|^konntest du|^gib mir|^schreib*|^por favor|^puedes|^podrias|^me puedes|^dame|^escribe|\
    ^s il te plait|^s il vous plait|^peux tu|^pouvez vous|^donne moi|^fais moi|^voce pode|^pode|^me de|^faca|^de me|\
    ^пожалуйста|^можешь|^можете|^дай мне|^сделай|^من فضلك|^هل يمكنك|^لو سمحت|^请你|^请|^能不能|^可以|^帮我|^麻烦你";

/// A request for a summary.
pub(super) const SUMMARY: &str = "\
    ^summarize|^summarise|^sum up|^tldr|^tl dr|^a short summary of|^a brief summary of|^a summary of|^summary of|\
    ^an overview of|^overview of|^short summary of|^the gist of|^fasse|^fass|zusammenfassen$|^zusammenfassung|\
    ^eine zusammenfassung|^uberblick uber|^einen uberblick uber|^resume la|^resume el|^resume los|^resume las|\
    ^resume mi|^resume mis|^resumeme|^resumir|^resumen de|^un resumen de|^haz un resumen de|^resume|^resumez|\
    ^resumer|^resume de|^un resume de|^resume du|^un resume du|^un resume|^resuma|^resume o|^resume a|^resumo de|\
    ^um resumo de|^resumo da|^resumo do|^um resumo da|^um resumo do|^суммируй*|^кратко изложи*|^резюмируй*|\
    ^краткое содержание|^сделай краткое|^لخص|^تلخيص|^ملخص|^اعطني ملخص*|总结一下|概括一下|总结|概括|摘要|要约して|要约|まとめて|요약해 줘|요약해 주세요|요약|정리해 줘|정리해|^riassumi|^riassunto|\
    ^un riassunto";

/// Words that ask for advice, not for tasks.
pub(super) const ADVICE: &str = "\
    how to do|what to do|where to do|to do with|was tun|que hacer si|que faire si";

/// Words for open tasks.
pub(super) const TASKS: &str = "\
    没做完|还有什么没|还要准备|要准备什么|还需要|还剩什么|ماذا بقي|ما بقي|\
    what do i need to|what do we need to|what do i have to|what do we have to|what have i got to|needs doing|need doing|waiting for me|jobs|tenho para fazer|temos para fazer|tengo para hacer|\
    still to do|left to do|to do list|to dos|to do|todos|todo|open tasks|open task|open items|open points|\
    open issues|open questions|unfinished|outstanding|unchecked|pending|remaining|upcoming|coming up|on my plate|\
    on my list|action points|errands|chores|reminders|next steps|next step|what should i do|what must i do|\
    what comes next|tasks|task|action items|still open|is open$|s open$|are open$|open$|open in|open for|\
    not done yet|not finished|still have to do|have to do|has to do|need to do|needs to do|must do|should do|\
    i do next|we do next|has to be done|have to be done|needs to be done|must be done|have left to do|\
    promised to do|planned|scheduled|noch alles zu tun|noch zu tun|alles zu tun|zu tun|noch zu erledigen|\
    zu erledigen|offene aufgaben|offene aufgabe|erledigungen|nachste schritte|als nachstes|ausstehende*|\
    was soll ich|was muss ich|was mussen wir|offene punkte|offene fragen|offenen aufgaben|offenen punkte|aufgaben|\
    noch offen|unerledigt*|offen$|offen in|offen fur|offen bei|muss ich noch machen|muss ich machen|\
    mussen wir machen|mussen wir noch machen|noch machen|steht an|steht noch an|geplant|ansteh*|tareas abiertas|\
    tareas pendientes|tarea pendiente|tareas|por hacer|pendientes|pendiente|recados|proximos pasos|recordatorios|\
    que debo|que tengo que|que hay que|tengo que hacer|tenemos que hacer|hay que hacer|queda por hacer|\
    falta por hacer|falta hacer|debo hacer|previsto|prochaines etapes|rappels|en attente|que dois je|\
    que devons nous|qu est ce que je dois|taches ouvertes|taches restantes|taches|reste t il a faire|reste a faire|\
    a faire|choses a faire|dois je faire|dois faire|devons nous faire|devons faire|prevu|proximos passos|lembretes|\
    afazeres|o que devo|o que preciso|o que tenho que|o que tenho de|tarefas abertas|tarefas pendentes|tarefas|\
    tarefa|por fazer|a fazer|pendentes|preciso fazer|precisamos fazer|tenho que fazer|tenho de fazer|temos de fazer|\
    falta fazer|devo fazer|что мне нужно|что нужно|что надо|что осталось|дела|напоминания|предстоит|\
    осталось сделать|надо сделать|нужно сделать|должен сделать|должна сделать|запланирован*|невыполненн*|\
    незавершенн*|задачи|задач|задача|дела на|список дел|ماذا يجب|ما يجب|ما الذي يجب|علي ان|التذكيرات|\
    المهام المتبقيه|المهام المفتوحه|المهام|مهام|مهمه|يجب ان افعل|علي فعله|بقي لافعله|تبقي*|下一步|要做什么|该做什么|该做的|提醒|\
    待办事项|待办|未完成的|未完成|还没做|还要做|要做的事|需要做什么|任务|しなければならない|しなきゃ|する必要|次にやる|予定|未完了のたすく|たすく|やること|未完了|すべきこと|やるべきこと|残っている作业|\
    해야 하나|해야 하는|해야 해|해야 돼|다음에 할|예정|할 일|할일|해야 할 일|해야 할 것|해야 할|남은 일|남은 것|미완료|과제|da fare|attivita aperte";

/// Words for tasks that are done.
pub(super) const DONE: &str = "\
    done tasks|done to dos|finished tasks|already done|did i complete|did i finish|did we complete|did we finish|completed|\
    finished|ticked off|checked off|done already|are done|were done|bereits erledigt|\
    schon erledigt|erledigt|erledigte*|abgehakt|hechas|hecho ya|completadas|terminadas|faites|terminees|accomplies|\
    feitas|concluidas|выполненн*|сделанн*|завершенн*|المنجزه|المكتمله|已完成|已经完成|做完的|完了した|済みの|终わった|완료한|완료된|끝난";

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
    过ぎた|过ぎてる|تاخر|المتاخر|\
    is late$|are late$|\
    overdue|past due|running late|late tasks|uberfallig|uberfalligen|uberfallige|vencidas|vencida|vencido|atrasadas|\
    atrasada|atrasado|retrasadas|con retraso|en retard|atrasados|em atraso|vencidos|просрочен*|опаздыва*|المتاخره|\
    متاخره|متاخر|逾期|过期|期限切れ|期限が过ぎた|遅れている|过ぎている|지난 할 일|밀린 할 일|밀린|기한이 지난|연체";

/// Words before a day until which tasks are due, and after it.
pub(super) const UNTIL: &str = "\
    before|by|until|till|up to|no later than|bis|bis zum|bis spatestens|vor|antes de|antes del|hasta|avant|jusqu|\
    d ici|antes|ate|до|к|قبل|حتي|بحلول";
pub(super) const UNTIL_BEHIND: &str = "\
    ^之前|^以前|^前|^までに|^まで|^까지|^전";

/// Words that ask for a time of day.
pub(super) const TIME: &str = "\
    what time|at what time|um wie viel uhr|um wieviel uhr|wie spat|a que hora|a quelle heure|a que horas|que horas|\
    во сколько|в котором часу|في اي ساعه|几点|何时|몇 시";

/// Words that ask for a date.
pub(super) const DATE: &str = "\
    since when|until when|by when|when|what date|which date|which day|what day|what time|at what time|which year|\
    what year|which month|seit wann|bis wann|wann|an welchem tag|welches datum|um wie viel uhr|um wieviel uhr|\
    wie spat|in welchem jahr|desde cuando|hasta cuando|para cuando|cuando|que dia|en que fecha|a que hora|que fecha|en que ano|\
    depuis quand|jusqu a quand|quand|a quelle heure|quelle date|quel jour|en quelle annee|desde quando|ate quando|\
    quando|que dia|em que dia|a que horas|que horas|qual a data|em que ano|когда|во сколько|какого числа|\
    в какой день|в каком году|с какого|متي|في اي يوم|في اي ساعه|في اي تاريخ|في اي سنه|什么时候|什么时间|何时|几点|几号|哪一天|哪天|哪一年|\
    いつから|いつまで|いつ|何时|何日|何曜日|何年|언제|몇 시에|몇 시부터|몇 시까지|몇 시야|몇 시인가요|몇 시$|며칠|무슨 요일|몇 년";

/// Words that ask for a number.
pub(super) const NUMBER: &str = "\
    how many|how much|cuanto tiempo|combien de temps|quanto tempo|сколько времени|wie viele|wie viel|wieviele|wieviel|cuantos|cuantas|cuanto|cuanta|a cuanto|combien de|combien|\
    quantos|quantas|quanto|quanta|сколько|كم عدد|كم|多少|几个|几只|几本|几次|多重|多大|多长|多高|いくつ|いくら|何个|何人|何匹|何册|何回|何ぐらむ|どのくらい|\
    どれくらい|얼마나|얼마|몇 개|몇 명|몇 마리|몇 권|몇 번|몇";

/// Words that ask for a telephone number, an e-mail address, a birthday or an amount of money, and those that such an
/// answer has.
pub(super) const PHONE: &str = "\
    mobile phone number|mobile number|cell phone number|cell number|telephone number|phone number|s phone$|\
    s telephone$|s mobile$|telefonnummer|handynummer|mobilnummer|rufnummer|numero de telefono|el telefono de|\
    que telefono tiene|numero de movil|numero de celular|numero de telephone|numero de portable|le telephone de|\
    numero de telefone|o telefone da|o telefone do|o telefone de|numero de telemovel|номер телефона|телефонный номер|\
    какой телефон у|رقم هاتف*|رقم الهاتف|رقم تليفون*|رقم جوال*|رقم موبايل*|电话号码|手机号码|手机号|的电话|电话是|电话番号|\
    携带番号|전화번호|휴대폰 번호|연락처";
pub(super) const MAIL: &str = "\
    e mail address|email address|mail address|s e mail$|s email$|s mail$|e mail adresse|emailadresse|mailadresse|\
    correo electronico|direccion de correo|el correo de|direccion de email|adresse e mail|adresse email|\
    adresse mail|adresse electronique|courriel|endereco de e mail|endereco de email|o e mail da|o e mail do|\
    o email da|o email do|адрес электронной почты|электронная почта|электронный адрес|адрес почты|имейл*|\
    البريد الالكتروني|بريدها الالكتروني|بريده الالكتروني|عنوان بريد*|电子邮件地址|电子邮件|电子邮箱|邮箱地址|邮箱|めーるあどれす|めるあど|이메일 주소|메일 주소|이메일";
pub(super) const BIRTHDAY: &str = "\
    birthday|date of birth|was born|were born|born|geburtstag*|geburtsdatum|geboren|cumpleanos|fecha de nacimiento|\
    nacio|nacida|nacido|anniversaire|date de naissance|est ne|est nee|nee le|ne le|aniversario|data de nascimento|\
    nasceu|faz anos|день рождения|дня рождения|днем рождения|дата рождения|родился|родилась|عيد ميلاد*|عيد الميلاد|\
    تاريخ ميلاد*|تاريخ الميلاد|ولدت|ولد|生日|出生日期|出生于|诞生日|生年月日|生まれ|생일|생년월일|태어*";
pub(super) const MONEY: &str = "\
    cost|costs|price|prices|fee|rent|pay|paid|spend|spent|kostet|kosten|kostete|gekostet|preis|miete|bezahlt|\
    cuesta|cuestan|costo|precio|pagamos|paga|coute|coutent|cout|prix|loyer|paye|custa|custam|custou|preco|aluguel|\
    pagamos|стоит|стоят|стоил*|цена|стоимость|платим|заплатил*|ثمن|سعر|تكلف*|يكلف|多少钱|价格|费用|いくら|値段|料金|얼마야|\
    가격|비용|요금";
pub(super) const CURRENCIES: &str = "\
    euro|euros|eur|usd|gbp|pounds|pound|pence|dollars|dollar|cents|pfund|libras|libra|dolares|pesos|livres|reais|\
    рублей|рубля|рубль|руб|евро|фунт*|доллар*|درهم*|دينار*|ريال*|جنيه*|دولار*|يورو|元|块钱|块|英镑|欧元|美元|日元|円|ゆーろ|ぽんど|\
    どる|원|유로|파운드|달러";

/// Words that ask for a number and say of what kind.
pub(super) const MEASURE: &str = "\
    how often|how old|how long|how far|how tall|how heavy|how big|how large|how high|how deep|what number|\
    weigh*|wie oft|wie alt|wie lange|wie weit|wie schwer|wie gross|wie hoch|\
    wiegt|que edad|pesa|quel age|pese|que idade|какой номер|весит|رقم|وزن|年龄|何歳|나이|몇 살|무게";

/// Numbers in words, from two on.
pub(super) const NUMBERS: &str = "\
    two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|dozen|\
    half|twice|once|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|zwanzig|dreissig|hundert|tausend|dos|\
    tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte|treinta|cuarenta|cien|mil|media|medio|deux|trois|\
    quatre|cinq|sept|huit|neuf|dix|onze|douze|vingt|trente|cent|mille|demi|dois|duas|tres|quatro|sete|oito|nove|dez|\
    doze|vinte|trinta|cem|meia|meio|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|двенадцать|двадцать|\
    тридцать|сто|тысяч*|пол*|اثنان|اثنين|ثلاثه|ثلاث|اربعه|اربع|خمسه|خمس|سته|ست|سبعه|سبع|ثمانيه|ثمان|تسعه|تسع|عشره|\
    عشر|عشرون|ثلاثون|نصف|ميه|二|两|三|四|五|六|七|八|九|十|百|千|半|둘|셋|넷|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스무|반";

/// Words that ask for a reason, and those that give one.
pub(super) const WHY: &str = "\
    why|how come|warum|weshalb|wieso|wozu|por que|pourquoi|por que|почему|зачем|отчего|لماذا|لم|为什么|为何|なぜ|どうして|왜";
pub(super) const BECAUSE: &str = "\
    because|since|so that|too|therefore|reason|weil|denn|damit|daher|zu|porque|para que|para|ya que|demasiado|\
    parce que|car|pour que|trop|pois|demais|потому|чтобы|так как|поэтому|لان|لكي|كي|بسبب|因为|所以|为了|怕|から|ので|ため|때문|니까|\
    어서|아서";

/// Words of a question about somebody or something as such.
pub(super) const ABOUT: &str = "\
    was weisst du uber|was weisst du von|que sabes de|que sabes sobre|que sais tu de|que sais tu sur|o que sabes sobre|o que voce sabe sobre|что ты знаешь о|ماذا تعرف عن|について知って*|\
    say about|says about|tell me everything about|tell me about|tell me more about|what do i know about|\
    what do we know about|what do you know about|what can you tell me about|who is|who s|who are|who was|what is|\
    what s|what are|information about|info on|what about|erzahl mir von|erzahl mir etwas uber|was weiss ich uber|\
    was wissen wir uber|wer ist|wer sind|wer war|was ist|hablame de|cuentame de|cuentame sobre|que se de|\
    que se sobre|que sabemos de|que sabemos sobre|quien es|quienes son|quien era|que es|parle moi de|que sais je de|\
    que savons nous de|que savons nous sur|que sais je sur|qui est|qui sont|qui etait|c est qui|c est quoi|\
    qu est ce que|qu est ce qu|me fale de|me fale sobre|me conte sobre|fale me de|o que sei sobre|\
    o que sabemos sobre|quem e|quem sao|quem era|o que e|расскажи мне о|расскажи о|расскажи про|что я знаю о|\
    что мы знаем о|кто такая|кто такой|кто такие|кто это|что такое|кто|من هي|من هو|من هم|من هن|ما هو|ما هي|\
    ماذا اعرف عن|ماذا نعرف عن|اخبرني عن|حدثني عن|是谁|谁是|是什么|什么是|介绍一下|关于|告诉我|とは谁ですか|は谁ですか|って谁|谁ですか|とは何ですか|は何ですか|とは|\
    について教えてください|について教えて|について|谁|누구인가요|누구예요|누구야|누구입니까|누구|무엇인가요|뭐야|뭐예요|에 대해 알려줘|에 대해 알려 줘|에 대해서|에 대해";

/// What follows a name in a sentence that says what it is.
pub(super) const IS: &str = "\
    ^is|^was|^are|^were|^a|^an|^the|^my|^our|^ist|^war|^sind|^es|^era|^son|^fue|^est|^etait|^sont|^foi|^sao|^это|^был*|^мой|\
    ^моя|^наш*|^هو|^هي|^كان*|^是|^就是|^は|^とは|^은|^는|^이|^가";

/// Words for somebody, in a question that may be about them as such.
pub(super) const WHO: &str = "\
    who|wer|quien|quienes|qui|quem|кто|من|谁|谁|누구|누가";

/// What somebody does, after their name: "What does Zoé do?".
pub(super) const DOES: &str = "\
    do for a living|do for work|do$|s job|job of|was macht|was arbeitet|beruflich|von beruf|que hace|\
    a que se dedica*|en que trabaja*|se dedica*|que fait|dans la vie|que fait il|quel est le metier de|o que faz|\
    com que trabalha|чем занимается|кем работает|что делает|ماذا يعمل|ماذا تعمل|ما عمل|做什么工作|是做什么的|做什么|何をしている人ですか|\
    何をしていますか|の仕事は|무슨 일을 하나요|무슨 일을 해|직업";

/// Words that ask for a list of notes.
pub(super) const LIST: &str = "\
    التي لدي|التي عندي|\
    notes in the folder|in the folder|im ordner|en la carpeta|dans le dossier|na pasta|в папке|في مجلد|文件夹|ふぉるだ|ふぉるだー|폴더|\
    make a list of|list of all|list of|list all|list|show me all|show all|show me|show|find all|which|all of my|\
    all my|all the|all|my|our|with the tag|tagged with|tagged|the tag|tag|tags|who are|how many|liste alle|liste|\
    auflisten|zeige mir alle|zeig mir alle|zeige alle|zeig alle|zeige mir|zeig mir|welche|welches|alle meine|alle|\
    meine|unsere|mit dem tag|mit dem schlagwort|mit tag|wie viele|lista de|lista todas|lista todos|lista|listar|\
    muestrame|muestra|ensename|cuales son|cuales|todas mis|todos mis|todas las|todos los|todas|todos|mis|nuestras|\
    nuestros|con la etiqueta|etiqueta|cuantos|cuantas|que|liste toutes|liste tous|lister|montre moi|montre|\
    quelles sont|quels sont|quelles|quels|toutes mes|tous mes|toutes les|tous les|mes|nos|avec l etiquette|\
    etiquette|avec le tag|combien de|liste todas|liste todos|mostre me|mostre|quais sao|quais|todas as|todos os|\
    minhas|meus|nossas|nossos|com a etiqueta|tem a etiqueta|quantos|quantas|que|список|перечисли|покажи все|покажи|\
    какие|все мои|все|мои|наши|с тегом|тег|сколько|اذكر|اعرض|اعرض لي|قايمه|جميع|كل|الوسم|بالوسم|وسم|كم عدد|كم|列出所有|\
    列出|显示|所有的|所有|我的|我们的|有哪些|哪些|标签为|标签|多少|几个|一覧|りすと|すべての|全ての|全部|私の|どの|どんな|たぐ|いくつ|何个|목록|모든|전부|내|우리|제|어떤|태그|몇 개";

/// Words that such a question has besides.
pub(super) const LIST_FILLER: &str = "\
    までに|まで|残りの|일 있어|일 있나|got|forgot|forgotten|vergessen|olvide|olvidado|oublie|esqueci|забыл*|نسيت|忘了|忘记|忘れ*|잊은|thing|things|cosas|choses|coisas|sachen|вещи|anything|something|urgent|most urgent|most|important|dringend*|wichtig*|urgente|urgentes|importante|importantes|срочн*|важн*|mention|mentions|mentioning|start|starts|starting|begin|begins|next|finish|finir|terminer|terminar|acabar|waiting|for me|para|일은|\
    before|after|vor|nach|antes|despues|avant|apres|em|no|na|nos|nas|до|после|قبل|بعد|do|done|doing|need|finish|get|still|already|yet|left|what is|what s|what are|what|is anything|anything|is|\
    do i have|do we have|have i|have we|did i|did we|are there|is there|there|with|have|has|notes|note|entries|\
    in total|in my vault|i|we|me|the|of|are|machen|tun|erledigen|muss|mussen|soll|sollen|noch|schon|habe ich|\
    haben wir|gibt es|notizen|notiz|ich|wir|mit|haben|was ist|was|ist|sind|hacer|debo|que|hay|queda|falta|todavia|\
    aun|ya|tengo|tenemos|notas|nota|las|los|con|tienen|la|que|esta|estan|es|son|faire|dois|devons|reste|t|il|encore|\
    deja|ai je|avons nous|j ai|y a t il|les|avec|ont|l|qu est ce que|qu est ce qu|qu est ce qui|qu|est|sont|est ce|\
    je|nous|fazer|devo|preciso|de|ainda|ja|eu tenho|tenho|temos|ha|as|os|tem|com|a|o que|estao|e|sao|o|сделать|\
    делать|нужно|надо|осталось|еще|уже|у меня есть|у нас есть|у меня|у нас|есть|заметки|заметке|я|мы|с|мне|нам|что|\
    فعله|افعل|نفعل|عمله|اعمل|يجب|ان|علي|ما هي|عندي|لدي|لدينا|الملاحظات|ملاحظات|لي|التي تحمل|التي|تحمل|ما|هل|هي|做|要|\
    该|需要|得|还|已经|有什么|什么|我有|我们有|笔记里|笔记|有|我|的|是|里有|里的|都有|都是|やること|すること|こと|する|やる|です|か|まだ|もう|见せて|表示して|にしてください|にして|ください|ありますか|ある|\
    のーと|めも|が付いた|付き|何ですか|何|は|の|を|が|に|で|해야|하는|하나|해|할|것|게|아직|이미|뭐야|뭐가|무엇|뭐|노트에|보여줘|보여 줘|알려줘|알려 줘|있나요|있어|있습니까|노트|들";

/// Words for what was done or written on a day.
pub(super) const ACTIVITY: &str = "\
    what was going on|going on|happened|happen|happens|did i do|did we do|have i done|have we done|i did|we did|\
    was i doing|do|did|done|doing|write down|write|wrote|written|note down|journal|diary|daily note|notes from|\
    notes of|notes|note|entry|my day|day|up to|finish|finished|complete|completed|get done|accomplish|accomplished|\
    abgeschlossen|erledigt|geschafft|terminamos|acabe|complete|termine|fini|acabei|terminei|conclui|закончил*|\
    завершил*|выполнил*|انهيت|انجزت|完成了什么|完成了|终えた|완료했|끝냈|plans|planned|scheduled|work on|worked on|passiert|gemacht|getan|\
    geschrieben|geschah|war los|los|tagebuch|notiert|machte|hice|hicimos|hizo|paso|ocurrio|sucedio|escribi|anote|\
    diario|hecho|fait|passe|ecrit|note|ai je|avons nous|s est il|fiz|fizemos|aconteceu|escrevi|anotei|diario|делал*|\
    сделал*|происходило|произошло|было|писал*|записал*|случилось|дневник|فعلت|فعلنا|حدث|كتبت|جري|做了什么|做了|发生了什么|发生|\
    写了什么|写了|干了什么|干了|日记|何をしましたか|何をした|しましたか|何がありましたか|何があった|ありましたか|书いた|した|出来事|日记|뭐 했|뭐했|무엇을 했|뭘 했|무슨 일이 있었|했|했나요|있었|썼|\
    일기";

/// Words that only introduce what is asked about.
pub(super) const FILLER: &str = "\
    zusammen$|\
    anything about|something about|anything on|do i have anything about|is there anything about|\
    what do my notes say about|my notes say about|what does my note say about|in my notes|in my vault|in the vault|\
    say|says|written|please|do you know|can you tell me|could you tell me|tell me|can you find|i want to know|\
    i need to know|where did i write about|where do i write about|what did i write about|did i write about|\
    notes about|notes on|note about|note on|remind me|steht in der notiz|steht|sagt|bitte|\
    steht in meinen notizen uber|in meinen notizen|gibt es etwas uber|gibt es etwas zu|etwas uber|weisst du|\
    kannst du mir sagen|dice la nota|dice|por favor|hay algo sobre|algo sobre|tengo algo sobre|en mis notas|\
    que dicen mis notas sobre|sabes|puedes decirme|dime|que dit la note|dit la note|s il te plait|s il vous plait|\
    y a t il quelque chose sur|quelque chose sur|dans mes notes|que disent mes notes sur|sais tu|peux tu me dire|\
    dis moi|diz a nota|diz|ha algo sobre|tem algo sobre|nas minhas notas|o que dizem minhas notas sobre|voce sabe|\
    diga me|me diga|написано в заметке|сказано в заметке|написано|сказано|пожалуйста|есть что нибудь о|\
    есть ли что нибудь о|что нибудь о|что нибудь про|в моих заметках|скажи мне|скажи|ماذا تقول الملاحظه|ماذا تقول|\
    من فضلك|هل هناك شيء عن|هل يوجد شيء عن|شيء عن|في ملاحظاتي|قل لي|这篇笔记里|这篇笔记|笔记里|我的笔记里有没有|笔记里有没有关于|有没有关于|在我的笔记里|\
    告诉我|请问|的内容|哪里|哪儿|什么地方|どこでやっている|どこで|どこに|どこ|어디에서|어디서|어디에|어디|に关するめも|についてのめも|のーとに|教えてください|教えて|何か|에 대한 메모|에 대한 노트|내 노트에|알려줘|알려주세요";

/// All tables.
#[cfg(test)]
pub(super) const ALL: [&str; 30] = [
    POLITE,
    SUMMARY,
    ADVICE,
    TASKS,
    DUE,
    OVERDUE,
    DONE,
    UNDATED,
    UNTIL,
    UNTIL_BEHIND,
    TIME,
    DATE,
    NUMBER,
    MEASURE,
    PHONE,
    MAIL,
    BIRTHDAY,
    MONEY,
    CURRENCIES,
    ABOUT,
    WHO,
    IS,
    DOES,
    NUMBERS,
    WHY,
    BECAUSE,
    LIST,
    LIST_FILLER,
    ACTIVITY,
    FILLER,
];
