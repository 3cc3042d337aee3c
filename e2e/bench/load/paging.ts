import { caseSummaryCall, listCasesCall } from "#lib/cases/calls.ts";
import { listConversionsCall } from "#lib/conversions/calls.ts";
import { getBalancesCall } from "#lib/ledger/calls.ts";
import { getRequestsCall } from "#lib/log/request-log-calls.ts";
import { getOverviewCall } from "#lib/overview/calls.ts";
import { getOutcomesCall } from "#lib/overview/outcomes-calls.ts";
import { getPaymentCall, getSummaryCall } from "#lib/payments/calls.ts";

// People at the desk: each walks from page to page and leafs on in the list of payments, asking what the pages ask.
// Looking at a page takes a moment. Ends with what was refused when its channel is closed.

const LOOK_MS = 500;
const DAY_MS = 86_400_000;

type Paging = { port: number; cookie: string; people: number };
const { port, cookie, people } = JSON.parse(process.env["PAGING"] ?? "{}") as Paging;
let refused = 0;
let read = 0;
let isOver = false;

process.once("message", () => {
  isOver = true;
});
await ask(getOverviewCall.path, { fiat: "EUR" });
process.send?.("begun");
await Promise.all(Array.from({ length: people }, (_, nth) => walk(nth)));
process.send?.({ read, refused });
process.disconnect();

async function walk(nth: number): Promise<void> {
  const since = String(Date.now() - DAY_MS);
  await look((nth * LOOK_MS) / people);
  while (!isOver) {
    await page(
      ask(getOverviewCall.path, { fiat: "EUR" }),
      ask(getBalancesCall.path, {}),
      ask(getOutcomesCall.path, { in: "EUR", startTime: since }),
    );
    await leaf(since);
    await page(ask(listCasesCall.path, { limit: "100" }), ask(caseSummaryCall.path, {}));
    await page(ask(listConversionsCall.path, { limit: "100" }));
    await page(ask(getRequestsCall.path, { limit: "100" }));
  }
}

/** The list of payments, its sums, and two pages further on. */
async function leaf(since: string): Promise<void> {
  const first = ask(getPaymentCall.path, { startTime: since, limit: "100" });
  await page(first, ask(getSummaryCall.path, { startTime: since }));
  let { startsAfter } = await first;
  for (let further = 0; further < 2 && startsAfter && !isOver; further += 1) {
    const next = ask(getPaymentCall.path, { startTime: since, limit: "500", startsAfter });
    await page(next);
    ({ startsAfter } = await next);
  }
}

async function page(...requests: Promise<unknown>[]): Promise<void> {
  await Promise.all(requests);
  if (!isOver) await look(LOOK_MS);
}

function look(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms));
}

async function ask(path: string, query: Record<string, string>): Promise<{ startsAfter?: string | null }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}?${new URLSearchParams(query)}`, {
    headers: { cookie },
  });
  const text = await response.text();
  read += 1;
  if (response.status === 200) return JSON.parse(text) as { startsAfter?: string | null };
  refused += 1;
  if (refused === 1) process.stderr.write(`${path}: ${response.status} ${text.slice(0, 300)}\n`);
  return {};
}
