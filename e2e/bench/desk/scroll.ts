import type { Page } from "playwright";

const SCROLL_MS = 8_000;
const STEP_PX = 120;

/** Scrolls the whole list down, page after page as it loads, and answers how long each frame took, in milliseconds. */
export async function scrollFrames(page: Page): Promise<number[]> {
  await page.goto("/payments?range=90d");
  await page.getByRole("row").nth(5).waitFor();
  return page.evaluate(
    async ({ forMs, step }) => {
      const list = document.querySelector("main section[aria-busy]");
      const frames: number[] = [];
      let last = await new Promise<number>((done) => requestAnimationFrame(done));
      for (const end = last + forMs; last < end; ) {
        list?.scrollBy(0, step);
        const now = await new Promise<number>((done) => requestAnimationFrame(done));
        frames.push(now - last);
        last = now;
      }
      return frames;
    },
    { forMs: SCROLL_MS, step: STEP_PX },
  );
}
