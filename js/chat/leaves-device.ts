// Says what leaves the device and where it goes, for the settings and the panel.
import { t } from "../base/translate.ts";
import type { ChatSettings } from "../settings/chat-settings.ts";
import { PROVIDERS } from "./chosen-model.ts";

/** The providers' hosts. */
const HOSTS = {
  anthropic: "api.anthropic.com",
  openai: "api.openai.com",
  google: "generativelanguage.googleapis.com",
} as const;

/** What leaves the device with these settings, one paragraph per point. */
export function whatLeaves(chat: ChatSettings): string[] {
  const saved = chat.saves
    ? `Conversations are saved as notes in the folder ${chat.folder}, and are synced if your vault is. No model can read ` +
      "them."
    : "Conversations are not saved.";
  if (chat.provider === "quotes") {
    return ["Nothing. Quotes works on this device and uses no network.", saved];
  }
  return [
    `To ${receiver(chat)}: what you ask and attach; the parts of notes that the model reads or finds, including their ` +
      "pictures; names of files that it lists; and, with each further question, the conversation so far.",
    ...saysInstructions(chat),
    "Nothing is sent before you ask. Choosing or testing a model sends its name and your key, but nothing from your notes.",
    "Excluded notes and their names are never sent.",
    `Your key is kept in the app's secret storage, not in this vault, and goes to ${shortName(chat)} alone.`,
    "Lectern has no server of its own and collects no usage data.",
    saved,
  ];
}

function saysInstructions({ instructions, instructionsNote }: ChatSettings): string[] {
  if (instructions.trim() === "" && instructionsNote === "") return [];
  if (instructionsNote === "") return [t("With each question: your instructions.")];
  const note = { note: instructionsNote };
  return instructions.trim() === ""
    ? [t("With each question: the note “{note}”, if there is one and it is not excluded.", note)]
    : [
        t(
          "With each question: your instructions, and the note “{note}”, if there is one and it is not excluded.",
          note,
        ),
      ];
}

function receiver(chat: ChatSettings): string {
  const { provider } = chat;
  if (provider === "quotes") return "nobody";
  if (provider !== "compatible") return `${PROVIDERS[provider]} at ${HOSTS[provider]}, under the terms of your account`;
  const host = hostOf(chat.baseUrl);
  if (host === undefined) return "the server whose address you give";
  return isThisDevice(host) ? `the server on this device (${host})` : `the server ${host}`;
}

function shortName({ provider, baseUrl }: ChatSettings): string {
  if (provider === "compatible") return hostOf(baseUrl) ?? "your server";
  return PROVIDERS[provider].replace(/ \(.*/, "");
}

function hostOf(url: string): string | undefined {
  try {
    return new URL(url).host || undefined;
  } catch {
    return undefined;
  }
}

const isThisDevice = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(host);
