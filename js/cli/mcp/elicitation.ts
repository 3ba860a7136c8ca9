// How a client approves a change: it is shown the diff and asked (elicitation). Only what it was shown is written.
import { createHash, randomBytes, randomUUID } from "node:crypto";
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
import type { ServedVault } from "./served-vault.ts";

/** A longer diff can't be judged in a dialogue. */
const MOST_LETTERS = 60_000;
const ASKED = "change";
/** How long the user may take. */
const MOST_WAIT_MS = 600_000;

/** How long an answer to a question is taken, in seconds. */
const TTL_SECONDS = 3600;

/** What the client was shown, as the server keeps it with the client. */
interface Shown {
  readonly hash: string;
  /** The number of the question. Each is answered once. */
  readonly nonce: string;
}

/** The questions that wait for an answer, and when they no longer do. */
const open = new Map<string, number>();

/** Opens a question, and forgets those that nobody answered. */
function openQuestion(): string {
  const now = Date.now();
  for (const [nonce, end] of open) if (end < now) open.delete(nonce);
  const nonce = randomUUID();
  open.set(nonce, now + TTL_SECONDS * 1000);
  return nonce;
}

/** Seals what the client was shown: it comes back with the answer. */
export const shownCodec = createRequestStateCodec<Shown>({
  key: randomBytes(32),
  ttlSeconds: TTL_SECONDS,
  bind: (context) => context.mcpReq.method,
});

/** The vault whose notes change. */
export interface VaultAsked extends Pick<ServedVault, "name" | "unasked"> {
  /** Its folder. */
  readonly host: { readonly root: string };
}

/** Whether and when the user is asked. */
export interface Asking {
  /** Whether the client can ask its user. */
  readonly canAsk: boolean;
  /** Changes are made without asking, except those that are always asked about. */
  readonly accepts: boolean;
}

/** Approves the change of one call. */
export class ElicitedApproval {
  readonly #context: ServerContext;
  readonly #vault: VaultAsked;
  readonly #asking: Asking;
  /** What has to be asked now. */
  #asked: Proposal | undefined;
  /** What the model can do, if the user could not be asked. */
  help: string | undefined;

  constructor(context: ServerContext, vault: VaultAsked, asking: Asking) {
    this.#context = context;
    this.#vault = vault;
    this.#asking = asking;
  }

  readonly approve: Changes["approve"] = async (proposal) => {
    const { unasked } = this.#vault;
    const isAsked = !this.#asking.accepts || alwaysAsks(proposal, unasked);
    const decided = isAsked ? await this.#ask(proposal) : decision("accepted");
    if (decided.outcome === "accepted") unasked.add(proposal, isAsked);
    return decided;
  };

  async #ask(proposal: Proposal): Promise<Decision> {
    if (!this.#asking.canAsk) {
      const how = this.#asking.accepts
        ? "a deletion, a move, a change that removes more than half of a note's text, and what a warning says are always asked about"
        : "it does not support elicitation; the user can start Lectern with --approve accept";
      this.help = proposal.isUnreadable
        ? "nothing was changed; mend what can't be read, and try again"
        : "nothing was changed; do not try again, tell the user";
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
    // An answer to another proposal says nothing about this one: the note may have changed meanwhile. An answer is
    // used once: if the same change is proposed again, the user is asked again.
    const isAnswered = answer.kind === "elicit" && shown?.hash === hashOf(this.#vault, proposal);
    if (!isAnswered || !open.delete(shown.nonce)) {
      this.#asked = proposal;
      return decision("planned");
    }
    return decisionIn(answer.action, acceptedContent(this.#context.mcpReq.inputResponses, ASKED));
  }

  async #answerOf(proposal: Proposal): Promise<Decision> {
    const { mcpReq } = this.#context;
    try {
      // There is no other way to ask such a client while its call waits.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
      const { action, content } = await mcpReq.elicitInput(formOf(this.#vault, proposal), {
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
      requestState: await shownCodec.mint(
        { hash: hashOf(this.#vault, proposal), nonce: openQuestion() },
        this.#context,
      ),
      inputRequests: {
        [ASKED]: inputRequired.elicit(formOf(this.#vault, proposal)),
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
const formOf = (vault: VaultAsked, proposal: Proposal) => ({
  message: messageOf(vault, proposal),
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

/** The vault's folder, and all that was shown: the path, the versions and the diff. */
const hashOf = ({ host }: VaultAsked, proposal: Proposal): string =>
  createHash("sha256")
    .update(JSON.stringify([host.root, proposal]))
    .digest("base64url");

function messageOf({ name }: VaultAsked, proposal: Proposal): string {
  const { path, movedTo, newVersion, version, warnings, diff } = proposal;
  const where = name === "" ? "" : ` in the vault “${name}”`;
  const what =
    movedTo !== null
      ? `Move “${path}” to “${movedTo}”${where}?`
      : newVersion === null
        ? `Move “${path}” to the trash${where}?`
        : version === null
          ? `Make the new note “${path}”${where}?`
          : `Change “${path}”${where}?`;
  return [what, ...warnings.map((warning) => `Warning: ${warning}`), diff].join("\n\n");
}
