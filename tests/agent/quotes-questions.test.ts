// 60 questions in five languages, each with the words that the first quotation has.
import { beforeAll, expect, test } from "vitest";
import { folderWith } from "../shim/vault.ts";
import { Asking } from "./asking.ts";

const NOTES = {
  "Projects/Fog bell.md":
    "---\nstatus: waiting\nclapper: yes\n---\n# Fog bell\n\nA bronze bell of 310 kg, cast in 1958 by Kim of Busan.\n\n## The clapper\n\nFound in May 2025 in a net shed. It weighs 11.4 kg and is of wrought iron.\n\n## Sound\n\nStruck with a mallet, the hum is at 182 Hz. Gulls leave the rock.\n\n- [ ] Dye test of the crown\n- [x] Drawings of the frame\n",
  "Projects/Move.md":
    "# Move to Leith\n\nThe van costs 90 pounds a day and takes 14 cubic metres.\n\n## Keys\n\nThe landlord, Mr Aitken, hands over the keys on Friday at noon.\n\n## Before we leave\n\n- [ ] Cancel the gas\n- [ ] Read the meter\n- [x] Tell the bank\n",
  "Journal/2026-10-09.md": "# Friday\n\nWe opened the case of the clockwork and cleaned the governor.\n\n#lantern\n",
  "Journal/2026-10-10.md": "# Saturday\n\nRain. Nine letters written, and an October moon.\n",
  "Recipes/Honey bread.md":
    "# Honey bread\n\nTwo spoons of honey, 500 g of flour, a pinch of salt.\n\n## Baking\n\nForty minutes at 190 degrees, the last ten without the lid.\n",
  "Garten.md":
    "# Garten\n\nDie Tomaten stehen an der Südwand und brauchen jeden Abend Wasser.\n\n## Kompost\n\nDer Kompost ist 120 cm hoch und wird im März umgesetzt.\n\n- [ ] Rosen schneiden\n- [x] Laub rechen\n",
  "Fahrrad.md":
    "# Fahrrad\n\nDer Rahmen wiegt 2,4 kg und ist aus Stahl.\n\n## Reparatur\n\nDie Kette hat Frau Brandt im Juni gewechselt; sie kostet 28 Euro.\n",
  "Tagebuch/2025-03-14.md": "# Freitag\n\nAm Morgen den Schornsteinfeger im Haus, am Abend Chorprobe.\n",
  "Jardin.md":
    "# Jardin\n\nLes abeilles logent dans trois ruches près du mur.\n\n## Récolte\n\nNous avons récolté douze kilos de miel en juillet.\n\n- [ ] Tailler la vigne\n",
  "Voiture.md":
    "# Voiture\n\nLe garagiste, monsieur Perrin, a changé les freins en avril.\n\n## Assurance\n\nL'assurance coûte 430 euros par an et se termine en mai.\n",
  "한국어/등대.md":
    "# 등대\n\n등대는 1957년에 세워졌고 계단이 예순한 개 있다.\n\n## 렌즈\n\n렌즈는 프랑스에서 만들었고 무게는 80 kg이다.\n\n- [ ] 창유리 교체\n- [x] 바닥 청소\n",
  "한국어/김치.md":
    "# 김치\n\n배추 세 포기를 소금에 여섯 시간 절인다.\n\n## 양념\n\n고춧가루와 마늘과 새우젓을 섞는다.\n",
  "日本語/旅行.md":
    "# 京都旅行\n\n新幹線で東京駅から京都駅まで二時間かかる。\n\n## 宿\n\n宿は鴨川の近くで、一泊九千円です。\n\n- [ ] 切符を買う\n",
  "日本語/猫.md": "# 猫\n\n猫の名前はミケで、三歳です。\n\n## 病院\n\n動物病院は火曜日が休みです。\n",
};

const QUESTIONS: readonly (readonly [question: string, words: string])[] = [
  ["How heavy is the clapper?", "11.4 kg"],
  ["What is the clapper made of?", "wrought iron"],
  ["Where was the clapper found?", "net shed"],
  ["Who cast the bell?", "Kim of Busan"],
  ["When was the bell cast?", "1958"],
  ["At how many Hz is the hum?", "182 Hz"],
  ["What do gulls do when the bell is struck?", "Gulls leave"],
  ["What is still to do for the fog bell?", "Dye test"],
  ["What did I do on 9 October?", "opened the case"],
  ["What happened on 2026-10-09?", "opened the case"],
  ["What was on October 10th?", "Rain."],
  ["How much does the van cost?", "90 pounds"],
  ["When do we get the keys?", "Friday at noon"],
  ["Who is the landlord?", "Mr Aitken"],
  ["What's still open in Move?", "Cancel the gas"],
  ["How much flour goes into honey bread?", "500 g"],
  ["How long does the bread bake?", "Forty minutes"],
  ["At which temperature is the bread baked?", "190 degrees"],
  ["Was brauchen die Tomaten?", "jeden Abend Wasser"],
  ["Wo stehen die Tomaten?", "Südwand"],
  ["Wie hoch ist der Kompost?", "120 cm"],
  ["Wann wird der Kompost umgesetzt?", "März"],
  ["Was ist im Garten noch zu tun?", "Rosen schneiden"],
  ["Wie schwer ist der Rahmen?", "2,4 kg"],
  ["Woraus ist der Rahmen?", "Stahl"],
  ["Wer hat die Kette gewechselt?", "Frau Brandt"],
  ["Was kostet die Kette?", "28 Euro"],
  ["Was war am 14. März?", "Schornsteinfeger"],
  ["Was habe ich am 14. März 2025 gemacht?", "Schornsteinfeger"],
  ["Wann war die Chorprobe?", "Chorprobe"],
  ["Où logent les abeilles ?", "trois ruches"],
  ["Combien de ruches avons-nous ?", "trois ruches"],
  ["Combien de miel avons-nous récolté ?", "douze kilos"],
  ["Quand avons-nous récolté le miel ?", "juillet"],
  ["Qu'est-ce qui reste à faire au jardin ?", "Tailler la vigne"],
  ["Qui a changé les freins ?", "monsieur Perrin"],
  ["Quand les freins ont-ils été changés ?", "avril"],
  ["Combien coûte l'assurance ?", "430 euros"],
  ["Quand se termine l'assurance ?", "mai"],
  ["Que s'est-il passé le 9 octobre ?", "opened the case"],
  ["등대는 언제 세워졌나?", "1957년"],
  ["등대에 계단이 몇 개 있나?", "예순한 개"],
  ["렌즈는 어디에서 만들었나?", "프랑스"],
  ["렌즈의 무게는?", "80 kg"],
  ["등대에서 할 일은?", "창유리 교체"],
  ["배추를 몇 시간 절이나?", "여섯 시간"],
  ["양념에 무엇을 섞나?", "고춧가루"],
  ["10월 9일에 무엇을 했나?", "opened the case"],
  ["김치 양념에 마늘이 들어가나?", "마늘"],
  ["2026년 10월 10일", "Rain."],
  ["京都まで何時間かかる？", "二時間"],
  ["宿はどこにある？", "鴨川"],
  ["宿は一泊いくら？", "九千円"],
  ["旅行のやることは？", "切符を買う"],
  ["猫の名前は？", "ミケ"],
  ["猫は何歳？", "三歳"],
  ["動物病院の休みは何曜日？", "火曜日"],
  ["10月9日に何をした？", "opened the case"],
  ["新幹線はどの駅から？", "東京駅"],
  ["猫の病院はいつ休み？", "火曜日"],
];

let vault: string;
beforeAll(async () => (vault = await folderWith(NOTES)));

/** The text of the first quotation in `answer`. */
const firstQuote = (answer: string): string => /(?:^>.*\n?)+/m.exec(answer)?.[0] ?? "";

test("there are 60", () => {
  expect(QUESTIONS).toHaveLength(60);
});

test.each(QUESTIONS)("%s is answered first", async (question, words) => {
  const answer = await new Asking(vault).ask(question);
  expect(firstQuote(answer)).toContain(words);
  // Lines of tags are never quoted, and properties only if they answer.
  expect(answer).not.toMatch(/status: waiting|#lantern/);
});

test.each([
  ["What is the plumber's phone number?", /^(?:Nothing in your notes|No notes match)/],
  ["Wo ist die Kurbel?", /^No notes match/],
  ["Wie heißt der Hund von Frau Schmidt?", /^(?:Nothing in your notes|No notes match)/],
  ["수도 요금은 얼마야?", /^(?:Nothing in your notes|No notes match)/],
  ["電話番号は？", /^(?:Nothing in your notes|No notes match)/],
])("%s is not answered", async (question, said) => {
  expect(await new Asking(vault).ask(question)).toMatch(said);
});
