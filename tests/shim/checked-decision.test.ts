// What another plugin may decide about a change.
import { expect, test } from "vitest";
import { checkedDecision } from "../../js/vault/approval.ts";

const NONE = { hunks: null, comment: null, edited: null };

test.each([
  [{ outcome: "rejected" }, NONE],
  [
    { outcome: "accepted", hunks: [0, 2], comment: "fine" },
    { ...NONE, hunks: [0, 2], comment: "fine" },
  ],
  [
    { outcome: "accepted", edited: [] },
    { ...NONE, edited: [] },
  ],
  [
    { outcome: "accepted", edited: [{ hunk: 1, text: "👩‍🌾\n" }] },
    { ...NONE, edited: [{ hunk: 1, text: "👩‍🌾\n" }] },
  ],
])("%j is a decision", (given, decision) => {
  expect(checkedDecision(given)).toStrictEqual({ outcome: given.outcome, ...decision });
});

test.each<[unknown, string]>([
  [undefined, "no outcome"],
  [{ outcome: "yes" }, "no outcome"],
  [{ outcome: "accepted", hunks: [-1] }, "no list of indices"],
  [{ outcome: "accepted", comment: 7 }, "no text"],
  ...["all", [1], [null], [{ hunk: 0 }], [{ text: "a" }], [{ hunk: 0.5, text: "a" }], [{ hunk: 0, text: ["a"] }]].map(
    (edited): [unknown, string] => [{ outcome: "accepted", edited }, "edited that is no list"],
  ),
  [{ outcome: "accepted", edited: [{ hunk: 0, text: "a\ud83d" }] }, "edited that is no list"],
])("%j is none", (given, fault) => {
  expect(() => checkedDecision(given)).toThrow(fault);
});
