// A page whose vault agents can use, shared by the tests of the server in the app.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach } from "vitest";
import { folderWith } from "../shim/vault.ts";
import { addRequire, type Electron } from "./electron.ts";
import { page } from "./page.ts";
import { DATA } from "./release.ts";
import { openSettings, row } from "./settings-page.ts";

export const NOTES = { "Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\n", "Private/Diary.md": "A secret.\n" };
const ROW = "Let agents on this computer use this vault";

let electron: Electron | undefined;
const clients: Client[] = [];

/** Ends what each test leaves. */
export function useAgents(): void {
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    electron?.stop();
  });
}

/** The settings of a vault in which changes are allowed, by `more`. */
export async function openWithAgents(
  more: { chat?: object } = {},
  files: Record<string, string> = {},
  options: Parameters<typeof openSettings>[1] = {},
): Promise<void> {
  const data = { closed: ["Private"], changes: true, ...more };
  const chat = { isChosen: true, ...more.chat };
  await openSettings({ ...NOTES, ...files, [DATA]: JSON.stringify({ ...data, chat }) }, options);
  electron = await addRequire(page, { PATH: "" }, await folderWith());
}

export const serverRow = () => row(ROW);
export const turn = (): Promise<void> => serverRow().locator(".checkbox-container").click();

/** Serves the vault; resolves to the address. */
export async function turnOn(): Promise<string> {
  await turn();
  await serverRow().getByText("http://127.0.0.1:").waitFor();
  return serverRow().getByRole("status").innerText();
}

/** What the settings say for `agent`, which is added. */
export async function setUpOf(agent: string): Promise<string> {
  await row("Add an agent").locator("select").selectOption({ label: agent });
  await row("Add an agent").getByRole("button").click();
  const text = await page.locator(".lectern-agent-set-up pre").innerText();
  await page.locator(".lectern-agent-set-up .modal-close-button").click();
  return text;
}

export const closeSettings = (): Promise<void> => page.evaluate(() => window.app.setting.close());

/** A client with what the settings say for `agent`. */
export async function connect(agent = "Claude Code"): Promise<Client> {
  const text = await setUpOf(agent);
  return connectWith(/http:[^"\s]*/.exec(text)?.[0] ?? "", /Bearer (\w*)/.exec(text)?.[1] ?? "");
}

export async function connectWith(address: string, token: string): Promise<Client> {
  const client = new Client({ name: "tester", version: "7" });
  clients.push(client);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
  return client;
}

/** The text of a call's result. */
export async function call(client: Client, name: string, args: object, options = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: { ...args } }, options);
  return content.map((part) => (part.type === "text" ? part.text : part.type)).join("\n");
}

export const EDIT = { path: "Lamp", edits: [{ old: "in 1957", new: "in 1958" }] };
