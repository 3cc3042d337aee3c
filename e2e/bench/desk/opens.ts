import type { Page } from "playwright";
import type { Case, Times } from "./measure.ts";

/** A drawer opened by each of so many links. */
const DRAWERS = 5;
/** The ledger as it stood so many days ago. */
const DAYS_AGO = [1, 7, 30, 60] as const;
const DAY_MS = 86_400_000;

/** Opens the drawers of payments that the open list does not hold, each from its own link. */
export async function drawers(page: Page): Promise<Case[]> {
  const found = await page.evaluate(async (count) => {
    const day = 24 * 3_600_000;
    const range = `startTime=${Date.now() - 60 * day}&endTime=${Date.now() - 50 * day}`;
    const response = await fetch(`/payment/v1/payment?${range}&limit=${count}`);
    return ((await response.json()) as { data: { paymentId: string; address: string }[] }).data;
  }, DRAWERS);
  return found.map(({ paymentId, address }, at) => ({
    name: `drawer of payment ${at + 1}`,
    once: () => goTo(page, `/payments?range=90d&open=${paymentId}`, "/payment/v1/payment", paymentId, [address]),
  }));
}

/** Shows the ledger's balances as of some days ago, valued in one fiat, until its total is on the page. */
export function asOf(page: Page): Case[] {
  return DAYS_AGO.map((days) => {
    const at = encodeURIComponent(new Date(Date.now() - days * DAY_MS).toISOString());
    return {
      name: `balances as of ${days} days ago`,
      once: () => goTo(page, `/ledger?at=${at}`, "/manage/v1/balances", at, undefined),
    };
  });
}

/**
 * Goes to an address as a link would, and waits until the answer that it asked of `pathname`, known by what its query
 * says, is painted: its `shown` texts, or without them the total that the answer tells.
 */
async function goTo(
  page: Page,
  url: string,
  pathname: string,
  query: string,
  shown: readonly string[] | undefined,
): Promise<Times> {
  return page.evaluate(
    async ({ url, pathname, query, shown }) => {
      const frame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));
      const entryOf = (since: number) =>
        (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).find(
          ({ name, startTime, responseEnd }) =>
            startTime >= since && responseEnd > 0 && new URL(name).pathname === pathname && name.includes(query),
        );
      const bare = (text: string) => text.replaceAll(/\s/gu, "");
      const digits = (text: string) => text.replaceAll(/\D/gu, "");
      let wanted = shown;
      const { fetch } = window;
      if (wanted === undefined)
        window.fetch = async (...args) => {
          const response = await fetch(...args);
          if (response.url.includes(pathname) && response.url.includes(query)) {
            const { total } = JSON.parse(
              (await response.clone().text()).replaceAll(/"total":([\d.]+)/gu, '"total":"$1"'),
            ) as { total?: string };
            if (total !== undefined) wanted = [total];
          }
          return response;
        };
      const isPainted = () => {
        const page = document.querySelector("main");
        if (!page || wanted === undefined) return false;
        const painted = bare(page.textContent ?? "");
        return wanted.every(
          (one) => painted.includes(bare(one)) || digits(painted).includes(digits(one).padStart(3, "0")),
        );
      };
      performance.clearResourceTimings();
      const startedAt = performance.now();
      (window as unknown as { next: { router: { push(to: string): void } } }).next.router.push(url);
      while (!(isPainted() && entryOf(startedAt)) && performance.now() - startedAt < 10_000) await frame();
      await frame();
      window.fetch = fetch;
      const entry = entryOf(startedAt);
      return {
        paintedMs: isPainted() ? performance.now() - startedAt : Number.POSITIVE_INFINITY,
        serverMs: entry ? entry.responseStart - entry.requestStart : Number.POSITIVE_INFINITY,
      };
    },
    { url, pathname, query, shown },
  );
}
