// The questions and answers in the note of a conversation, to search in. Unlike reading the conversation, this never
// fails, and takes little time for a long note.

/** The text of questions and answers in `note`, at most `most` characters, without the comments and what was read. */
export function saidIn(note: string, most: number): string {
  let [said, at] = ["", 0];
  while (said.length < most) {
    const start = note.indexOf("<!-- lectern:", at);
    if (start < 0) break;
    const body = note.indexOf("\n", start);
    if (body < 0) break;
    at = note.indexOf("\n<!-- lectern:", body);
    if (at < 0) at = note.length;
    if (/^<!-- lectern:(?:question|answer) /.test(note.slice(start, start + 30)))
      said += note.slice(body, Math.min(at, body + most - said.length)).replace(/^> ?(?:\[!\w+\].*)?/gm, "");
  }
  return said;
}
