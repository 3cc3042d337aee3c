import type { Page } from "playwright";

/** From the change of the address to painted rows, and the part of it that the list's request waited for the server. */
export type Painted = { paintedMs: number; serverMs: number };

type Router = { push(url: string): void };

/** Goes to a view of the payments list as a link would, and waits until its own rows are painted. */
export async function paint(page: Page, url: string): Promise<Painted> {
  return page.evaluate(async (target) => {
    const frame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));
    const grid = () => document.querySelector("main section[aria-busy]");
    const answered = (since: number) =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).findLast(
        ({ name, startTime, responseEnd }) =>
          startTime >= since && responseEnd > 0 && new URL(name).pathname === "/payment/v1/payment",
      );
    performance.clearResourceTimings();
    const startedAt = performance.now();
    (window as unknown as { next: { router: Router } }).next.router.push(target);
    let entry = answered(startedAt);
    while (!entry && performance.now() - startedAt < 10_000) {
      await frame();
      entry = answered(startedAt);
    }
    while (grid()?.getAttribute("aria-busy") === "true") await frame();
    await frame();
    await frame();
    return {
      paintedMs: performance.now() - startedAt,
      serverMs: entry ? entry.responseStart - entry.requestStart : Number.POSITIVE_INFINITY,
    };
  }, url);
}
