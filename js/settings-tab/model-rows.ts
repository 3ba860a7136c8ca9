// The rows that a provider is asked through: its key, tried by a test, and its models, offered from its own list. The
// provider is reached only when a person does something here.
import { SecretComponent, Setting } from "obsidian";
import type { ProviderId } from "../agent/model-choice.ts";
import type { ChatSettings } from "../settings/chat-settings.ts";
import { choiceOf, missingIn, PROVIDERS } from "../chat/chosen-model.ts";
import { reason } from "../base/reason.ts";
import { appNetwork } from "../host/network.ts";
import type { Form } from "./form.ts";

/** Some providers have hundreds; more are no help to choose from. */
const MOST_OFFERED = 500;

/** Draws the key: the app keeps it, and the settings its name only. */
export function keyRow(
  form: Form,
  containerEl: HTMLElement,
  provider: ProviderId,
  secret: string,
  isNeeded: boolean,
): void {
  const setting = new Setting(containerEl)
    .setName("Key")
    .setDesc(
      isNeeded
        ? `From your account at ${PROVIDERS[provider].replace(/ \(.*/, "")}. The app keeps it in its secret storage, not in the vault.`
        : "Only where the server asks for one. The app keeps it in its secret storage, not in the vault.",
    );
  setting.addComponent((el) =>
    new SecretComponent(form.app, el)
      .setValue(secret)
      .onChange((name) => void form.changeChat(setting, { secret: name })),
  );
}

/** Draws the model, with what its provider offers, and a test of all that is set. */
export function modelRow(form: Form, containerEl: HTMLElement, chat: ChatSettings): void {
  const setting = new Setting(containerEl)
    .setName("Model")
    .setDesc("As its provider names it. In the field, its list is offered.");
  const says = setting.descEl.createDiv({ cls: "lectern-settings-says", attr: { role: "status" } });
  const say = (text: string, isError = false): void => {
    says.setText(text);
    says.toggleClass("lectern-settings-error", isError);
  };
  setting.addText((text) => {
    text
      .setValue(chat.model)
      .setPlaceholder(EXAMPLES[chat.provider])
      .onChange((model) => void form.changeChat(setting, { model: model.trim() }));
    const offered = containerEl.createEl("datalist", { attr: { id: "lectern-models" } });
    text.inputEl.setAttr("list", "lectern-models");
    let asked: string | undefined;
    text.inputEl.addEventListener("focus", () => void offer());

    /** Asks the provider for its models, once for each key and address. */
    async function offer(): Promise<void> {
      const choice = choiceOf(form.app, form.chat ?? chat);
      const from = JSON.stringify([choice.provider, choice.key, choice.baseUrl]);
      if (from === asked || missingIn({ ...choice, model: "any" }) !== undefined) return;
      asked = from;
      try {
        const { listModels } = await import("../agent/providers/models.ts");
        const models = await listModels(choice, appNetwork(), new AbortController().signal);
        offered.empty();
        for (const { id } of models.slice(0, MOST_OFFERED)) offered.createEl("option", { value: id });
        say(models.length === 0 ? "Its provider lists none: write its name." : `${models.length} to choose from.`);
      } catch (error) {
        // Asked again at the next look.
        asked = undefined;
        say(`The list cannot be had, but the name can be written. ${reason(error)}`, true);
      }
    }
  });
  setting.addButton((button) =>
    button.setButtonText("Test").onClick(async () => {
      button.setDisabled(true);
      say("Asking…");
      try {
        await form.settled();
        const choice = choiceOf(form.app, form.chat ?? chat);
        const missing = missingIn(choice);
        if (missing !== undefined) throw new Error(missing);
        const { testModel } = await import("../agent/providers/models.ts");
        await testModel(choice, appNetwork(), new AbortController().signal);
        say(`Works: ${choice.model}`);
      } catch (error) {
        say(reason(error), true);
      } finally {
        button.setDisabled(false);
      }
    }),
  );
}

/** Such names, so that it is plain what is meant; not a choice, as models come and go. */
const EXAMPLES: Record<ProviderId, string> = {
  quotes: "",
  anthropic: "claude-…",
  openai: "gpt-…",
  google: "gemini-…",
  compatible: "llama3.2",
};
