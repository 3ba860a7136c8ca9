// The rows about what is sent (what leaves the device, when it is shown before, the record of it), and about what is
// excluded, with a live count.
import { counted, t } from "../base/translate.ts";
import { showLedger } from "../chat/sending/ledger-modal.ts";
import { whatLeaves } from "../chat/sending/leaves-device.ts";
import { agentsOf } from "../server/clients.ts";
import type { PreviewMode } from "../settings/chat-settings.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";
import { reason } from "../base/reason.ts";
import type { App, TFile } from "obsidian";
import { openTools } from "../host/obsidian-vaults.ts";
import type { Settings } from "../settings/parse-settings.ts";
import { Turns } from "../base/turns.ts";

const modes = (): Record<PreviewMode, string> => ({
  first: t("First question to a provider"),
  question: t("Every question"),
  always: t("Every question, and what is read for it"),
});

/** The rows about what is sent. */
export function sentRows(form: Form): Row[] {
  return [
    {
      name: t("What leaves this device"),
      aliases: [t("Privacy")],
      render: (setting) => {
        const { descEl } = setting.setClass("lectern-settings-leaves");
        const say = (): void => {
          descEl.empty();
          const list = descEl.createEl("ul");
          for (const text of whatLeaves(form.chat, form.meaning, agentsOf(form.app))) list.createEl("li", { text });
        };
        say();
        return form.follow(say);
      },
    },
    form.chatFields.choice(
      "preview",
      modes(),
      t("Show before sending"),
      t("See which notes and lines go to the model's server, and leave some out."),
      { aliases: [t("Privacy"), t("Preview")] },
    ),
    {
      name: t("Record of what was sent"),
      desc: t("Which models have seen which notes. Kept on this device only."),
      aliases: [t("Privacy"), t("Log")],
      render: (setting) => {
        setting.addButton((button) => button.setButtonText(t("Show record")).onClick(() => showLedger(form.app)));
      },
    },
  ];
}

/** The rows about what is excluded. */
export function excludeRows(form: Form): Row[] {
  const { fields } = form;
  const more = { aliases: [t("Ignored"), t("Privacy")] };
  return [
    fields.lines(
      "closed",
      "Private",
      t("Excluded folders"),
      t(
        "One per line. A name excludes every folder or note with that name, a path such as Work/Clients only that place. Names that start with a dot are always excluded.",
      ),
      more,
    ),
    fields.lines(
      "patterns",
      "drafts/**/*.md",
      t("Excluded patterns"),
      t("One per line, as in a .gitignore file. A file named .lecternignore in the vault's root folder does the same."),
      more,
    ),
    fields.lines(
      "closedTags",
      "private",
      t("Excluded tags"),
      t(
        "One per line. Excludes notes with one of these tags. Notes with the property lectern: false are always excluded.",
      ),
      more,
    ),
    countRow(form),
  ];
}

/** Shows how many files are excluded; counts again after every change. */
function countRow(form: Form): Row {
  return {
    name: t("Currently excluded"),
    render: (setting) => {
      setting.setClass("lectern-settings-closed").descEl.setAttrs({ role: "status" });
      let counting = new AbortController();
      const count = async (): Promise<void> => {
        counting.abort();
        const { signal } = (counting = new AbortController());
        try {
          const says = await countClosed(form.app, form.settings, signal);
          const also = t("Notes that are excluded by a tag or property aren't counted.");
          if (says !== undefined) setting.setDesc(`${says} ${also}`);
        } catch (error) {
          if (!signal.aborted) setting.setDesc(t("Couldn't count: {reason}.", { reason: reason(error) }));
        }
      };
      void count();
      const stop = form.follow(() => void count());
      return () => {
        stop();
        counting.abort();
      };
    },
  };
}

/**
 * How many files `settings` exclude by their paths, as a sentence; undefined once `signal` is aborted. The policy itself
 * is asked, and the app has its turn meanwhile.
 */
async function countClosed(app: App, settings: Settings, signal: AbortSignal): Promise<string | undefined> {
  const tools = openTools(app, settings);
  const closed: TFile[] = [];
  let files: TFile[] = [];
  try {
    await tools.ready();
    const turns = new Turns();
    files = app.vault.getFiles();
    for (const file of files) {
      if (signal.aborted) return undefined;
      if (tools.isProtectedPath(file.path)) closed.push(file);
      await turns.give();
    }
  } finally {
    tools.close();
  }
  const notes = closed.filter(({ extension }) => extension === "md").length;
  const others = closed.length - notes;
  const [first, second] = [
    ...(notes > 0 ? [counted(notes, "{n} note", "{n} notes")] : []),
    ...(others > 0 ? [counted(others, "{n} other file", "{n} other files")] : []),
  ];
  if (first === undefined) return t("No files are excluded.");
  const what = second === undefined ? first : t("{first} and {second}", { first, second });
  return counted(files.length, "{what} of {n} file.", "{what} of {n} files.", { what });
}
