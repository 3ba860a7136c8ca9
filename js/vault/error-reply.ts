// Error replies that are made where there is no core to make them.
import type { ErrorCode, Reply } from "../../pkg/lectern.js";
import { reason } from "../base/reason.ts";

/** An error reply: what happened, and what to do next. */
export function errorReply(code: ErrorCode, message: string, help: string): Reply {
  return {
    content: [{ type: "text", text: `error[${code}]: ${message}\nhelp: ${help}` }],
    isError: true,
    structuredContent: { display: `The call failed: ${message}`, files: [], error: { code, message, help } },
  };
}

/** The reply to a call that was not run, or not to its end. */
export function cancelledReply(): Reply {
  return errorReply("cancelled", "the call was cancelled", "call again if it is still needed");
}

/** `reply`, which is an error, with `more` appended to its help. */
export function withHelp(reply: Reply, more: string): Reply {
  const { error } = reply.structuredContent;
  if (!error) return reply;
  const { content, structuredContent } = errorReply(error.code, error.message, `${error.help}; ${more}`);
  return {
    ...reply,
    content,
    structuredContent: { ...structuredContent, ...reply.structuredContent, error: structuredContent.error ?? error },
  };
}

/** The reply if there is no core to ask, or no valid settings. */
export function notStarted(error: unknown): Reply {
  return errorReply("unreadable", `Lectern cannot start: ${reason(error)}`, "tell the user; nothing was read");
}
