import type { BrowserContext } from "playwright";

const SETTLED_MS = 2_500;

/** What a page loads the first time, compressed, and how far its layout shifts until it has settled. */
export async function firstLoad(
  context: BrowserContext,
  path: string,
): Promise<{ javascriptKb: number; shift: number }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.addInitScript(() => {
    const shifted = window as unknown as { shift: number };
    shifted.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifted.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(path);
  await page.waitForTimeout(SETTLED_MS);
  const measured = await page.evaluate(() => ({
    bytes: (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ initiatorType, name }) => initiatorType === "script" || name.endsWith(".js"))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    shift: (window as unknown as { shift: number }).shift,
  }));
  await page.close();
  return { javascriptKb: measured.bytes / 1000, shift: measured.shift };
}
