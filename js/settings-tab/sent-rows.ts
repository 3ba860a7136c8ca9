// The rows about what is sent: what leaves the device, when it is shown before, and the record of it.
import { t } from "../base/translate.ts";
import { showLedger } from "../chat/ledger-modal.ts";
import { whatLeaves } from "../chat/leaves-device.ts";
import type { PreviewMode } from "../settings/chat-settings.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";

const modes = (): Record<PreviewMode, string> => ({
  first: t("First question to a provider"),
  question: t("Every question"),
  always: t("Every question, and what is read for it"),
});

/** The rows. */
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
          for (const text of whatLeaves(form.chat, form.meaning)) list.createEl("li", { text });
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
