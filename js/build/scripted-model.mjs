// A model that follows a script, for `npm run demo:app`: it speaks as servers compatible with OpenAI's do, and proposes
// the same changes to every question.

/** What it proposes: a part of a note, a new note, and a rename with its links. */
const CALLS = [
  { name: "edit_file", args: { path: "Inbox", edits: [{ old: "- [ ] ", new: "- [x] ", near_line: 5 }] } },
  { name: "write_file", args: { path: "Projects/Checklist", content: "# Checklist\n\nFor the [[Open day 2026]].\n" } },
  { name: "move_file", args: { from: "Projects/Fog bell.md", to: "Projects/The fog bell.md" } },
];

/**
 * The answer to a request for chat completions, as server-sent events.
 * @param {{ messages: { role: string }[] }} request
 */
export function scriptedAnswer({ messages }) {
  const isAsked = messages.at(-1)?.role !== "tool";
  const calls = CALLS.map(({ name, args }, index) => ({
    index,
    id: `call_${messages.length}_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  const delta = isAsked
    ? { role: "assistant", content: "I would change three things.", tool_calls: calls }
    : { role: "assistant", content: "That is all. The button **Changes** above lists what was made, and undoes it." };
  const chunk = { id: "scripted", object: "chat.completion.chunk", created: 0, model: "scripted" };
  const events = [
    { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: isAsked ? "tool_calls" : "stop" }] },
  ];
  return [...events.map((event) => JSON.stringify(event)), "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
}
