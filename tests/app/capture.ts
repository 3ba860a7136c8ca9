// Pictures for a human to judge: where LECTERN_SCREENSHOTS names a folder, what a page shows is kept there, in both
// themes, at three widths of the panel and on a phone, side by side in one picture.
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

/** The folder; undefined if no pictures are wanted. */
export const FOLDER = process.env["LECTERN_SCREENSHOTS"];

const VAULT = fileURLToPath(new URL("../fixtures/vault", import.meta.url));
/** The notes of the demo vault. */
export const notes = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(VAULT, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md") && !path.startsWith("."))
      .map((path) => [path, readFileSync(join(VAULT, path), "utf8")]),
  );

const WIDTHS = [300, 400, 700];
const PHONE = { width: 390, height: 760 };

/** Keeps a picture called `name`. `shown` makes the page ready once its size and theme are set. */
export async function capture(page: Page, name: string, shown?: () => Promise<unknown>): Promise<void> {
  if (FOLDER === undefined) return;
  const [before, classes] = [page.viewportSize(), await page.evaluate(() => document.body.className)];
  const hidden = await page.addStyleTag({ content: ".mod-root, .workspace-ribbon { display: none !important }" });
  const shots: string[] = [];
  for (const theme of ["light", "dark"]) {
    for (const size of [...WIDTHS.map((width) => ({ width, height: PHONE.height })), PHONE]) {
      await page.setViewportSize(size);
      await page.evaluate(
        ({ theme, width, isPhone }) => {
          const { classList, style } = document.body;
          classList.remove("theme-light", "theme-dark");
          classList.add(`theme-${theme}`);
          for (const name of ["is-mobile", "is-phone"]) classList.toggle(name, isPhone);
          style.setProperty("--right-split-width", `${width}px`);
        },
        { theme, width: size.width, isPhone: size === PHONE },
      );
      await shown?.();
      // What depends on the size is drawn in the next frames.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
      shots.push((await page.screenshot()).toString("base64"));
    }
  }
  await hidden.evaluate((style) => (style as Element).remove());
  await page.evaluate((classes) => (document.body.className = classes), classes);
  if (before) await page.setViewportSize(before);
  await sheet(page, name, shots);
}

async function sheet(page: Page, name: string, shots: readonly string[]): Promise<void> {
  const other = await page
    .context()
    .browser()
    ?.newPage({ viewport: { width: 1850, height: 1550 } });
  if (!other) return;
  const images = shots.map((data) => `<img src="data:image/png;base64,${data}">`).join("");
  await other.setContent(`<body style="margin:0;display:flex;flex-wrap:wrap;gap:12px;background:#888">${images}`);
  await writeFile(join(FOLDER ?? "", `${name}.png`), await other.screenshot({ fullPage: true }));
  await other.close();
}
