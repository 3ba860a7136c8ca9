// The rows of limits and prices.
import { t } from "../base/translate.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";

/** The rows about one answer. */
export function answerRows(form: Form): Row[] {
  const { chatFields } = form;
  const visible = (): boolean => form.chat.provider !== "quotes";
  return [
    chatFields.number(
      "maxTurns",
      t("Maximum steps per answer"),
      t("How often the model may read and go on before it must stop."),
    ),
    chatFields.number(
      "temperature",
      t("Temperature"),
      t(
        "From 0 to 2: how freely the model chooses its words. Leave empty for the provider's default; some models take no other.",
      ),
      { visible },
    ),
    chatFields.number(
      "contextTokens",
      t("Context size"),
      t("Tokens that the model can process at once. Leave empty for the default. Local servers often allow fewer."),
      { visible },
    ),
    chatFields.number(
      "idleSeconds",
      t("Timeout"),
      t(
        "Seconds to wait for the server before the answer is stopped. A local server may need longer to load a model. An answer that can't be streamed may take five times as long.",
      ),
      { visible },
    ),
    chatFields.number(
      "inputPrice",
      t("Input price"),
      t("Per million tokens, in any currency. Answers then show their cost."),
      { visible },
    ),
    chatFields.number("outputPrice", t("Output price"), t("Per million tokens, in the same currency."), {
      aliases: [t("Cost")],
      visible,
    }),
  ];
}

/** The rows about what a model gets at once. */
export function readRows({ fields }: Form): Row[] {
  return [
    fields.number(
      "maxBytes",
      t("Reply size"),
      t("Maximum bytes of text that a model gets at once. Longer notes are split into pages."),
    ),
    fields.number(
      "maxLines",
      t("Reply lines"),
      t("Maximum lines that a model gets at once. Leave empty for no limit. 0 lines or bytes returns outlines only."),
    ),
    fields.number("filesAtOnce", t("Parallel reads"), t("Files that are read at once, from 1 to 100.")),
    fields.number(
      "maxImageBytes",
      t("Image size"),
      t("Maximum bytes of an image as base64. Larger images are scaled down."),
    ),
    fields.number("maxImagesBytes", t("Image size per reply"), t("Maximum bytes of all images of a reply as base64.")),
  ];
}
