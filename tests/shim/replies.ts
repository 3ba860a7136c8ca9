// Whole expected replies: what the model reads, what the user reads, and what programs read.
import type { ErrorCode, FileShown, Reply } from "../../pkg/lectern.js";

/** The reply that shows all of a file whose lines end in LF. */
export function whole(path: string, lines: string[], shown: Partial<FileShown> = {}): Reply {
  const total = lines.length;
  const range = total === 1 ? "line 1 of 1" : `lines 1–${total} of ${total}`;
  return {
    content: [{ type: "text", text: lines.map((line, before) => `${before + 1}: ${line}`).join("\n") }],
    isError: false,
    structuredContent: {
      display: `Read ${range} in ${path}`,
      files: [
        {
          ...{ path, start_line: 1, end_line: total, total_lines: total, truncated: false },
          ...{ final_newline: true, eol: "lf", next: null },
          ...shown,
        },
      ],
    },
  };
}

/** `reply`, which shows a file, where the file was called by anything but its path. */
export function named(reply: Reply): Reply {
  const [{ path } = { path: "" }] = reply.structuredContent.files;
  const content = reply.content.map((part) =>
    part.type === "text" ? { ...part, text: `== ${path} ==\n${part.text}` } : part,
  );
  return { ...reply, content };
}

/** An error reply; `before` stands before the message where a person reads it. */
export function failed(code: ErrorCode, message: string, help: string, before = "Could not read"): Reply {
  return {
    content: [{ type: "text", text: `error[${code}]: ${message}\nhelp: ${help}` }],
    isError: true,
    structuredContent: { display: `${before}: ${message}`, files: [], error: { code, message, help } },
  };
}

/** The error reply `reply`, about the file or folder at `path`. */
export function about(path: string, reply: Reply): Reply {
  const { structuredContent } = reply;
  const { error } = structuredContent;
  return { ...reply, structuredContent: { ...structuredContent, ...(error && { error: { ...error, path } }) } };
}

/** The reply for a closed path: the same whatever closed it, and whether or not anything is there. */
export function denied(path: string): Reply {
  const help = "do not try other spellings; tell the user if the task needs it";
  return about(path, failed("denied", `${JSON.stringify(path)} is excluded`, help));
}

/** The reply for a path that a symbolic link leads out of the vault: the same whether or not anything is there. */
export function outside(path: string): Reply {
  const help = "tell the user if the task needs it; only what is in the vault can be read";
  const message = `${JSON.stringify(path)} leads out of the vault through a symbolic link`;
  return about(path, failed("outside_vault", message, help));
}

/** The reply where nothing is there, and no open name is near. */
export function notFound(path: string): Reply {
  const help = "no note has a similar name; ask the user for the note's name";
  return about(path, failed("not_found", `no note at ${JSON.stringify(path)}`, help));
}

/** The code of an error reply, `open PATH` for any other. */
export function outcome(reply: Reply): string {
  return reply.structuredContent.error?.code ?? `open ${reply.structuredContent.files[0]?.path ?? "nothing"}`;
}
