// Says which model wrote an answer.
import { setTooltip } from "obsidian";
import { t } from "../base/translate.ts";

/** Draws the name of the model with the id `model` into `parent`. */
export function drawWriter(parent: HTMLElement, model: string): void {
  if (model === "") return;
  const text = model === "quotes" ? t("Quotes · no AI") : model;
  const el = parent.createSpan({ cls: "lectern-chat-writer", text, attr: { dir: "auto" } });
  setTooltip(el, t("Written by {model}", { model: text }));
}
