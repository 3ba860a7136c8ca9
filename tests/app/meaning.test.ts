// The search by meaning in the app: off at first, nothing sent before the card is agreed to, what is recorded, and what
// happens when it is paused, turned off, or the provider fails.
import { afterEach, beforeEach, expect, test } from "vitest";
import { EmbeddingServer } from "../support/embedding-server.ts";
import { violations } from "./accessible-page.ts";
import { capture } from "./capture.ts";
import { APPS, openSettings, openTab, row } from "./settings-page.ts";
import { page, usePages } from "./page.ts";
import { DATA, runCommand } from "./release.ts";

let server: EmbeddingServer;
beforeEach(async () => (server = await EmbeddingServer.start()));
afterEach(() => server.close());
usePages();

const NOTES = {
  "Car.md": "# Garage\n\nThe automobile is red.\n",
  "Lamp.md": "# Lamp\n\nOil and a wick.\n",
  "Private/Diary.md": "A secret automobile.\n",
  "Tagged.md": "---\nlectern: false\n---\nAnother secret.\n",
};

/** Others, among which the nearest stands out. */
const OTHERS = Object.fromEntries(
  ["wick", "glass", "brass", "stair", "rope", "tide", "gull", "moss", "fog", "bell", "hive", "oar"].map((word, at) => [
    `Other ${at}.md`,
    `${word} `.repeat(4),
  ]),
);

async function open(meaning: object = {}, appVersion?: string, others = {}): Promise<void> {
  const own = { isOn: true, provider: "compatible", model: "m", baseUrl: server.baseUrl, ...meaning };
  const files = {
    ...NOTES,
    ...others,
    [DATA]: JSON.stringify({ closed: ["Private"], meaning: own, chat: { isChosen: true } }),
  };
  await openSettings(files, {
    reaches: [`http://${server.host}`],
    quietMs: 100,
    ...(appVersion !== undefined && { appVersion }),
  });
  await page.context().grantPermissions(["local-network-access"]);
  await openTab();
}

const says = () => row("Passages").locator(".lectern-settings-says").innerText();
const press = (name: string) => row("Passages").getByRole("button", { name, exact: true }).click();
const CARD = ".lectern-meaning-card";
async function start(): Promise<void> {
  await press("Start…");
  await page.locator(CARD).getByRole("button", { name: "Send" }).click();
}
const DONE = "2 passages.";
/** Opens the settings, and has both notes sent. */
async function index(): Promise<void> {
  await open();
  await start();
  await expect.poll(says).toBe(DONE);
}
/** What is kept of vectors on the device, as text as far as it is that. */
const kept = async (): Promise<string> => (await keptPieces()).map((piece) => piece.replace(/^\d+ /, "")).join("");
/** The same, each piece after its number. */
const keptPieces = (): Promise<string[]> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const { name = "" } = databases.find(({ name }) => name?.startsWith("lectern-vectors")) ?? {};
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    const store = database.transaction("pieces").objectStore("pieces");
    const all = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const [numbers, pieces] = await Promise.all([all(store.getAllKeys()), all(store.getAll())]);
    database.close();
    return numbers.map((number, at) => `${Number(number)} ${new TextDecoder().decode(pieces[at] as Uint8Array)}`);
  });
const found = (query: string): Promise<string[]> =>
  page.evaluate(async (query) => {
    const { structuredContent } = await window.lectern.call("search_notes", { query });
    return structuredContent.notes?.map(({ path }) => path) ?? [];
  }, query);

test("it is off at first, and its rows are hidden", async () => {
  await open({ isOn: false });
  await row("Search by meaning").waitFor();
  expect(await row("Embedding model").count()).toBe(0);
  await found("vehicle");
  expect(server.calls).toEqual([]);
});

test.each(APPS)("in app %s, the card says what would be sent; then passages of open notes are", async (app) => {
  await open({ price: 100 }, app, OTHERS);
  expect(await says()).toBe(`Nothing is sent yet. ${server.host} is on this device.`);
  await found("vehicle");
  expect(server.calls).toEqual([]);
  await press("Start…");
  const card = page.locator(CARD);
  await card.getByRole("button", { name: "Send" }).waitFor();
  const text = await card.innerText();
  expect(text).toContain(`Send your notes to ${server.host}?`);
  expect(text).toMatch(/14 notes, at most about \d+ tokens\./);
  expect(text).toContain(`${server.host} is on this device: nothing leaves it.`);
  expect(text).toContain("Model: m. Dimensions: 64.");
  expect(text).toMatch(/Costs at most about 0\.\d+\./);
  await capture(page, "meaning-card");
  expect(await violations()).toEqual([]);
  expect(server.texts).toEqual(["Lectern"]);
  await card.getByRole("button", { name: "Send" }).click();
  await expect.poll(says).toBe("14 passages.");
  expect(server.texts.join("\n")).toContain("The automobile is red.");
  expect(server.texts.join("\n")).not.toContain("secret");
  expect(await found("vehicle")).toContain("Car.md");
  expect(server.texts.at(-1)).toBe("vehicle");
  await capture(page, "meaning-settings");
});

test("the settings say what is sent for it", async () => {
  await open();
  const leaves = () => row("What leaves this device").innerText();
  expect(await leaves()).toContain(`To ${server.host}, for the search by meaning: the passages of your notes`);
  expect(await leaves()).not.toContain("Nothing. Quotes works on this device");
  await row("Search by meaning").locator("input").dispatchEvent("click");
  await expect.poll(leaves).toContain("Nothing. Quotes works on this device");
});

test("the panel says how far it is, while it works", async () => {
  await open();
  server.faults.push(undefined, { isMute: true });
  await start();
  await page.evaluate(() => {
    window.app.setting.close();
    window.app.commands.executeCommandById("lectern:open-chat");
  });
  const line = page.locator(".lectern-chat-meaning");
  await expect.poll(() => line.innerText()).toBe("Indexing meaning: 0%");
  await capture(page, "meaning-panel");
});

test("a note that is excluded meanwhile is not sent, and its vectors are dropped", async () => {
  await index();
  const before = server.calls.length;
  await row("Excluded folders").locator("textarea").fill("Private\nCar.md");
  await page.evaluate(() => window.app.vault.create("New.md", "Glue in a jar.\n"));
  await expect.poll(() => server.texts.join("\n")).toContain("Glue in a jar.");
  await expect.poll(says).toBe("2 passages.");
  expect(
    server.calls
      .slice(before)
      .flatMap(({ texts }) => texts)
      .join("\n"),
  ).not.toContain("automobile");
  expect(await found("vehicle")).not.toContain("Car.md");
});

test.each(["idle", "paused"])(
  "while it is %s, nothing is left on the device of a note that is excluded",
  async (phase) => {
    await index();
    await expect.poll(kept).toContain("Car.md");
    if (phase === "paused") {
      // It can be paused while it works.
      let [go, arrive] = [(): void => undefined, (): void => undefined];
      const asked = new Promise<void>((resolve) => (arrive = resolve));
      const until = new Promise<void>((resolve) => (go = resolve));
      server.faults.push(() => {
        arrive();
        return { until };
      });
      await page.evaluate(() => window.app.vault.create("New.md", "Glue in a jar.\n"));
      await asked;
      await press("Pause");
      go();
      await expect.poll(says).toBe("Paused. 3 passages.");
    }
    await row("Excluded folders").locator("textarea").fill("Private\nCar.md");
    await expect.poll(kept).not.toContain("Car.md");
    expect(await kept()).toContain("Lamp.md");
  },
);

test("a card that is cancelled sends nothing", async () => {
  await open();
  await press("Start…");
  await page.locator(CARD).getByRole("button", { name: "Cancel" }).click();
  expect(await says()).toContain("Nothing is sent yet.");
  await found("vehicle");
  expect(server.texts.filter((text) => text !== "Lectern")).toEqual([]);
});

test("each request is in the record, with its notes and lines", async () => {
  await index();
  await runCommand("show-sent");
  const list = page.locator(".lectern-ledger-list");
  await list.locator("details").first().click();
  // The notes are listed once it is open.
  await expect.poll(() => list.innerText()).toContain("Car.md");
  const text = await list.innerText();
  expect(text).toContain(`${server.host} · m · 2 notes`);
  expect(text).toContain("Search by meaning");
});

const chooseModel = (name: string) => row("Embedding model").locator("input").fill(name);
const DELETES = "Starting deletes the vectors of the previous model.";

/** Agrees to another model, whose server fails at the first passages. */
async function startAnother(): Promise<void> {
  await chooseModel("other");
  await expect.poll(says).toBe(`Nothing is sent yet. ${server.host} is on this device. ${DELETES}`);
  server.faults.push(undefined, { status: 401, body: { error: { message: "no" } } });
  await start();
  await expect.poll(says).toContain("API key");
}

test("another model is asked about again, and the first one gets no more", async () => {
  await index();
  const before = server.calls.length;
  await chooseModel("other");
  await expect.poll(says).toContain("Nothing is sent yet.");
  await found("vehicle");
  expect(server.calls.length).toBe(before);
});

test("once another model starts, the vectors of the first are deleted", async () => {
  await index();
  const first = await keptPieces();
  await startAnother();
  expect(await keptPieces()).toEqual([]);
  await press("Resume");
  await expect.poll(says).toBe(DONE);
  expect((await keptPieces()).length).toBe(first.length);
});

test.each([300, 400])("at a width of %i pixels, no control is cut off", async (width) => {
  await index();
  await startAnother();
  await page.setViewportSize({ width, height: 700 });
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".lectern-settings .setting-item:not(.setting-item-heading)")]
        .filter((item) => item.scrollWidth > item.clientWidth)
        .map((item) => item.querySelector(".setting-item-name")?.textContent),
    );
  expect(await page.locator(".lectern-settings .setting-item:visible").count()).toBeGreaterThan(10);
  expect(await cut()).toEqual([]);
  // Where there is room, they are in one line.
  await page.setViewportSize({ width: 700, height: 700 });
  const model = row("Embedding model").locator(".setting-item-control");
  const heights = await model.evaluate((el) => [el, ...el.children].map((part) => part.clientHeight));
  expect(heights[0]).toBeLessThan(1.5 * Math.max(...heights.slice(1)));
});

test("while another model is unapproved, nothing is left on the device of a note that is excluded, or of any", async () => {
  await index();
  await chooseModel("other");
  expect(await kept()).toContain("Car.md");
  await row("Excluded folders").locator("textarea").fill("Private\nCar.md");
  await found("wick");
  await expect.poll(kept).not.toContain("Car.md");
  expect(await kept()).toContain("Lamp.md");
  await press("Delete vectors");
  await expect.poll(kept).toBe("");
});

test("turned off, nothing is kept on the device", async () => {
  await index();
  expect(await kept()).toContain("Car.md");
  await row("Search by meaning").locator("input").dispatchEvent("click");
  await expect.poll(kept).toBe("");
  const before = server.calls.length;
  await found("vehicle");
  expect(server.calls.length).toBe(before);
});

test("paused, what is on its way is kept and no more is sent; then it goes on", async () => {
  await open();
  let [go, arrive] = [(): void => undefined, (): void => undefined];
  const asked = new Promise<void>((resolve) => (arrive = resolve));
  const until = new Promise<void>((resolve) => (go = resolve));
  server.faults.push(undefined, () => {
    arrive();
    return { until };
  });
  await start();
  await asked;
  await press("Pause");
  await expect.poll(says).toContain("Paused.");
  go();
  await expect.poll(says).toBe("Paused. 2 passages.");
  await page.evaluate(() => window.app.vault.create("New.md", "Glue in a jar.\n"));
  expect(await found("automobile")).toContain("Car.md");
  expect(server.texts.join("\n")).not.toContain("Glue");
  await press("Resume");
  await expect.poll(says).toBe("3 passages.");
});

test("deleted vectors are made again only if the user agrees again", async () => {
  await index();
  const before = server.calls.length;
  await press("Delete vectors");
  await expect.poll(says).toContain("Nothing is sent yet.");
  await found("automobile");
  expect(server.calls.length).toBe(before);
});

test("a failure is told, nothing is lost, and searches go on by words", async () => {
  await open();
  server.faults.push(undefined, { status: 401, body: { error: { message: "no" } } });
  await start();
  await expect.poll(says).toMatch(/API key/);
  await capture(page, "meaning-failed");
  expect(await found("automobile")).toContain("Car.md");
  await press("Resume");
  await expect.poll(says).toBe(DONE);
});

test("a new note gets its vectors when the app is idle", async () => {
  await index();
  await page.evaluate(() => window.app.vault.create("New.md", "Glue in a jar.\n"));
  await expect.poll(() => server.texts.join("\n")).toContain("Glue in a jar.");
  await expect.poll(says).toBe("3 passages.");
});

test("a budget that is used up stops it for the day", async () => {
  await open({ dayMoney: 0.000001, price: 1 });
  await start();
  await expect.poll(says).toContain("Today's limit is reached. It goes on tomorrow.");
  expect(server.texts).toEqual(["Lectern"]);
});

test("a test of the model sends one word, and says the dimensions or what is wrong", async () => {
  await open();
  const button = row("Embedding model").getByRole("button", { name: "Test" });
  const told = () => row("Embedding model").locator(".lectern-settings-says").innerText();
  await button.click();
  await expect.poll(told).toBe(`Works: ${server.host}. Dimensions: 64.`);
  server.faults.push({ body: { choices: [] } });
  await button.click();
  await expect.poll(told).toContain("sent no vectors. Is it an embedding model?");
});
