// Error messages.

/** The first line of an error's message. */
export function reason(error: unknown): string {
  // Not `instanceof`: the error may come from another window.
  const message: unknown = typeof error === "object" && error && "message" in error ? error.message : error;
  const words = typeof message === "string" ? message : "unknown error";
  return words.split("\n", 1)[0] ?? "";
}

/** The same for an error of the system, without the place on the disk that its message ends with. */
export function systemReason(error: unknown): string {
  return reason(error).replace(/, \w+ '.*$/, "");
}
