// What a model can't take of a conversation that was begun with another: its length, and its images.
import type { App } from "obsidian";
import type { Reply } from "../../pkg/lectern.js";
import { Budget } from "../agent/context/budget.ts";
import { outgoing } from "../agent/context/outgoing.ts";
import { tokensOfMessages } from "../agent/context/token-estimate.ts";
import { t } from "../base/translate.ts";
import { tokens } from "./amounts.ts";
import type { Chat } from "./chat.ts";
import { chosenModel } from "./chosen-model.ts";

/** Sentences for the user; none if the model can't be asked, which is said elsewhere. */
export async function misfits(app: App, chat: Chat): Promise<string[]> {
  const { messages } = chat;
  if (messages.length === 0) return [];
  const model = await chat
    .settings()
    .then((settings) => chosenModel(app, settings))
    .catch(() => undefined);
  if (!model?.isRemote) return [];
  const { id } = model;
  const taken = tokensOfMessages(outgoing(messages, model));
  const budget = new Budget(model);
  const values = { taken: tokens(taken), room: tokens(budget.room), model: id };
  const isLong = budget.excess(taken) > 0;
  const hasImages = messages.some((message) => {
    if (message.role === "user") return message.attachments.some(({ reply }) => isImage(reply));
    return message.role === "tool" && isImage(message.reply);
  });
  return [
    isLong
      ? t("This conversation takes {taken}, and {model} has room for {room}: older results are left out.", values)
      : "",
    hasImages && !model.seesImages ? t("{model} can't see the images in this conversation.", values) : "",
  ].filter(Boolean);
}

const isImage = ({ content }: Reply): boolean => content.some(({ type }) => type === "image");
