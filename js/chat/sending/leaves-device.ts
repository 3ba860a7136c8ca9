// Says what leaves the device and where it goes, for the settings and the panel.
import { isProgram, type ProgramId } from "../../agent/model-choice.ts";
import { t } from "../../base/translate.ts";
import type { ChatSettings } from "../../settings/chat-settings.ts";
import type { MeaningSettings } from "../../settings/meaning-settings.ts";
import { saysUnwalled } from "../model/agent-command.ts";
import { hostOf, isThisDevice, keyPageOf, providerName } from "../model/chosen-model.ts";

/** The providers' hosts. */
const HOSTS = {
  anthropic: "api.anthropic.com",
  openai: "api.openai.com",
  google: "generativelanguage.googleapis.com",
} as const;

/** What leaves the device with these settings, and to the agents that use the vault, one paragraph per point. */
export function whatLeaves(chat: ChatSettings, meaning: MeaningSettings, agents: readonly string[]): string[] {
  const saved = chat.saves
    ? t(
        "Conversations are saved as notes in the folder “{folder}”, and synced if your vault is. No model can read them.",
        {
          folder: chat.folder,
        },
      )
    : t("Conversations aren't saved.");
  const { provider } = chat;
  const byMeaning = saysMeaning(meaning);
  const toAgents = saysAgents(agents);
  if (provider === "quotes") {
    const others = [...byMeaning, ...toAgents];
    if (others.length === 0) return [t("Nothing. Quotes works on this device and uses no network."), saved];
    return [...others, t("Excluded notes and their names are never sent."), saved];
  }
  const host = isProgram(provider) ? undefined : provider === "compatible" ? hostOf(chat.baseUrl) : HOSTS[provider];
  return [
    t(
      "To {receiver}: your questions and attachments, the parts of notes that the model reads or finds, including pictures, the names of files that it lists, and the conversation so far.",
      { receiver: receiver(chat, host) },
    ),
    ...saysInstructions(chat),
    ...byMeaning,
    ...(isProgram(provider) ? saysProgram(provider, providerName(chat)) : saysKey(host)),
    ...toAgents,
    // Another agent can read them by itself.
    ...(provider === "other-agent" ? [] : [t("Excluded notes and their names are never sent.")]),
    t("Lectern has no server and collects no usage data."),
    saved,
  ];
}

/** What the search by meaning sends. */
function saysMeaning({ isOn, provider, baseUrl }: MeaningSettings): string[] {
  if (!isOn) return [];
  const host = provider === "compatible" ? hostOf(baseUrl) : HOSTS[provider];
  return [
    t(
      "To {receiver}, for the search by meaning: the passages of your notes, once you have agreed to it, and the words of each search.",
      { receiver: host ?? t("your server") },
    ),
  ];
}

const saysAgents = (agents: readonly string[]): string[] =>
  agents.length === 0
    ? []
    : [
        t("To {agents} on this computer, and on to their providers: what they read in your notes, whenever they do.", {
          agents: agents.join(", "),
        }),
      ];

const saysKey = (host: string | undefined): string[] => [
  t("Nothing is sent before you ask. Loading or testing models sends only the model's name and your API key."),
  t("Your API key is kept in Obsidian's secret storage, not in this vault, and sent only to {receiver}.", {
    receiver: host ?? t("your server"),
  }),
];

const saysProgram = (provider: ProgramId, name: string): string[] => [
  provider === "other-agent"
    ? saysUnwalled()
    : t(
        "{name} sends this on to its provider, with the account that you use there, and may add its own texts. Its model reaches only what Lectern's tools show: no files, no shell, no web.",
        { name },
      ),
  t("Nothing is sent before you ask, or test it."),
];

function receiver(chat: ChatSettings, host: string | undefined): string {
  if (isProgram(chat.provider)) return t("{name} on this computer", { name: providerName(chat) });
  if (host === undefined) return t("your server");
  if (chat.provider !== "compatible" || keyPageOf(chat) !== undefined) return `${providerName(chat)}, ${host}`;
  return isThisDevice(host) ? t("the server on this device ({host})", { host }) : t("the server {host}", { host });
}

function saysInstructions({ instructions, instructionsNote: note }: ChatSettings): string[] {
  const hasOwn = instructions.trim() !== "";
  if (note === "") return hasOwn ? [t("With each question: your instructions.")] : [];
  const both = t(
    "With each question: your instructions, and the note “{note}”, if there is one and it is not excluded.",
    { note },
  );
  return [
    hasOwn ? both : t("With each question: the note “{note}”, if there is one and it is not excluded.", { note }),
  ];
}
