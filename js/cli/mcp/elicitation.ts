// How a client approves a change: it is shown the diff and asked (elicitation). Only what it was shown is written.
import { createHash, randomBytes } from "node:crypto";
import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Decision, Proposal } from "../../../pkg/lectern.js";
import { alwaysAsks } from "../../vault/approval.ts";
import type { Changes } from "../../vault/changes.ts";

/** A longer diff can't be judged in a dialogue. */
const MOST_LETTERS = 60_000;
const ASKED = "change";

/** What the client was shown, as the server keeps it with the client. */
interface Shown {
  readonly hash: string;
}

/** Seals what the client was shown: it comes back with the answer. */
export const shownCodec = createRequestStateCodec<Shown>({
  key: randomBytes(32),
  ttlSeconds: 3600,
  bind: (context) => context.mcpReq.method,
});

/** Approves the change of one call. */
export class ElicitedApproval {
  readonly #context: ServerContext;
  readonly #canAsk: boolean;
  readonly #accepts: boolean;
  /** What has to be asked now. */
  #asked: Proposal | undefined;

  /** `accepts`: changes are made without asking, except those that are always asked about. */
  constructor(context: ServerContext, canAsk: boolean, accepts: boolean) {
    this.#context = context;
    this.#canAsk = canAsk;
    this.#accepts = accepts;
  }

  readonly approve: Changes["approve"] = (proposal) => {
    if (this.#accepts && !alwaysAsks(proposal)) return Promise.resolve(decision("accepted"));
    if (!this.#canAsk) {
      const how = this.#accepts
        ? "a deletion, a move, and a change that removes more than half of a note are always asked about"
        : "it does not support elicitation; the user can start Lectern with --approve accept";
      return Promise.reject(new Error(`this client can't ask the user, ${how}`));
    }
    if (proposal.diff.length > MOST_LETTERS) {
      return Promise.reject(new Error("the change is too large to be shown; make it in smaller steps"));
    }
    const shown = this.#context.mcpReq.requestState<Shown>();
    const answer = inputResponse(this.#context.mcpReq.inputResponses, ASKED);
    // An answer to another proposal says nothing about this one: the note may have changed meanwhile.
    if (answer.kind !== "elicit" || shown?.hash !== hashOf(proposal)) {
      this.#asked = proposal;
      return Promise.resolve(decision("planned"));
    }
    // A client without a user at hand, such as one that prints an answer, declines by itself.
    if (answer.action !== "accept") return Promise.resolve(decision("declined"));
    const { approve, comment } = acceptedContent(this.#context.mcpReq.inputResponses, ASKED) ?? {};
    const said = typeof comment === "string" && comment.trim() !== "" ? comment : null;
    return Promise.resolve({ ...decision(approve === true ? "accepted" : "rejected"), comment: said });
  };

  /** What the client has to be asked; undefined if the call is done. */
  async question(): Promise<InputRequiredResult | undefined> {
    const proposal = this.#asked;
    if (!proposal) return undefined;
    return inputRequired({
      requestState: await shownCodec.mint({ hash: hashOf(proposal) }, this.#context),
      inputRequests: {
        [ASKED]: inputRequired.elicit({
          message: messageOf(proposal),
          requestedSchema: {
            type: "object",
            properties: {
              approve: { type: "boolean", title: "Make this change" },
              comment: { type: "string", title: "Comment for the model" },
            },
            required: ["approve"],
          },
        }),
      },
    });
  }
}

const decision = (outcome: Decision["outcome"]): Decision => ({ outcome, hunks: null, comment: null });

const hashOf = (proposal: Proposal): string =>
  createHash("sha256").update(JSON.stringify(proposal)).digest("base64url");

function messageOf({ path, movedTo, newVersion, version, warnings, diff }: Proposal): string {
  const what =
    movedTo !== null
      ? `Move “${path}” to “${movedTo}”?`
      : newVersion === null
        ? `Move “${path}” to the trash?`
        : version === null
          ? `Make the new note “${path}”?`
          : `Change “${path}”?`;
  return [what, ...warnings.map((warning) => `Warning: ${warning}`), diff].join("\n\n");
}
