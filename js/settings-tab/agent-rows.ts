// The rows about agents on this computer: whether they may use the vault, which ones may, and how one is added.
import { type App, Modal, type Setting } from "obsidian";
import { languageCode, t } from "../base/translate.ts";
import { copyButton } from "../chat/button.ts";
import type { AppServer } from "../server/app-server.ts";
import { type Client, Clients } from "../server/clients.ts";
import { KNOWN_AGENTS, serverName, setUpOf } from "../server/set-up.ts";
import type { Form } from "./form.ts";
import { statusOf } from "./model-rows.ts";
import type { Row } from "./setting-fields.ts";

/** The rows. `server` is asked for only where one is drawn: the app asks for all rows when it starts. */
export function agentRows(form: Form, server: () => AppServer): Row[] {
  const clients = new Clients(form.app);
  const visible = (): boolean => clients.isOn;
  return [
    {
      name: t("Let agents on this computer use this vault"),
      desc: t(
        "While Obsidian runs, agents such as Claude Code read your notes through Lectern, except excluded ones, and send them to their own providers. They propose changes if those are allowed above; you approve them in the panel.",
      ),
      aliases: ["MCP", ...KNOWN_AGENTS],
      render: (setting) => toggle(setting, server(), form.again),
    },
    ...clients.all.map((client): Row => ({
      name: client.name,
      desc: t("Added on {date}.", { date: new Date(client.added).toLocaleDateString(languageCode()) }),
      visible,
      render: (setting) => remove(setting, client, server()),
    })),
    {
      name: t("Add an agent"),
      visible,
      render: (setting) => add(form.app, setting, server()),
    },
  ];
}

function toggle(setting: Setting, server: AppServer, again: () => void): () => void {
  const { isOn, address, problem } = server;
  const say = statusOf(setting);
  if (problem === undefined) say(address ?? "");
  else {
    say(t("Not running: {reason}.", { reason: problem }), true);
    setting.addButton((button) => button.setButtonText(t("Use another port")).onClick(() => server.changePort()));
  }
  setting.addToggle((toggle) => toggle.setValue(isOn).onChange((isOn) => server.turn(isOn)));
  return server.onChange(again);
}

function remove(setting: Setting, client: Client, server: AppServer): void {
  setting.addButton((button) => {
    button.setButtonText(t("Remove")).onClick(() => server.remove(client));
    button.buttonEl.ariaLabel = t("Remove {name}", { name: client.name });
  });
}

function add(app: App, setting: Setting, server: AppServer): void {
  let name = KNOWN_AGENTS[0] ?? "";
  setting.addDropdown((dropdown) => {
    for (const agent of KNOWN_AGENTS) dropdown.addOption(agent, agent);
    dropdown.addOption("MCP", t("Another agent")).onChange((chosen) => (name = chosen));
  });
  setting.addButton((button) => {
    button.setButtonText(t("Add…")).setDisabled(server.address === undefined);
    button.onClick(async () => {
      const { address } = server;
      if (address === undefined) return;
      const token = await server.add(name);
      new SetUpModal(app, name, setUpOf(name, { url: address, token, server: serverName(app.vault.getName()) })).open();
    });
  });
}

/** Shows what the user copies for an agent. */
class SetUpModal extends Modal {
  constructor(app: App, name: string, { file, text }: ReturnType<typeof setUpOf>) {
    super(app);
    this.modalEl.addClass("lectern-agent-set-up");
    this.setTitle(t("Add {name}", { name }));
    const { contentEl } = this;
    const where = file === undefined ? t("Run this in a terminal:") : t("Add this to {file}:", { file });
    contentEl.createEl("p", { text: where });
    const box = contentEl.createDiv("lectern-agent-set-up-text");
    box.createEl("pre", { text, attr: { tabindex: "0", dir: "ltr" } });
    copyButton(box, t("Copy"), () => text);
    contentEl.createEl("p", {
      text: t(
        "It contains a token, which is shown only once. Anyone who has it can do what the agent can, so keep it secret.",
      ),
    });
  }
}
