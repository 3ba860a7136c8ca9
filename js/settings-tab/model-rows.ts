// The rows of a provider: its key, and its model with a list and a test. The provider is contacted only when the user
// acts here.
import { SecretComponent, Setting } from "obsidian";
import { isProgram, type ModelChoice, type ProviderId } from "../agent/model-choice.ts";
import { programOf } from "../agent/programs/programs.ts";
import { agentCommand, keepAgentCommand, saysUnwalled } from "../chat/model/agent-command.ts";
import { choiceOf, keyPageOf, missingIn, openChosen, providerName, readings } from "../chat/model/chosen-model.ts";
import { reason } from "../base/reason.ts";
import { counted, t } from "../base/translate.ts";
import { remembered } from "../settings/model-setups.ts";
import { appComputer } from "../host/obsidian-computer.ts";
import { appNetwork } from "../host/network.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";

/** Some providers list hundreds of models. */
const MOST_OFFERED = 500;

/** A line below a setting that says how something went. */
type Say = (text: string, isError?: boolean) => void;

/** A line below `setting`, which screen readers read when it changes. */
export function statusOf(setting: Setting): Say {
  const says = setting.descEl.createDiv({ cls: "lectern-settings-says", attr: { role: "status" } });
  return (text, isError = false) => {
    says.setText(text);
    says.toggleClass("lectern-settings-error", isError);
  };
}

/** Adds a button that tests what is saved. `test` resolves to what is said then. */
export function addTest(form: Form, setting: Setting, say: Say, test: () => Promise<string>): void {
  setting.addButton((button) =>
    button.setButtonText(t("Test")).onClick(async () => {
      button.setDisabled(true);
      say(t("Testing…"));
      try {
        await form.settled();
        say(await test());
      } catch (error) {
        say(reason(error), true);
      } finally {
        button.setDisabled(false);
      }
    }),
  );
}

/** The rows. */
export function modelRows(form: Form): Row[] {
  const page = keyPageOf(form.chat);
  const visible = (): boolean => form.chat.provider !== "quotes";
  const isProgramChosen = isProgram(form.chat.provider);
  let sayOfKey: Say = () => undefined;
  return [
    ...commandRows(form),
    {
      name: t("API key"),
      desc:
        page === undefined
          ? t("Only if the server requires one. Kept in Obsidian's secret storage, not in the vault.")
          : t("From your {provider} account. Kept in Obsidian's secret storage, not in the vault.", {
              provider: providerName(form.chat).replace(/ \(.*/, ""),
            }),
      visible: () => visible() && !isProgramChosen,
      // The app stores the key; the settings have only its name.
      render: (setting) => {
        if (page !== undefined)
          setting.descEl.createDiv().createEl("a", { text: t("Get a key"), href: page, attr: { rel: "noopener" } });
        const say = (sayOfKey = statusOf(setting));
        setting.addComponent((el) =>
          new SecretComponent(form.app, el).setValue(form.chat.secret).onChange((secret) => {
            say("");
            void form.changeChat(setting, { secret });
          }),
        );
      },
    },
    {
      name: t("Model ID"),
      desc: isProgramChosen
        ? t("Empty for the one that {name} chooses.", { name: providerName(form.chat).replace(/ \(.*/, "") })
        : t("Select the field to see available models."),
      aliases: [t("Test")],
      visible,
      render: (setting) => modelField(form, setting, (text, isError) => sayOfKey(text, isError)),
    },
  ];
}

const EXAMPLE = "opencode acp";

/** The rows of an agent that the user names: its command, and that it may be started on this device. */
function commandRows({ app, chat, again }: Form): Row[] {
  const visible = (): boolean => chat.provider === "other-agent";
  let forbid = (): void => undefined;
  return [
    {
      name: t("Command"),
      desc: t("Starts an agent that speaks the Agent Client Protocol. Kept on this device, not in the vault."),
      aliases: ["ACP", "opencode"],
      visible,
      render: (setting) => {
        setting.addText((text) =>
          text
            .setPlaceholder(EXAMPLE)
            .setValue(agentCommand(app).command)
            .onChange((command) => {
              keepAgentCommand(app, { command: command.trim(), isAllowed: false });
              forbid();
            }),
        );
      },
    },
    {
      name: t("Allow it on this device"),
      desc: saysUnwalled(),
      visible,
      render: (setting) => {
        setting.addToggle((toggle) => {
          forbid = () => void toggle.setValue(false);
          toggle.setValue(agentCommand(app).isAllowed).onChange((isAllowed) => {
            if (isAllowed === agentCommand(app).isAllowed) return;
            keepAgentCommand(app, { ...agentCommand(app), isAllowed });
            again();
          });
        });
      },
    },
  ];
}

/** Says which version of a program is there, and whether the user is signed in. */
async function sayState(form: Form, say: Say): Promise<void> {
  const choice = choiceOf(form.app, form.chat);
  if (!isProgram(choice.provider) || missingIn(choice)) return;
  try {
    const { stateOf } = await import("../agent/programs/program-state.ts");
    say(await stateOf(appComputer(), programOf(choice.provider, choice)));
  } catch (error) {
    say(reason(error), true);
  }
}

/** The names of the models that can be chosen. */
async function namesOf(choice: ModelChoice): Promise<readonly string[]> {
  const { provider } = choice;
  if (isProgram(provider)) {
    const { modelsOf } = await import("../agent/programs/program-state.ts");
    return modelsOf(appComputer(), programOf(provider, choice));
  }
  const { listModels } = await import("../agent/providers/models.ts");
  return (await listModels(choice, appNetwork(), new AbortController().signal)).map(({ id }) => id);
}

/** Draws the model's field, with suggestions from the provider, and a test of all settings. */
function modelField(form: Form, setting: Setting, sayOfKey: Say): void {
  const say = statusOf(setting);
  void sayState(form, say);
  setting.addText((text) => {
    text
      .setValue(form.chat.model)
      .setPlaceholder(EXAMPLES[form.chat.provider])
      .onChange((model) => void form.changeChat(setting, { model: model.trim() }));
    const offered = setting.controlEl.createEl("datalist", { attr: { id: "lectern-models" } });
    text.inputEl.setAttr("list", "lectern-models");
    let asked: string | undefined;
    text.inputEl.addEventListener("focus", () => void offer());

    /** Asks the provider for its models, once for each key and address. */
    async function offer(): Promise<void> {
      const choice = choiceOf(form.app, form.chat);
      const from = JSON.stringify([choice.provider, choice.key, choice.baseUrl, choice.command]);
      if (from === asked || missingIn({ ...choice, model: "any" }) !== undefined) return;
      asked = from;
      try {
        const models = await namesOf(choice);
        offered.empty();
        for (const id of models.slice(0, MOST_OFFERED)) offered.createEl("option", { value: id });
        say(
          models.length === 0
            ? t("No models listed. Enter a name.")
            : counted(models.length, "{n} model available.", "{n} models available."),
        );
      } catch (error) {
        // Asks again at the next focus.
        asked = undefined;
        say(`${t("Couldn't load models. You can still enter a name.")} ${reason(error)}`, true);
      }
    }
  });
  addTest(form, setting, say, async () => {
    const choice = choiceOf(form.app, form.chat);
    const missing = missingIn(choice);
    sayOfKey(missing?.what === "key" ? missing.says : "", true);
    if (missing?.what === "key") return "";
    if (missing !== undefined) throw new Error(missing.says);
    const { testOpened } = await import("../agent/providers/models.ts");
    const takesTools = await testOpened(() => openChosen(choice), choice.reading, new AbortController().signal);
    await form.changeChat(setting, { recent: remembered(form.chat.recent, form.chat) });
    const works = t("Works: {model}", { model: choice.model || providerName(form.chat) });
    return takesTools ? works : `${works} · ${readings().passages}`;
  });
}

/** Examples of names, not recommendations: models come and go. */
const EXAMPLES: Record<ProviderId, string> = {
  quotes: "",
  anthropic: "claude-…",
  openai: "gpt-…",
  google: "gemini-…",
  compatible: "llama3.2",
  "claude-code": "opus",
  codex: "gpt-…",
  "gemini-cli": "gemini-…",
  "other-agent": "",
};
