// The replies that the loop itself gives, in the form of the core's.
import type { ErrorCode, Reply } from "../../../pkg/lectern.js";

/** An error reply: the fact, and the next step. */
export function refusal(code: ErrorCode, message: string, help: string): Reply {
  return {
    content: [{ type: "text", text: `error: ${message}\nhelp: ${help}` }],
    isError: true,
    structuredContent: { display: `Could not read: ${message}`, files: [], error: { code, message, help } },
  };
}

/** Of a call that was not run, or not to its end. */
export function cancelledReply(): Reply {
  return refusal("cancelled", "the call was cancelled", "call again if it is still needed");
}

/** `reply`, which is an error, with more help. */
export function withHelp(reply: Reply, more: string): Reply {
  const { error } = reply.structuredContent;
  if (!error) return reply;
  const help = `${error.help}; ${more}`;
  return {
    ...reply,
    content: [{ type: "text", text: `error: ${error.message}\nhelp: ${help}` }],
    structuredContent: { ...reply.structuredContent, error: { ...error, help } },
  };
}
