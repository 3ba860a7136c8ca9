// What kind of answer a question asks for.
import { expect, test } from "vitest";
import { asksForSummary, withoutTasks } from "../../js/agent/quotes/parse-question.ts";

test.each([
  ["What is still to do before the open day?", "What is before the open day?"],
  ["What's open in Fog bell?", "What's in Fog bell?"],
  ["What is still open in Fog bell?", "What is in Fog bell?"],
  ["to-dos for the lens", "for the lens"],
  ["Which open tasks does the bell have?", "Which does the bell have?"],
  ["Was ist vor dem Fest noch zu tun?", "Was ist vor dem Fest ?"],
  ["Was ist beim Umzug noch offen?", "Was ist beim Umzug ?"],
  ["Qu'est-ce qui reste à faire pour la cloche ?", "Qu'est-ce qui pour la cloche ?"],
  ["¿Qué tareas pendientes tiene la campana?", "¿Qué tiene la campana?"],
  ["Что осталось сделать с колоколом?", "Что с колоколом?"],
  ["종에 대해 할 일은?", "종에 대해 은?"],
  ["鐘のやることは？", "鐘の は？"],
  ["钟的待办事项", "钟的"],
])("%s asks for tasks", (question, rest) => {
  expect(withoutTasks(question)).toBe(rest);
});

test.each([
  "When does the open day begin?",
  "Who opens the door?",
  "Is the open day on a Saturday?",
  "What do I have to do with the bell?",
  "What to do if the bell cracks?",
  "How to do a backup",
  "Die offene Tür",
  "How heavy is the clapper?",
])("%s does not", (question) => {
  expect(withoutTasks(question)).toBeUndefined();
});

test.each([
  "Summarise the open day",
  "Please summarize [[Bell]]",
  "tl;dr",
  "a short summary of the bell",
  "Fasse die Notiz zusammen",
  "Kannst du das zusammenfassen?",
  "Résume la note",
  "Resume la nota",
  "总结这篇笔记",
  "この記事を要約して",
  "이 노트를 요약해 줘",
])("%s asks for a summary", (question) => {
  expect(asksForSummary(question)).toBe(true);
});

test.each(["When was the summary written?", "Who resumed the work?", "Wo ist die Zusammenfassung?"])(
  "%s does not",
  (question) => {
    expect(asksForSummary(question)).toBe(false);
  },
);
