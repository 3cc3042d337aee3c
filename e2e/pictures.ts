import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type BrowserContext, chromium } from "playwright";
import { CHROMIUM_ARGS, findChromium } from "./world/browser.ts";
import { closeTestCluster } from "./world/database.ts";
import { startProgram } from "./world/program.ts";

/** The README's pictures, taken of a new sandbox once its demo is filled: page, name, theme. */
const PICTURES = [
  { path: "/payments", name: "payments", theme: "light" },
  { path: "/", name: "overview", theme: "dark" },
] as const;

/** How often it looks whether the demo is filled. */
const FILLED_MS = 500;
const FOLDER = resolve(import.meta.dirname, "../public/readme");

const program = await startProgram({ fresh: true, env: { DEMO: "full" } });
while (!program.output().includes("The demo is filled.")) await setTimeout(FILLED_MS);
const executablePath = findChromium();
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
mkdirSync(FOLDER, { recursive: true });
for (const { path, name, theme } of PICTURES) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: theme,
    locale: "en-GB",
    timezoneId: "UTC",
  });
  await take(context, path, join(FOLDER, `${name}-${theme}.png`));
  await context.close();
}
await browser.close();
await program.stop();
await closeTestCluster();

async function take(context: BrowserContext, path: string, file: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${program.url}/sign-in?callbackUrl=${encodeURIComponent(path)}`);
  await page.getByRole("button", { name: "Use demo user" }).click();
  await page.waitForURL(`${program.url}${path}**`);
  await page.getByRole("banner").getByRole("status").filter({ hasText: /^Live/ }).waitFor({ state: "attached" });
  await page.getByRole("row").nth(2).waitFor();
  await page.waitForFunction(() => !document.querySelector("main [aria-busy=true]"));
  await page.screenshot({ path: file });
}
