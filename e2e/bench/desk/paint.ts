import type { Page } from "playwright";
import type { Times } from "./measure.ts";

type Seen = Window & {
  next: { router: { push(url: string): void } };
  /** Ids of the list that was answered last, and of which address. */
  listed?: { ids: string[]; url: string } | undefined;
};

/** Keeps what each answer of the list holds, so that its rows can be told from those before. Call it before the page loads. */
export async function watchLists(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as Seen;
    const { fetch } = window;
    window.fetch = async (...args) => {
      const response = await fetch(...args);
      const url = new URL(response.url);
      if (url.pathname === "/payment/v1/payment" && !url.searchParams.has("startsAfter")) {
        const copy = response.clone();
        const { data = [] } = (await copy.json()) as { data?: { paymentId: string }[] };
        seen.listed = { url: response.url, ids: data.map(({ paymentId }) => paymentId) };
      }
      return response;
    };
  });
}

/** Goes to a view of the payments list as a link would, and waits until exactly the rows that were answered are painted. */
export async function paint(page: Page, url: string): Promise<Times> {
  return page.evaluate(async (target) => {
    const seen = window as unknown as Seen;
    const frame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));
    const wanted = [...new URL(target, location.href).searchParams].filter(([name]) => name !== "range");
    // An answer to the view before may still come in.
    const isOf = (url: string) => {
      const query = new URL(url).searchParams;
      return wanted.every(([name, value]) => query.get(name) === value);
    };
    const isPainted = () => {
      const { listed } = seen;
      if (!listed || !isOf(listed.url)) return false;
      const grid = document.querySelector("main .grid-scroll[aria-busy]");
      if (!grid || grid.getAttribute("aria-busy") === "true") return false;
      const rows = [...grid.querySelectorAll<HTMLElement>("[data-row]")].map(({ dataset }) => dataset["row"]);
      return rows.length === 0 ? listed.ids.length === 0 : rows.every((id, at) => id === listed.ids[at]);
    };
    performance.clearResourceTimings();
    seen.listed = undefined;
    const startedAt = performance.now();
    seen.next.router.push(target);
    while (!isPainted() && performance.now() - startedAt < 10_000) await frame();
    await frame();
    const paintedMs = isPainted() ? performance.now() - startedAt : Number.POSITIVE_INFINITY;
    const entry = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).find(
      ({ name, startTime }) => startTime >= startedAt && new URL(name).pathname === "/payment/v1/payment",
    );
    return { paintedMs, serverMs: entry ? entry.responseStart - entry.requestStart : Number.POSITIVE_INFINITY };
  }, url);
}
