// The vault for the tests of Quotes, and the verdicts on the citations in its answers.
import { citationsIn } from "../../js/agent/citations/citations.ts";
import { Evidence } from "../../js/agent/citations/evidence.ts";
import type { Verdict } from "../../js/agent/citations/current-note.ts";
import { folderWith } from "../shim/vault.ts";
import type { Asking } from "./asking.ts";

const STEPS = Array.from(
  { length: 14 },
  (_, index) => `${index + 1}. Step ${index + 1} of the winding of the clock, done with care and both hands.`,
);
const ROWS = Array.from(
  { length: 20 },
  (_, index) =>
    `| ${index + 1} | pane of ${index === 11 ? "amber" : "clear"} glass, cut and set by hand in the lantern |`,
);
const SAID = "Nothing was said about it for a long time, and nobody asked. ";

/** A folder of notes of many kinds, one of them private. */
export function quotesVault(): Promise<string> {
  return folderWith({
    "Projects/Bell.md": [
      ...["---", "title: Bell", "tags: [bronze]", "---", "", "# Bell", ""],
      ...["A bronze bell, cast in 1958. See [[Frame|the frame]] and ![[bell.png]].", "", "## Why it is silent", ""],
      ...["> [!warning] A crack", "> A hair crack runs down from the crown.", "", "## Sound", ""],
      ...["Struck with a mallet:", "", "- hum at 182 Hz", "- tierce at 442 Hz ^tierce", "", "A minor third."],
    ].join("\n"),
    "Clock.md": ["# Clock", "", ...STEPS].join("\n"),
    "Panes.md": ["# Panes", "", "| Pane | What |", "| --- | --- |", ...ROWS].join("\n"),
    "Code.md": "# Striker\n\n```python\nPERIOD = 15  # seconds between strokes\n```\n",
    "Copy of bell.md": "A bronze bell, cast in 1958. See the frame and.\n",
    "Season.md":
      "The causeway is closed in winter, from December on.\n\nIn summer the causeway is open at low water.\n",
    "Schiff.md": "Die Nebelschifffahrt ruht bei Sturm.\n",
    "Long.md": `${SAID.repeat(400)}Only the heron knew the password. ${SAID.repeat(400)}\n`,
    "Folder/Inside.md": "A bell inside a folder.\n",
    "日本語.md": "# 灯台\n\n灯台の鐘は青銅で作られた。\n\n霧の日には鐘が鳴る。\n",
    "ไทย.md": "ระฆังทำจากทองสัมฤทธิ์\n\nเรือออกทะเลทุกเช้า\n",
    "عربي.md": "الجرس مصنوع من البرونز.\n\nالبحر هادئ اليوم.\n",
    "Private/Diary.md": "The bell made me cry.\n",
  });
}

/** What became of each citation of the last answer. */
export async function verdicts(asking: Asking, answer: string): Promise<Verdict[]> {
  const evidence = new Evidence(asking.messages);
  const call = (tool: string, args: string) => asking.tools.callJson(tool, args, undefined, { layout: true });
  return Promise.all(citationsIn(answer).map((one) => evidence.check(one, call, new AbortController().signal)));
}
