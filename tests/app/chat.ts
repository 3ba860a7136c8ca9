// Shared by the tests of the chat panel: opens it in a page, with Quotes or a stand-in for a provider.
import type { Page } from "playwright-core";
import type { ChatSettings, ModelSetup } from "../../js/settings/chat-settings.ts";
import type { Settings } from "../../js/settings/parse-settings.ts";
import { type OpenOptions, page, type Release } from "../obsidian/browser.ts";
import { openAi } from "../standins/openai.ts";
import { StandIn } from "../standins/standin.ts";
import { DATA, openLectern, runCommand } from "./release.ts";

export interface ChatOptions extends OpenOptions {
  standIn?: StandIn;
  /** Others that can be reached. */
  others?: readonly StandIn[];
  chat?: Partial<ChatSettings>;
  settings?: Partial<Settings>;
  /** The hosts that something was sent to before, so that their first question is not shown. */
  hosts?: readonly string[];
  /** By default what is built. */
  release?: Release;
}

/** A server that speaks as OpenAI's does, and lets a browser in. */
export async function startModel(): Promise<StandIn> {
  const standIn = await StandIn.start(openAi);
  standIn.corsHeaders = ["authorization", "content-type", "user-agent"];
  return standIn;
}

/** A page with the panel open. No request gets out of it, except to the stand-in. */
export async function openChat(options: ChatOptions): Promise<Page> {
  await openForChat(options);
  await runCommand("open-chat");
  await page.locator(FIELD).waitFor();
  return page;
}

/** The same before the panel is opened. */
export async function openForChat({
  standIn,
  others = [],
  chat,
  settings,
  files,
  hosts = HOSTS,
  release,
  ...options
}: ChatOptions): Promise<Page> {
  const model: Partial<ChatSettings> = standIn
    ? { provider: "compatible", model: "scripted", baseUrl: standIn.baseUrl, isChosen: true }
    : { isChosen: true };
  const data = JSON.stringify({ ...settings, chat: { ...model, saves: false, ...chat } });
  const reaches = [...(standIn ? [standIn] : []), ...others].map(({ host }) => `http://${host}`);
  const all = { ...files, [DATA]: data };
  await openLectern({ ...options, reaches, files: all }, release);
  if (standIn) {
    // Chromium asks the person before a page may speak to a server on the same machine. The app's window need not ask.
    await page.context().grantPermissions(["local-network-access"]);
  }
  await page.evaluate((hosts) => window.app.saveLocalStorage("lectern-hosts", hosts), hosts.join("\n"));
  return page;
}

const HOSTS = ["api.anthropic.com", "api.openai.com", "generativelanguage.googleapis.com"];

export const FIELD = ".lectern-chat-field";
/** The list of the conversation that the panel shows. */
export const SHOWN = ".lectern-chat-open:not(.is-hidden)";

/** Types a question, and sends it. */
export async function ask(question: string, on = page): Promise<void> {
  await on.locator(FIELD).fill(question);
  await on.locator(FIELD).press("Enter");
}

/** Starts a conversation, and closes the others. */
export async function startAlone(): Promise<void> {
  await page.locator("[aria-label='New conversation']").click();
  const other = page.locator(".lectern-chat-tab-item:visible:not(:has([aria-current])) > button:last-child");
  while ((await other.count()) > 0) await other.first().click();
}

/** A model that is set up, called `small`. */
export const setup = (more: Partial<ModelSetup>): ModelSetup => ({
  ...{ provider: "compatible", model: "small", baseUrl: "", secret: "", thinking: "", reading: "auto" as const },
  ...{ contextTokens: null, inputPrice: null, outputPrice: null, temperature: null },
  ...more,
});

/** Chooses the model of the conversation. */
export async function pickModel(name: string | RegExp): Promise<void> {
  await page.locator(".lectern-chat-model").click();
  await page.locator(".menu-item").getByText(name).click();
}

/** Until the last of `count` answers is there, as a whole. */
export async function answered(count = 1, on = page): Promise<void> {
  await on.waitForFunction(
    ({ count, shown }) =>
      document.querySelectorAll(`${shown} .lectern-chat-exchange`).length === count &&
      document.querySelector(`${shown} .lectern-chat-exchange:last-child .lectern-chat-line`),
    { count, shown: SHOWN },
  );
}

/** Asks, and waits for the answer, which is the last of `count`. */
export async function askAndWait(question: string, count = 1): Promise<void> {
  await ask(question);
  await answered(count);
}

/** What the answers say, without what surrounds them. */
export const answers = (on = page): Promise<string[]> =>
  on
    .locator(`${SHOWN} .lectern-chat-text`)
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.trim()));
export const rows = (): Promise<string[]> => page.locator(`${SHOWN} .lectern-chat-row-words`).allTextContents();
export const chips = (): Promise<string[]> => page.locator(`${SHOWN} .lectern-chat-citation`).allTextContents();

/** The open note, and what of it is selected. */
export const selected = (): Promise<{ path: string | undefined; text: string }> =>
  page.evaluate(() => {
    const view = window.app.workspace.rootSplit.shown?.view as unknown as
      { file?: { path: string }; editor?: { getSelection(): string } } | undefined;
    return { path: view?.file?.path, text: view?.editor?.getSelection() ?? "" };
  });

/** A promise, and what fulfils it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
