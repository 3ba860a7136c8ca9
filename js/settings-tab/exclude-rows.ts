// The rows that exclude folders, patterns and tags, with a live count.
import { reason } from "../base/reason.ts";
import { t } from "../base/translate.ts";
import { countClosed, saysClosed } from "./excluded-count.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";

/** The rows. */
export function excludeRows(form: Form): Row[] {
  const { fields } = form;
  return [
    fields.lines(
      "closed",
      "Private",
      t("Excluded folders"),
      t(
        "One per line. A name excludes every folder or note with that name, a path such as Work/Clients only that place. Names that start with a dot are always excluded.",
      ),
      { aliases: [t("Ignored"), t("Privacy")] },
    ),
    fields.lines(
      "patterns",
      "drafts/**/*.md",
      t("Excluded patterns"),
      t("One per line, as in a .gitignore file. A file named .lecternignore in the vault's root folder does the same."),
      { aliases: [t("Ignored"), t("Privacy")] },
    ),
    fields.lines(
      "closedTags",
      "private",
      t("Excluded tags"),
      t(
        "One per line. Excludes notes with one of these tags. Notes with the property lectern: false are always excluded.",
      ),
      { aliases: [t("Ignored"), t("Privacy")] },
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
          const count = await countClosed(form.app, form.settings, signal);
          if (!count) return;
          const also = t("Notes that are excluded by a tag or property aren't counted.");
          setting.setDesc(`${saysClosed(count)} ${also}`);
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
