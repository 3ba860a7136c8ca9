// `npm run demo`: builds the plugin and shows how a model reads a vault and proposes a change. Each reply comes from the
// command line and is what a model would get.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildAll, dist } from "./build.mjs";
import { Failure, main, root } from "./tools.mjs";

const VAULT = join("tests", "fixtures", "vault");
/** Of a reply with more lines than this, only the first and last lines are shown. */
const SHOWN_LINES = 12;

await main(import.meta.url, async () => {
  await buildAll();
  console.log(`\nThe vault in ${VAULT} belongs to the keeper of an old lighthouse. A model reads it:`);

  say("A note by its name, as in a link. Only the note's lines are numbered.");
  call("read_file", { path: "Inbox" });

  say("A range: lines 37 to 56 of a longer note. The last line says which part of the note this is.");
  call("read_file", { path: "Projects/Lantern room.md", start_line: 37, end_line: 56 });

  say("The last 10 lines of a long log: the night of the storm, until the battery gives out.");
  call("read_file", { path: "Logs/Weather station.md", start_line: -10 });

  say("The whole log, 290 KB, page by page. The model follows `next` and misses nothing.");
  follow({ path: "Logs/Weather station.md" });

  say("One line of 140 KB. It is split between characters, never inside an emoji, and continues where it stopped.");
  follow({ path: "Transcripts/Interview with the keeper.md" });

  say("A misspelled name. The error says what to call next.");
  call("read_file", { path: "Projects/Lantern rom.md" });

  say("The API key of another plugin. It is refused, however its path is spelled.");
  call("read_file", { path: ".obsidian/plugins/some-ai-helper/data.json" });
  call("read_file", { path: "Notes/../.OBSIDIAN./plugins/some-ai-helper/data.json" });

  say("An excluded folder (--protect Private). The reply is the same whether or not the file exists.");
  call("read_file", { path: "Private/Diary.md" }, "--protect", "Private");

  say("A change, quoted with another apostrophe than the note has. The error names the call that works.");
  const done = { old: "- [ ] Gu’s glass shop closes", new: "- [x] Gu’s glass shop closes" };
  call("edit_file", { path: "Inbox", edits: [done] }, "--approve", "plan");

  say("The same as in the note. As a plan it is printed and not written; in a terminal you are asked.");
  const right = { old: done.old.replace("’", "'"), new: done.new.replace("’", "'") };
  call("edit_file", { path: "Inbox", edits: [right] }, "--approve", "plan");

  say("A question, answered without a model: passages from the notes, with their lines, which are checked (✓).");
  ask("Which pane is thinner than the rest, and why?");

  console.log(`
What to do next
  In Obsidian   copy the three files in ${dist}
                into YOUR-VAULT/.obsidian/plugins/lectern/, then turn Lectern on under Settings, Community plugins.
                Run the command "Lectern: Open chat" and ask; or npm run demo:app shows it in a browser.
  In a terminal npm run -s lectern -- -p "Some question" --vault YOUR-VAULT
                npm run -s lectern -- call read_file --vault YOUR-VAULT --args '{"path": "Some note"}'
`);
});

/** @param {string} sentence */
function say(sentence) {
  console.log(`\n-- ${sentence}`);
}

/**
 * Asks a question, and shows the command, the steps and the answer.
 * @param {string} question
 */
function ask(question) {
  console.log(`$ npm run -s lectern -- -p "${question}" --vault ${VAULT}`);
  const { stdout, stderr } = lectern("-p", question);
  console.log(`${stderr}\n${stdout.trimEnd()}`);
}

/**
 * Calls a tool, and shows the command and its reply.
 * @param {string} tool
 * @param {Record<string, unknown>} args
 * @param {...string} options
 */
function call(tool, args, ...options) {
  const json = JSON.stringify(args);
  console.log(`$ npm run -s lectern -- call ${tool} --vault ${VAULT} ${[...options, "--args", `'${json}'`].join(" ")}`);
  const lines = lectern("call", tool, "--args", json, ...options)
    .stdout.trimEnd()
    .split("\n");
  const half = SHOWN_LINES / 2;
  if (lines.length > SHOWN_LINES)
    lines.splice(half, lines.length - SHOWN_LINES, `      (${lines.length - SHOWN_LINES} more lines)`);
  console.log(lines.join("\n"));
}

/**
 * Reads all pages by following `next`, and shows one line for each.
 * @param {Record<string, unknown>} first
 */
function follow(first) {
  for (let args = first; ;) {
    const reply = JSON.parse(lectern("call", "read_file", "--json", "--args", JSON.stringify(args)).stdout);
    const { display, files } = reply.structuredContent;
    const [{ next }] = files;
    const bytes = Buffer.byteLength(reply.content[0].text).toLocaleString("en");
    console.log(`${display} (${bytes} bytes)${next ? `; next: ${JSON.stringify(next)}` : "; that is all of it"}`);
    if (!next) return;
    args = next;
  }
}

/** @param {...string} args */
function lectern(...args) {
  const options = /** @type {const} */ ({ encoding: "utf8", maxBuffer: 2 ** 26 });
  const words = [join(root, "pkg", "cli.mjs"), ...args, "--vault", join(root, VAULT)];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, options);
  if (status !== 0 && status !== 1) throw new Failure(`the command line ended with ${status}: ${stderr}`);
  return { stdout, stderr };
}
