// How changes are approved in a terminal: `--approve ask`, `accept` or `plan`.
import type { Decision, Proposal } from "../../pkg/lectern.js";
import { stopIf } from "../base/aborted.ts";
import type { Changes } from "../vault/changes.ts";
import { alwaysAsks, UnaskedLosses } from "../vault/approval.ts";
import type { StyledText, Terminal } from "./terminal.ts";
import { wrongValue } from "./exit-codes.ts";

/** `ask-undo` asks about what is undone, `undo` accepts all of it, deletions too: the user asked for it by name. */
type Mode = "ask" | "accept" | "plan" | "ask-undo" | "undo";

/** Where changes are shown, and where the user is asked. */
export interface Screens {
  /** Prints plans; undefined if the reply has them. */
  readonly plan: Terminal | undefined;
  /** Whether a program reads what is printed: it gets each diff as it is. */
  readonly isPiped: boolean;
  readonly questions: Terminal;
}

/** The mode that `--approve` names. */
export function modeOf(given = "ask"): Mode {
  if (given === "ask" || given === "accept" || given === "plan") return given;
  throw wrongValue("approve", given, "ask, accept or plan");
}

/** Which change of several the user is asked about. */
export interface Place {
  /** From 1. */
  readonly number: number;
  readonly count: number;
}

/** Changes about which the user is asked, one after the other. */
export interface AskedChanges extends Changes {
  approve(...asked: [...Parameters<Changes["approve"]>, place?: Place]): Promise<Decision>;
}

/** Decides about changes. `input` is the terminal to ask in; undefined if standard input is in use. */
export function approver(mode: Mode, screens: Screens, input: NodeJS.ReadStream | undefined): AskedChanges["approve"] {
  const unasked = new UnaskedLosses();
  // A model may propose several changes at once. Each answer is for one of them.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (ask: () => Promise<Decision>): Promise<Decision> => {
    const decided = last.then(ask);
    last = decided.catch(() => undefined);
    return decided;
  };
  return async (proposal, signal, place) => {
    if (mode === "undo") return decision("accepted");
    if (mode === "plan") {
      // A program takes the diff alone.
      if (screens.plan && screens.isPiped) {
        screens.plan.raw(proposal.diff);
        warn(screens.questions, proposal);
      } else if (screens.plan) show(screens.plan, proposal);
      return decision("planned");
    }
    if (mode === "accept" && !alwaysAsks(proposal, unasked)) {
      unasked.add(proposal, false);
      return decision("accepted");
    }
    if (!input?.isTTY) {
      throw new Error(`there is no terminal to ask in; ${WITHOUT_TERMINAL[mode]}`);
    }
    return inTurn(async () => {
      stopIf(signal);
      const isUndo = mode === "ask-undo";
      const about = (): void => {
        show(screens.questions, proposal);
        if (!isUndo && isInParts(proposal)) for (const line of partsOf(proposal)) screens.questions.line(line);
        if (isUndo) screens.questions.line(undoneBy(proposal));
      };
      const { askUser } = await import("./ask-user.ts");
      const question = placed(isUndo ? "Undo this change? [y/N]" : questionFor(proposal), place);
      const answer = await askUser(input, question, about, signal);
      const given = answered(answer ?? "", proposal, isUndo);
      if (given.outcome === "accepted") unasked.add(proposal, true);
      return given;
    });
  };
}

/** What to do where nobody can be asked. */
const WITHOUT_TERMINAL = {
  ask: 'add "--approve accept" or "--approve plan"',
  accept: "such a change is made by hand only",
  "ask-undo": 'add "--yes"',
};

/** `question`, after which of several changes it is about. */
function placed(question: string, place: Place | undefined): string {
  if (place === undefined || place.count < 2) return `${question} `;
  return `Change ${place.number} of ${place.count}: ${question.charAt(0).toLowerCase()}${question.slice(1)} `;
}

/** Whether parts of it can be accepted alone. */
const isInParts = ({ hunks, newVersion, movedTo }: Proposal): boolean =>
  movedTo === null && newVersion !== null && hunks.length > 1;

function questionFor(proposal: Proposal): string {
  if (proposal.movedTo !== null) return "Move the file and change these links? [y/N]";
  if (proposal.newVersion === null) return "Move the file to the trash? [y/N]";
  const parts = isInParts(proposal) ? `, or parts: 1-${proposal.hunks.length}` : "";
  return `Make this change? [y/N${parts}]`;
}

/** `Part 1 of 2: line 3`, for each part that can be accepted alone. */
function partsOf({ hunks }: Proposal): string[] {
  return hunks.map(({ line, removedLines, newLine, addedLines }, index) => {
    const [first, count] = addedLines > 0 ? [newLine, addedLines] : [line, removedLines];
    const lines = count > 1 ? `lines ${first}-${first + count - 1}` : `line ${first}`;
    return `Part ${index + 1} of ${hunks.length}: ${lines}${addedLines === 0 ? ", removed" : ""}`;
  });
}

/** What comes back if a change is undone by `proposal`. */
function undoneBy({ path, version, newVersion, movedTo, hunks }: Proposal): string {
  const lines = (count: number): string => (count === 1 ? "1 line" : `${count} lines`);
  const [gone, back] = [sum(hunks.map((hunk) => hunk.removedLines)), sum(hunks.map((hunk) => hunk.addedLines))];
  if (movedTo !== null) return `"${path}" moves back to "${movedTo}"`;
  if (newVersion === null) return `"${path}", which the change made, moves to the trash`;
  if (version === null) return `"${path}" comes back, with ${lines(back)}`;
  const comeBack = `${lines(back)} that the change removed ${back === 1 ? "comes" : "come"} back`;
  const go = (what: string): string => `${lines(gone)} that ${what} added ${gone === 1 ? "goes" : "go"}`;
  if (back === 0) return `in "${path}", ${go("the change")}`;
  return `in "${path}", ${gone === 0 ? comeBack : `${comeBack}, and ${go("it")}`}`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** `y`, `n`, `1 3`, unless it `isWhole`; what follows `n` is a comment for the model. */
export function answered(text: string, { hunks }: Proposal, isWhole = false): Decision {
  const answer = text.trim();
  if (/^(?:y|yes)$/i.test(answer)) return decision("accepted");
  const parts = answer.split(/[\s,]+/).map(Number);
  if (!isWhole && answer !== "" && parts.every((part) => Number.isInteger(part) && part >= 1 && part <= hunks.length)) {
    return { ...decision("accepted"), hunks: parts.map((part) => part - 1) };
  }
  const comment = /^(?:n|no)[\s,:]+(.+)$/is.exec(answer)?.[1] ?? null;
  return { ...decision("rejected"), comment };
}

function decision(outcome: Decision["outcome"]): Decision {
  return { outcome, hunks: null, comment: null };
}

/** The diff in colors, and what the user should know. */
function show(terminal: Terminal, proposal: Proposal): void {
  for (const line of proposal.diff.replace(/\n$/, "").split("\n")) terminal.line(coloured(line));
  warn(terminal, proposal);
}

function warn(terminal: Terminal, { warnings }: Proposal): void {
  for (const warning of warnings) terminal.line({ text: `warning: ${warning}`, colour: "33" });
}

function coloured(line: string): StyledText {
  if (/^(?:diff|---|\+\+\+|new file|deleted file|rename )/.test(line)) return { text: line, colour: "1" };
  const colour = { "+": "32", "-": "31", "@": "36" }[line.charAt(0)];
  // The end of a line with CRLF is a change too.
  const text = line.replace(/\r$/, colour === undefined || colour === "36" ? "" : "␍");
  return { text, ...(colour !== undefined && { colour }) };
}
