import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { NAV } from "#components/nav/nav-entries.ts";
import { CHROMIUM_ARGS, ensureChromium, findChromium } from "#e2e/world/browser.ts";
import { MOST_JAVASCRIPT_KB } from "#e2e/world/page-weight.ts";
import { pspClient } from "#e2e/world/psp.ts";
import { casesOf, sampleOf } from "./desk/cases.ts";
import { firstLoad } from "./desk/first-load.ts";
import { demand } from "./load/demand.ts";
import { typicalScores } from "./desk/lighthouse.ts";
import { liveDelays } from "./desk/live.ts";
import { measure } from "./desk/measure.ts";
import { asOf, drawers } from "./desk/opens.ts";
import { paint, watchLists } from "./desk/paint.ts";
import { percentile } from "./desk/percentile.ts";
import { find } from "./desk/prefix.ts";
import { openReport } from "./desk/report.ts";
import { scrollFrames } from "./desk/scroll.ts";
import { seeded } from "./desk/seeded.ts";
import { startMeasured } from "./load/measured.ts";

// How the desk bears many bills: from a filter, sort or search to painted rows, frames while the whole list is scrolled,
// how soon a deposit is on the open page, the JavaScript each page loads, how far its layout shifts, and what Lighthouse
// says of it. `--parts` runs some of these; `--data` keeps the seeded database in a folder for the next run.

const PARTS = ["list", "search", "drawer", "as-of", "scroll", "live", "load", "lighthouse"] as const;
const { values } = parseArgs({
  options: {
    bills: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
    parts: { type: "string", default: PARTS.join(",") },
    data: { type: "string" },
  },
});
const LIVE_DEPOSITS = 20;
const TARGETS = { paintedMs: 400, serverMs: 150, frameMs: 34, liveMs: 1_000, shift: 0.02 };
const LEAST_SCORES = { performance: 95, accessibility: 100, "best-practices": 100 } as const;

if (!ensureChromium()) throw new Error("Chromium is missing: install it, or name it in CHROMIUM_PATH.");
const wanted = new Set(values.parts.split(","));
const rounds = Number(values.rounds);
const report = openReport();
const data = await seeded(Number(values.bills), values.data);
const program = await startMeasured({ dataDir: data.folder });
const executablePath = findChromium();
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
try {
  const context = await browser.newContext({ baseURL: program.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await watchLists(page);
  const begin = async () => {
    await page.goto("/payments?range=90d");
    await page.getByRole("row").nth(5).waitFor();
    // Keys are heard once the page is live.
    await page.getByRole("banner").getByRole("status").filter({ hasText: /^Live/ }).waitFor({ state: "attached" });
  };
  await page.goto("/payments?range=90d");
  await page.getByRole("button", { name: "Use demo user" }).click();
  await page.waitForURL("**/payments**");
  const sample = await sampleOf(page);
  if (wanted.has("list")) {
    const cases = casesOf(sample).map(({ name, url }) => ({ name, once: () => paint(page, url) }));
    report.times("list", await measure(cases, rounds, begin), TARGETS);
  }
  if (wanted.has("search"))
    report.times("search by a beginning", await measure(find(page, sample), rounds, begin), TARGETS);
  if (wanted.has("drawer")) report.times("drawer", await measure(await drawers(page), rounds, begin), TARGETS);
  if (wanted.has("as-of")) report.times("ledger as of an instant", await measure(asOf(page), rounds, begin), TARGETS);
  if (wanted.has("scroll")) {
    const { frames, rows, seconds } = await scrollFrames(page);
    report.note(`${rows} rows scrolled in ${seconds.toFixed(0)} s`);
    report.most("frame while scrolling, 95 %", percentile(frames, 0.95), TARGETS.frameMs, "ms");
  }
  if (wanted.has("live")) {
    const delays = await liveDelays(page, pspClient(program.url, program.demo), LIVE_DEPOSITS);
    report.most("deposit to the open page, 95 %", percentile(delays, 0.95), TARGETS.liveMs, "ms");
  }
  await page.close();
  if (wanted.has("load"))
    for (const { href } of NAV) {
      const { javascriptKb, shift } = await firstLoad(context, href);
      report.most(`JavaScript of ${href}`, javascriptKb, MOST_JAVASCRIPT_KB, "kB");
      report.most(`layout shift of ${href}`, shift, TARGETS.shift, "");
    }
  if (wanted.has("lighthouse"))
    for (const { href } of NAV) {
      const scores = await typicalScores(`${program.url}${href}`, await context.cookies(), LEAST_SCORES);
      for (const [category, least] of Object.entries(LEAST_SCORES))
        report.least(`Lighthouse of ${href}, ${category}`, scores[category] ?? 0, least);
    }
} finally {
  await browser.close();
  await program.stop();
  data.remove();
}
demand(report.met());
