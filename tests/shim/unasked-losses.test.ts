// Changes in the panel that together remove more than half of a note: asked about in every mode, without a browser.
import { expect, test } from "vitest";
import type { Decision, Proposal } from "../../pkg/lectern.js";
import { Approvals, type ChangeQuestion } from "../../js/chat/changes/approvals.ts";
import type { ChatSettings } from "../../js/settings/chat-settings.ts";

/** A change that removes so many bytes of the text's. */
const removing = (removed: number, all: number, path = "a.md"): Proposal => ({
  path,
  version: "00000000",
  newVersion: "11111111",
  lines: 1,
  loss: { removed, all },
  hunks: [],
  movedTo: null,
  linked: [],
  diff: "",
  warnings: [],
  alwaysAsk: removed > all / 2,
  correctable: false,
});

/** What becomes of `proposals`, one after the other, and which of them the user is asked about. */
async function decided(approve: ChatSettings["approve"], answer: Decision["outcome"], ...proposals: Proposal[]) {
  const asked: Proposal[] = [];
  const viewer = {
    ask: ({ proposals: shown }: ChangeQuestion) => {
      asked.push(...shown);
      return Promise.resolve(shown.map((): Decision => ({ outcome: answer, hunks: null, comment: null })));
    },
    plan: () => undefined,
  };
  const settings = () => ({ approve, correct: "off" }) as const;
  const approvals = new Approvals(viewer, settings, () => 1, new Set(["", "b"]));
  for (const proposal of proposals) await approvals.run((ask) => ask(proposal, undefined));
  return asked.map(({ loss }) => proposals.findIndex((one) => one.loss === loss));
}

test.each(["accept", "folder"] as const)("in the mode %s", async (mode) => {
  expect(await decided(mode, "accepted", removing(900, 1000))).toStrictEqual([0]);
  expect(await decided(mode, "accepted", removing(400, 1000), removing(0, 600), removing(200, 600))).toStrictEqual([2]);
  // Each note counts for itself, and what was accepted when asked counts no more.
  const others = [removing(400, 1000), removing(400, 1000, "b/c.md"), removing(400, 1000, "b/d.md")];
  expect(await decided(mode, "accepted", ...others)).toStrictEqual([]);
  const three = [removing(400, 1000), removing(200, 600), removing(150, 400)];
  expect(await decided(mode, "accepted", ...three)).toStrictEqual([1]);
  expect(await decided(mode, "rejected", ...three)).toStrictEqual([1, 2]);
  // A few words are no note.
  expect(await decided(mode, "accepted", removing(10, 30), removing(10, 20))).toStrictEqual([]);
});
