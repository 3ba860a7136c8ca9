// Function words of several languages, such as "what" and "how", which are not searched for. The index has its own list
// for ranking (src/search/index/function_words.rs). This one decides which words of a question are searched for at all,
// and also covers scripts without spaces. A missing word does no harm: it is searched for.

/** One set for all languages: no word in it is a content word of another language. */
const WORDS = `
a about again all also am an and another any anybody anyone anything are aren't as at be because been being between both
but by can can't could did didn't do does doesn't doing don't each else ever every everything exactly explain few find
for from get gets getting give go goes going got had has have having he hello help her here hers hey hi him his how
how's i i'd i'll i'm i've if in into is isn't it it's its itself just know let let's like long many may me mean means
might mine more most much must my myself need of on once one or other our ours please possible quite really same say
said says several shall she should show since so some someone something such tell than thank thanks that that's the
their them then there there's these they thing things this those to too upon us very want was way we we're were what
what's when where where's whether which while who who's whom whose why will with within would write wrote you you're
your yours

aber als am auch auf aus bei beim bin bist bitte da damit dann das dass dein deine dem den denn der des dich dir dort du
durch ein eine einem einen einer eines er erzähl es etwas euch für gibt habe haben hier ich ihr ihre im in ins ist kann
kannst können man mein meine meinem meinen meiner mich mir mit muss nach noch oder sein seine sich sie sind soll steht
über um und uns unser unter vom von vor wann warum was welche welchem welchen welcher welches wenn wer werden wie wir
wird wo wofür womit worum wozu zeig zu zum zur zwischen

au aux avec ce ces cet cette comment dans de des du elle en est et il ils je la le les leur lui ma mes mon nos notre
nous où par pour pourquoi puis-je qu quand que quel quelle quelles quels qu'est-ce qui quoi sa ses sont sur ta tes un
une vos votre vous

al como con cuando cuál cuáles cuándo cómo del donde dónde el ella ellos es esta este esto hay la las le lo los mi mis
nos para por puedo que quién qué se sobre su sus te tu tus un una unas unos y yo

che chi come con cosa cos'è da dei del della delle di dove e è gli ho i il la le lo mi nei nel nella per perché posso
quale quali quando quanto si sono su sul sulla tra un una uno

à ao aos as com como da das do dos e é em eu fazer há meu minha na nas no nos o onde os para pelo pela por porque posso
qual quais quando que quem são se sobre um uma

а без был была были в вам во вот где для до его ее если есть и из или их к как какая какие какой ко когда кто ли меня
мне мой моя мы на нет но о об он она они от по почему при про с сколько со такое там то у что чтобы это этот я

أن أو أي أين إلى إن التي الذي الى ان على عن في كم كيف لا لماذا لي ما ماذا متى مع من هذا هذه هل هناك هو هي و يمكن يمكنني
أنا ذلك تم

は が を に で と へ も の や か な ね よ から まで より など って では には とは です ます でした ました でしょ
でしょう だ た て れ れば る さ し す する した して しい せ ば ばい い いい よい ない なく ある あり いる いま こと
もの ところ これ それ あれ この その あの ここ そこ どこ だれ 誰 何 なに なん いつ どう どうやっ どうやって どうすれば
どの どれ どんな なぜ いくつ いくら 方法 教え 教えて ください 下さい くだ つい について という いう 言う できる でき
たい やり方 とき 場合

的 了 吗 嗎 呢 吧 啊 是 在 和 与 與 或 我 你 您 他 她 它 们 我们 我們 你们 这 這 那 这个 这些 那个 哪 哪里 哪裡 哪个
哪些 什么 什麼 甚麼 怎么 怎麼 怎样 怎樣 如何 为什么 為什麼 为何 谁 誰 几 多少 何时 请 請 请问 告诉 可以 能 会 要 有 没有
把 被 从 從 到 对 對 于 於 中 里 上 下 吗

은 는 이 가 을 를 에 의 로 으로 와 과 도 에서 무엇 무엇을 무엇이 무엇인가요 무엇입니까 뭐 뭐야 뭔가요 뭘 누가 누구 언제
어디 어디서 어디에 왜 어떤 어떻게 얼마나 몇 하나요 하나 해야 하는 하는지 하려면 할 수 있나요 있는 있습니까 있어 있는지
인가요 입니까 나요 대해 대한 알려 알려줘 알려주세요 것 그 이것 그것 나는 내 제

ที่ และ หรือ ของ ใน จาก กับ แล้ว ก็ จะ ได้ ไหม มั้ย คือ เป็น มี การ ความ ให้ ว่า นี้ นั้น ไป ยัง มา อยู่ อะไร ทำไม
ที่ไหน ไหน เมื่อไร เมื่อไหร่ ใคร อย่างไร ยังไง ทำ ต้อง เท่าไร เท่าไหร่ กี่ ครับ ค่ะ คะ ฉัน ผม เรา คุณ ช่วย บอก ใช่ ไม่
สามารถ วิธี ซึ่ง โดย เพื่อ แบบ บ้าง
`;

/** The function words, each normalized with `fold`. */
export function functionWords(fold: (word: string) => string): Set<string> {
  return new Set(WORDS.split(/\s+/).map(fold));
}

/** The beginning of a follow-up question, such as "And …" or "What about …". */
export const GOES_ON =
  /^(?:and|but|or|what about|how about|why|und|aber|oder|was ist mit|warum|et|mais|ou|pourquoi|y|pero|por qué|e|ma|mas|perché|а|и|но|почему|وماذا|ماذا عن|و|では|じゃあ|それ|その|なぜ|那么?|那麼?|그럼|그리고|그러면|แล้ว|และ)(?![\p{L}\p{M}\p{N}])|^(?:では|じゃあ|それ|その|那么|那麼|那|แล้ว)/iu;

/** Pronouns that refer to an earlier question, such as "it" or "dort". */
export const STANDS_FOR =
  /(?:^|[^\p{L}\p{N}])(?:it|its|they|them|their|this|that|these|those|there|then|he|she|his|her|es|sie|ihn|ihm|davon|dafür|darin|dort|dazu|ça|cela|eux|lui|esto|eso|ello)(?![\p{L}\p{N}])/iu;
