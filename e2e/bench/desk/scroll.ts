import type { Page } from "playwright";

/** As fast as a key scrolls: Page Down held, thirty screenfuls of 700 pixels a second, in frames of a sixtieth. */
const STEP_PX = 350;
const MOST_MS = 400_000;

/**
 * Scrolls the whole list down, page after page as it loads, then up again from its end, and answers how long each frame
 * took in milliseconds, and how many rows the list had.
 */
export async function scrollFrames(page: Page): Promise<{ frames: number[]; rows: number; seconds: number }> {
  await page.goto("/payments?range=90d");
  await page.getByRole("row").nth(5).waitFor();
  await page.waitForFunction(() => !document.querySelector("main [aria-busy=true]"));
  return page.evaluate(
    async ({ step, mostMs }) => {
      const list = document.querySelector("main .grid-scroll[aria-busy]");
      if (!list) throw new Error("there is no list");
      const next = () => new Promise<number>((done) => requestAnimationFrame(done));
      const frames: number[] = [];
      const lastRow = () => Number([...list.querySelectorAll<HTMLElement>("[data-row]")].at(-1)?.dataset["index"] ?? 0);
      const all = Number(list.querySelector("table")?.getAttribute("aria-rowcount") ?? 1) - 1;
      const startedAt = await next();
      let last = startedAt;
      let rows = 0;
      const pull = async (by: number) => {
        list.scrollBy(0, by);
        const now = await next();
        frames.push(now - last);
        last = now;
        rows = Math.max(rows, lastRow() + 1);
      };
      while (rows < all && last - startedAt < mostMs) await pull(step);
      for (let up = 0; up < 300; up += 1) await pull(-step);
      return { frames, rows, seconds: (last - startedAt) / 1000 };
    },
    { step: STEP_PX, mostMs: MOST_MS },
  );
}
