// Pages that serve one test after another. A new page starts a process of the browser and is sent all of a plugin, which
// takes longer than most tests: half a second, and a page that is used again a third of it.
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import type { Served } from "./served.ts";

export const ORIGIN = "https://vault.invalid";
/** Not `/`: where an error of a page comes from, Vitest looks for a file with the path, and fails at a folder. */
const ADDRESS = `${ORIGIN}/app`;

/** What a page can reach, which changes with each test that it serves. */
export interface Reach {
  /** Origins that the page may ask. */
  origins: readonly string[];
  /** What there is at a path of `ORIGIN`. */
  at: (path: string) => Promise<Served | undefined>;
}

/** A page and what it can reach. */
interface Kept {
  readonly page: Page;
  readonly reach: Reach;
  readonly session: CDPSession;
}

const all = new WeakMap<Page, Kept>();
/** Those whose test has ended, with a new document. */
const spare: Kept[] = [];

const VIEWPORT = { width: 1200, height: 800 };
/** What tests listen to. */
const EVENTS = ["console", "dialog", "pageerror", "popup", "request", "requestfailed", "requestfinished", "response"];
/** What a test may keep in the browser, but for `caches`: see `installPlugin`. */
const STORED = "cookies,file_systems,indexeddb,local_storage,service_workers,websql";

/** A page at `ORIGIN`, with nothing stored: a spare one, or one of `make`. */
export async function pageWith(
  browser: Browser,
  reach: Reach,
  viewport: { width: number; height: number } = VIEWPORT,
  make: (context: BrowserContext, reach: Reach) => Promise<Page>,
): Promise<Page> {
  const at = spare.findLastIndex(({ page }) => page.context().browser() === browser && !page.isClosed());
  const [kept] = at < 0 ? [] : spare.splice(at, 1);
  if (kept) {
    Object.assign(kept.reach, reach);
    const size = kept.page.viewportSize();
    if (size?.width !== viewport.width || size.height !== viewport.height) await kept.page.setViewportSize(viewport);
    return kept.page;
  }
  const context = await browser.newContext({ viewport });
  const page = await make(context, reach);
  await page.goto(ADDRESS);
  all.set(page, { page, reach, session: await context.newCDPSession(page) });
  return page;
}

/**
 * Ends a test's use of `page`, which may then serve another one: with a new document, nothing stored, and no permission.
 * A test that changes what each new document gets (`page.clock`, scripts, exposed functions, sessions of the DevTools)
 * has to close `page.context()` instead. Does nothing if it has ended.
 */
export async function closeApp(page: Page): Promise<void> {
  const [context, kept] = [page.context(), all.get(page)];
  if (kept && spare.includes(kept)) return;
  try {
    if (!kept || context.pages().length > 1) throw new Error("not for others");
    for (const event of EVENTS) page.removeAllListeners(event);
    kept.reach.origins = [];
    await page.goto(ADDRESS);
    await Promise.all([
      kept.session.send("Storage.clearDataForOrigin", { origin: ORIGIN, storageTypes: STORED }),
      page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear())),
      page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null }),
      context.clearPermissions(),
    ]);
    spare.push(kept);
  } catch {
    await context.close();
  }
}

/** Closes every page but the spare ones. */
export async function closeOthers(browser: Browser): Promise<void> {
  const kept = new Set(spare.map(({ page }) => page.context()));
  const ended = browser.contexts().filter((context) => !kept.has(context));
  await Promise.all(ended.map((context) => context.close()));
}
