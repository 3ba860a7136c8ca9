// What a client's answer to a question about a change counts for: that question, in that vault, once.
import type { ServerContext } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import type { Decision, Proposal } from "../../pkg/lectern.js";
import { ElicitedApproval, shownCodec, type VaultAsked } from "../../js/cli/mcp/elicitation.ts";
import { UnaskedLosses } from "../../js/vault/approval.ts";

const vaultAt = (name: string, root: string): VaultAsked => ({ name, host: { root }, unasked: new UnaskedLosses() });
const HOME = vaultAt("home", "/vaults/home");
const WORK = vaultAt("work", "/vaults/work");
/** A client that can ask. */
const ASKING = { canAsk: true, accepts: false };
const PROPOSAL: Proposal = {
  path: "a.md",
  version: "00000000",
  newVersion: "11111111",
  lines: 1,
  loss: { removed: 0, all: 1 },
  hunks: [],
  movedTo: null,
  linked: [],
  diff: "diff --git a/a.md b/a.md\n",
  warnings: [],
  alwaysAsk: false,
  correctable: false,
};
const YES = { change: { action: "accept", content: { approve: true } } };

/** A request of a client of 2026: without an answer, or with one to what `state` says it was shown. */
function contextOf(state?: unknown, inputResponses?: unknown): ServerContext {
  const mcpReq = { method: "tools/call", envelope: {}, requestState: () => state, inputResponses };
  return { mcpReq } as unknown as ServerContext;
}

/** What the client was shown of `proposal`, as it comes back with the answer. */
async function asked(vault: VaultAsked, proposal = PROPOSAL) {
  const context = contextOf();
  const approval = new ElicitedApproval(context, vault, ASKING);
  expect((await approval.approve(proposal)).outcome).toBe("planned");
  const question = await approval.question();
  const message = JSON.stringify(question?.inputRequests);
  return { state: await shownCodec.verify(question?.requestState ?? "", context), message };
}

async function answered(state: unknown, vault: VaultAsked, proposal = PROPOSAL): Promise<Decision["outcome"]> {
  return (await new ElicitedApproval(contextOf(state, YES), vault, ASKING).approve(proposal)).outcome;
}

test("an answer counts once, for the vault, the path and the versions that were shown", async () => {
  const { state } = await asked(HOME);
  expect(await answered(state, WORK)).toBe("planned");
  expect(await answered(state, vaultAt("home", "/vaults/other"))).toBe("planned");
  expect(await answered(state, HOME, { ...PROPOSAL, path: "b.md" })).toBe("planned");
  expect(await answered(state, HOME, { ...PROPOSAL, version: "22222222" })).toBe("planned");
  expect(await answered(state, HOME, { ...PROPOSAL, newVersion: "22222222" })).toBe("planned");
  expect(await answered(undefined, HOME)).toBe("planned");
  expect(await answered(state, HOME)).toBe("accepted");
  // The same change, proposed again, is asked about again.
  expect(await answered(state, HOME)).toBe("planned");
  const { state: next } = await asked(HOME);
  expect(await answered(next, HOME)).toBe("accepted");
});

test("the question names the vault if there are several", async () => {
  expect((await asked(WORK)).message).toContain("Change “a.md” in the vault “work”?");
  expect((await asked(WORK, { ...PROPOSAL, movedTo: "b.md" })).message).toContain("to “b.md” in the vault “work”?");
  expect((await asked(vaultAt("", "/vaults/home"))).message).toContain("Change “a.md”?");
});
