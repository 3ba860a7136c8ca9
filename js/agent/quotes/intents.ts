// What kind of answer a question asks for: open tasks, or a summary. In English, German, French, Spanish, Portuguese,
// Italian, Russian, Chinese, Japanese, Korean and Arabic.

/** Words for open tasks, wherever they stand. */
const TASKS =
  /\b(?:still to do|left to do|to[ -]?dos?(?! with)|open (?:tasks?|items?|points?|issues?|questions?)|unfinished|outstanding|unchecked)\b|\b(?:noch |alles )*(?:zu tun|zu erledigen)\b|\b(?:offene[nrs]? (?:aufgaben?|punkte?|fragen?)|noch offen|unerledigte?s?)\b|(?:\sreste)?\sà faire(?=\s|$)|\btâches (?:ouvertes|restantes)\b|\b(?:por hacer|tareas? (?:abiertas?|pendientes?)|pendientes?)\b|\b(?:por fazer|tarefas? (?:abertas?|pendentes?)|da fare|attività aperte)\b|осталось сделать|невыполненн\S*|незаверш[её]нн\S*|待办(?:事项)?|未完成的?|還沒做|还没做|要做的事|やること|未完了|すべきこと|할 ?일|해야 ?할 ?(?:일|것)|남은 ?(?:일|것)|미완료|المهام (?:المتبقية|المفتوحة)/iu;

/** "open" or "offen" as a state: at the end, or before where it is. Not the "open day". */
const IS_OPEN =
  /\b(?:still\s+)?open(?=\s*[?!.]*$|\s+(?:in|for|on|about|before|with|at|from)\b)|\b(?:noch\s+)?offen(?=\s*[?!.]*$|\s+(?:in|für|bei|vor|mit|von|zu[mr]?|auf|an|am|im)\b)/iu;

/** "What to do if …" asks for advice. */
const HOW_TO = /\b(?:how|what|where) to do\b/iu;

/** A request for a summary, at the beginning, or with a German verb at the end. */
const SUMMARY =
  /^(?:please |can you |could you |bitte |por favor |s'il te plaît )?(?:summari[sz]e|sum up|tl;?dr|(?:give me |write )?(?:a |an )?(?:short |brief )?(?:summary|overview) (?:of|about)|fasse?\b.*\bzusammen|zusammenfassung|résume[rz]?|un résumé|resum(?:e|en|ir|a|o)\b|riassum\S*|сумм?ириру\S*|кратко изложи\S*|резюмируй\S*|总结|總結|概括|要約)|(?:zusammenfassen|要約して\S*|요약\S*(?: ?(?:줘|주세요))?)[?.!。]*$/iu;

/** A question without its words for open tasks; undefined if it does not ask for tasks. */
export function withoutTasks(text: string): string | undefined {
  if (HOW_TO.test(text)) return undefined;
  const asking = [TASKS, IS_OPEN].find((words) => words.test(text));
  return asking && text.replace(asking, " ").replace(/\s+/gu, " ").trim();
}

/** Whether `text` asks for a summary. */
export function asksForSummary(text: string): boolean {
  return SUMMARY.test(text.trim());
}
