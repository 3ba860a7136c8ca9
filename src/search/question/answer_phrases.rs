//! The phrases that say what an answer must have, such as a date, and those that such an answer has; folded as those of
//! [`phrases`](super::phrases).

/// Words that ask for a time of day.
pub(super) const TIME: &str = "\
    what time|at what time|um wie viel uhr|um wieviel uhr|wie spat|a que hora|a quelle heure|a que horas|que horas|\
    во сколько|в котором часу|في اي ساعه|几点|何时|몇 시";

/// Words that ask for a date.
pub(super) const DATE: &str = "\
    since when|until when|by when|when|what date|which date|which day|what day|what time|which year|what year|\
    which month|seit wann|bis wann|wann|an welchem tag|welches datum|um wie viel uhr|um wieviel uhr|wie spat|\
    in welchem jahr|desde cuando|hasta cuando|para cuando|cuando|que dia|en que fecha|a que hora|que fecha|\
    en que ano|depuis quand|jusqu a quand|quand|a quelle heure|quelle date|quel jour|en quelle annee|desde quando|\
    ate quando|quando|a que horas|que horas|qual a data|em que ano|когда|во сколько|какого числа|в какой день|\
    в каком году|с какого|متي|في اي يوم|في اي ساعه|في اي تاريخ|في اي سنه|什么时候|什么时间|何时|几点|几号|哪一天|哪天|哪一年|いつから|いつまで|いつ|\
    何日|何曜日|何年|언제|몇 시에|몇 시부터|몇 시까지|몇 시야|몇 시인가요|몇 시$|며칠|무슨 요일|몇 년";

/// Words that ask for a number.
pub(super) const NUMBER: &str = "\
    how many|how much|cuanto tiempo|combien de temps|quanto tempo|сколько времени|wie viele|wie viel|wieviele|\
    wieviel|cuantos|cuantas|cuanto|cuanta|combien de|combien|quantos|quantas|quanto|quanta|сколько|كم عدد|كم|多少|几个|\
    几只|几本|几次|多重|多大|多长|多高|いくつ|いくら|何个|何人|何匹|何册|何回|何ぐらむ|どのくらい|どれくらい|얼마나|얼마|몇 개|몇 명|몇 마리|몇 권|몇 번|몇";

/// Words that ask for a telephone number, an e-mail address, a birthday or an amount of money, and those that such an
/// answer has.
pub(super) const PHONE: &str = "\
    numero di telefono|numero di cellulare|il telefono di|หมายเลขโทรศัพท|เบอรโทรศัพท|เบอรโทร|เบอรมือถือ|\
    mobile phone number|mobile number|cell phone number|cell number|telephone number|phone number|s phone$|\
    s telephone$|s mobile$|s number$|what is the number of the|what s the number of the|the number for the|\
    telefonnummer|handynummer|mobilnummer|rufnummer|numero de telefono|el telefono de|\
    que telefono tiene|numero de movil|numero de celular|numero de telephone|numero de portable|le telephone de|\
    numero de telefone|o telefone da|o telefone do|o telefone de|numero de telemovel|номер телефона|телефонный номер|\
    какой телефон у|رقم هاتف*|رقم الهاتف|رقم تليفون*|رقم جوال*|رقم موبايل*|电话号码|手机号码|手机号|的电话|电话是|电话番号|携带番号|전화번호|\
    휴대폰 번호|연락처";
pub(super) const MAIL: &str = "\
    indirizzo e mail|indirizzo email|indirizzo mail|l e mail di|l email di|อีเมล|e mail address|email address|\
    mail address|s e mail$|s email$|s mail$|e mail adresse|emailadresse|mailadresse|correo electronico|\
    direccion de correo|el correo de|direccion de email|adresse e mail|adresse email|adresse mail|\
    adresse electronique|courriel|endereco de e mail|endereco de email|o e mail da|o e mail do|o email da|o email do|\
    адрес электронной почты|электронная почта|электронный адрес|адрес почты|имейл*|البريد الالكتروني|\
    بريدها الالكتروني|بريده الالكتروني|عنوان بريد*|电子邮件地址|电子邮件|电子邮箱|邮箱地址|邮箱|めーるあどれす|めるあど|이메일 주소|메일 주소|이메일";
pub(super) const BIRTHDAY: &str = "\
    compleanno|data di nascita|nato il|nata il|วันเกิด|birthday|date of birth|was born|were born|born|geburtstag*|\
    geburtsdatum|geboren|cumpleanos|fecha de nacimiento|nacio|nacida|nacido|anniversaire|date de naissance|est ne|\
    est nee|nee le|ne le|aniversario|data de nascimento|nasceu|faz anos|день рождения|дня рождения|днем рождения|\
    дата рождения|родился|родилась|عيد ميلاد*|عيد الميلاد|تاريخ ميلاد*|تاريخ الميلاد|ولدت|ولد|生日|出生于|生年月日|生まれ|생일|\
    생년월일|태어*";
pub(super) const MONEY: &str = "\
    cost|costs|price|prices|fee|rent|pay|paid|spend|spent|kostet|kosten|kostete|gekostet|preis|miete|bezahlt|cuesta|\
    cuestan|costo|precio|pagamos|paga|coute|coutent|cout|prix|loyer|paye|custa|custam|custou|preco|aluguel|стоит|\
    стоят|стоил*|цена|стоимость|платим|заплатил*|ثمن|سعر|تكلف*|يكلف|多少钱|价格|费用|いくら|値段|料金|얼마야|가격|비용|요금";
pub(super) const CURRENCIES: &str = "\
    euro|euros|eur|usd|gbp|pounds|pound|pence|dollars|dollar|cents|pfund|libras|libra|dolares|pesos|livres|reais|\
    рублей|рубля|рубль|руб|евро|фунт*|доллар*|درهم*|دينار*|ريال*|جنيه*|دولار*|يورو|元|块|英镑|円|ゆーろ|ぽんど|どる|원|유로|파운드|달러";

/// Words that ask for an age, and those that such an answer has, besides those for a birthday.
pub(super) const HOW_OLD: &str = "\
    how old|wie alt|cuantos anos tiene|que edad tiene|que edad|quel age a|quel age|quantos anos tem|que idade tem|que idade|\
    сколько лет|كم عمر|多大年纪|几岁|何歳|몇 살";
pub(super) const AGE: &str = "\
    years old|year old|aged|jahre alt|anos|ans|лет|года|سنه|سنوات|عاما|岁|歳|살";

/// Words that ask for a number and say of what kind.
pub(super) const MEASURE: &str = "\
    how often|how long|how far|how tall|how heavy|how big|how large|how high|how deep|what number|weigh*|\
    wie oft|wie lange|wie weit|wie schwer|wie gross|wie hoch|wiegt|pesa|pese|\
    какой номер|весит|رقم|وزن|年龄|나이|무게";

/// Numbers in words, from two on.
pub(super) const NUMBERS: &str = "\
    two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|dozen|half|\
    twice|once|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|zwanzig|dreissig|hundert|tausend|dos|tres|\
    cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte|treinta|cuarenta|cien|mil|media|medio|deux|trois|quatre|cinq|\
    sept|huit|neuf|dix|onze|douze|vingt|trente|cent|mille|demi|dois|duas|quatro|sete|oito|nove|dez|doze|vinte|trinta|\
    cem|meia|meio|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|двенадцать|двадцать|тридцать|сто|тысяч*|\
    пол*|اثنان|اثنين|ثلاثه|ثلاث|اربعه|اربع|خمسه|خمس|سته|ست|سبعه|سبع|ثمانيه|ثمان|تسعه|تسع|عشره|عشر|عشرون|ثلاثون|نصف|\
    ميه|二|两|三|四|五|六|七|八|九|十|百|千|半|둘|셋|넷|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스무|반";

/// Words that ask for a reason, and those that give one.
pub(super) const WHY: &str = "\
    why|how come|warum|weshalb|wieso|wozu|por que|pourquoi|почему|зачем|отчего|لماذا|لم|为什么|为何|なぜ|どうして|왜";
pub(super) const BECAUSE: &str = "\
    because|since|so that|too|therefore|reason|weil|denn|damit|daher|zu|porque|para|ya que|demasiado|parce que|car|\
    pour que|trop|pois|demais|потому|чтобы|так как|поэтому|لان|لكي|كي|بسبب|因为|所以|为了|怕|から|ので|ため|때문|니까|어서|아서";

/// Words that ask whose something is or who gave it, also beside `who`; those that such an answer has, and what is given,
/// which it need not name.
pub(super) const WHOSE: &str = "\
    whose|whom|who owns|come from$|belong to$|wessen|wem|woher|de quien|a quien|de donde viene|de qui|a qui|\
    d ou vient|de quem|a quem|de onde vem|чей|чья|чье|чьи|от кого|у кого|ممن|لمن|وصفه من هي|وصفه من هو|谁的|谁の|谁から|谁に|\
    누구의|누구한테|누구에게";
pub(super) const GAVE: &str = "\
    gave|give|lent|sent|taught|geschickt|geschenkt|gegeben|geliehen|dio|regalo|presto|enseno|donne|offert|prete|\
    appris|deu|emprestou|ensinou|ofereceu|дал*|подарил*|прислал*|научил*|اعط*|اهد*|علمت*|教|给|送|借|に教わ|くれた|もらった|알려*|\
    가르*|줬*|준";
pub(super) const FROM: &str = "\
    s|from|owner|von|vom|aus|de|del|du|des|da|do|от|من|から|에게서";
pub(super) const GIVEN: &str = "\
    recipe|book|us|me|whom|rezept|buch|uns|mir|wem|receta|libro|recette|livre|receita|livro|рецепт|книг*|нам|мне|\
    кого|وصفه|كتاب|菜谱|食谱|书|れしぴ|本|레시피|요리법*|책";

/// All tables.
#[cfg(test)]
pub(super) const ALL: [&str; 18] = [
    WHOSE, GAVE, FROM, GIVEN, TIME, DATE, NUMBER, HOW_OLD, AGE, MEASURE, PHONE, MAIL, BIRTHDAY, MONEY, CURRENCIES,
    NUMBERS, WHY, BECAUSE,
];
