// How a client approves a change: it is shown the diff and asked (elicitation). Only what it was shown is written.
import { createHash, randomBytes } from "node:crypto";
import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Decision, Proposal } from "../../../pkg/lectern.js";
import { alwaysAsks } from "../../vault/approval.ts";
import type { Changes } from "../../vault/changes.ts";

/** A longer diff can't be judged in a dialogue. */
const MOST_LETTERS = 60_000;
const ASKED = "change";
/** How long the user may take. */
const MOST_WAIT_MS = 600_000;

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
  /** What the model can do, if the user could not be asked. */
  help: string | undefined;

  /** `accepts`: changes are made without asking, except those that are always asked about. */
  constructor(context: ServerContext, canAsk: boolean, accepts: boolean) {
    this.#context = context;
    this.#canAsk = canAsk;
    this.#accepts = accepts;
  }

  readonly approve: Changes["approve"] = async (proposal) => {
    if (this.#accepts && !alwaysAsks(proposal)) return decision("accepted");
    if (!this.#canAsk) {
      const how = this.#accepts
        ? "a deletion, a move, and a change that removes more than half of a note are always asked about"
        : "it does not support elicitation; the user can start Lectern with --approve accept";
      this.help = "nothing was changed; do not try again, tell the user";
      throw new Error(`this client can't ask the user, ${how}`);
    }
    if (proposal.diff.length > MOST_LETTERS) {
      this.help = "nothing was changed; make the change in smaller steps";
      throw new Error("the change is too large to be shown");
    }
    // Clients of 2025 are asked while the call waits, later ones by its result.
    if (this.#context.mcpReq.envelope === undefined) return await this.#answerOf(proposal);
    const shown = this.#context.mcpReq.requestState<Shown>();
    const answer = inputResponse(this.#context.mcpReq.inputResponses, ASKED);
    // An answer to another proposal says nothing about this one: the note may have changed meanwhile.
    if (answer.kind !== "elicit" || shown?.hash !== hashOf(proposal)) {
      this.#asked = proposal;
      return decision("planned");
    }
    return decisionIn(answer.action, acceptedContent(this.#context.mcpReq.inputResponses, ASKED));
  };

  async #answerOf(proposal: Proposal): Promise<Decision> {
    const { mcpReq } = this.#context;
    try {
      // There is no other way to ask such a client while its call waits.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
      const { action, content } = await mcpReq.elicitInput(formOf(proposal), {
        signal: mcpReq.signal,
        timeout: MOST_WAIT_MS,
      });
      return decisionIn(action, content);
    } catch (error) {
      this.help = "nothing was changed; tell the user";
      // The library's words are a listing of several lines.
      const isInvalid = error instanceof SdkError && error.code === SdkErrorCode.InvalidResult;
      throw isInvalid ? new Error("the client's answer is not valid") : error;
    }
  }

  /** What the client has to be asked; undefined if the call is done. */
  async question(): Promise<InputRequiredResult | undefined> {
    const proposal = this.#asked;
    if (!proposal) return undefined;
    return inputRequired({
      requestState: await shownCodec.mint({ hash: hashOf(proposal) }, this.#context),
      inputRequests: {
        [ASKED]: inputRequired.elicit(formOf(proposal)),
      },
    });
  }
}

/** The user's decision in an answer. */
function decisionIn(action: string, content: Readonly<Record<string, unknown>> | undefined): Decision {
  const { approve, comment } = content ?? {};
  // A client without a user at hand, such as one that prints an answer, declines by itself, or accepts nothing.
  if (action !== "accept" || typeof approve !== "boolean") return decision("declined");
  const said = typeof comment === "string" && comment.trim() !== "" ? comment : null;
  return { ...decision(approve ? "accepted" : "rejected"), comment: said };
}

/** The question to the user. */
const formOf = (proposal: Proposal) => ({
  message: messageOf(proposal),
  requestedSchema: {
    type: "object" as const,
    properties: {
      approve: { type: "boolean" as const, title: "Make this change" },
      comment: { type: "string" as const, title: "Comment for the model" },
    },
    required: ["approve"],
  },
});

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
