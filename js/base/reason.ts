// Error messages.

/** The first line of an error's message. */
export function reason(error: unknown): string {
  // Not `instanceof`: the error may come from another window.
  const message: unknown = typeof error === "object" && error && "message" in error ? error.message : error;
  const words = typeof message === "string" ? message : "unknown error";
  return words.split("\n", 1)[0] ?? "";
}

/** Plain words for the system's codes. */
const SYSTEM: Readonly<Record<string, string>> = {
  ABORT_ERR: "the call was cancelled",
  EACCES: "permission denied",
  EBUSY: "another program is using it",
  EEXIST: "it exists already",
  EIO: "the disk reports an error",
  EISDIR: "it is a folder",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file or folder",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is not a folder",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
};

/** The code of an error of the system: `"EACCES: permission denied, open '/a'"` gives `EACCES`. */
export function systemCode(error: unknown): string | undefined {
  const code: unknown = typeof error === "object" && error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : /^(E[A-Z0-9]+): /.exec(reason(error))?.[1];
}

/** The reason of an error of the system in plain words, without the place on the disk that its message ends with. */
export function systemReason(error: unknown): string {
  return SYSTEM[systemCode(error) ?? ""] ?? reason(error).replace(/, \w+ '.*$/, "");
}
