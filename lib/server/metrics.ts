import { slot } from "#lib/kernel/slots.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { openHedges } from "#lib/liquidity/hedge-limits.ts";
import { silentVenues } from "#lib/transfers/read-transfers.ts";
import { readiness } from "#lib/health/readiness.ts";
import { admissionOf } from "./admission.ts";

type Counts = Map<string, { requests: number; seconds: number }>;

const REQUEST_COUNTS = slot<Counts>("request counts");

const countsOf = (app: App): Counts => app.slots.of(REQUEST_COUNTS, () => new Map());

/** Counts one answered request by route pattern, never by path: labels must stay few. */
export function countRequest(app: App, method: string, pattern: string, status: number, ms: number): void {
  const counts = countsOf(app);
  const key = `method="${method}",route="${pattern}",status="${status}"`;
  const known = counts.get(key) ?? { requests: 0, seconds: 0 };
  counts.set(key, { requests: known.requests + 1, seconds: known.seconds + ms / 1000 });
}

/** Everything worth a graph, as Prometheus text (exposition format 0.0.4). */
export async function metricsText(ctx: Ctx): Promise<string> {
  const lines = ["# TYPE desk_requests_total counter", "# TYPE desk_request_seconds_total counter"];
  for (const [labels, { requests, seconds }] of countsOf(ctx.app)) {
    lines.push(
      `desk_requests_total{${labels}} ${requests}`,
      `desk_request_seconds_total{${labels}} ${seconds.toFixed(6)}`,
    );
  }
  const { refused } = admissionOf(ctx.app);
  lines.push(
    "# TYPE desk_refused_for_load_total counter",
    `desk_refused_for_load_total{class="change"} ${refused.change}`,
    `desk_refused_for_load_total{class="read"} ${refused.read}`,
  );
  const state = await readiness(ctx);
  lines.push(
    "# TYPE desk_ready gauge",
    `desk_ready ${state.ready ? 1 : 0}`,
    "# TYPE desk_prices_fresh gauge",
    `desk_prices_fresh ${state.prices.fresh}`,
    "# TYPE desk_chain_height gauge",
    "# TYPE desk_chain_lag_blocks gauge",
    "# TYPE desk_chain_complete_height gauge",
    "# TYPE desk_chain_ok gauge",
  );
  for (const { network, height, lag, completeTo, state: how } of state.chains) {
    lines.push(
      `desk_chain_complete_height{network="${network}"} ${completeTo}`,
      `desk_chain_ok{network="${network}"} ${how === "OK" ? 1 : 0}`,
      `desk_chain_height{network="${network}"} ${height}`,
      `desk_chain_lag_blocks{network="${network}"} ${lag}`,
    );
  }
  lines.push("# TYPE desk_hedge_age_seconds gauge", ...(state.database ? await hedgeAges(ctx) : []));
  lines.push("# TYPE desk_venue_silence_seconds gauge", ...(state.database ? await silences(ctx) : []));
  const { rss, heapUsed } = process.memoryUsage();
  lines.push(
    "# TYPE process_resident_memory_bytes gauge",
    `process_resident_memory_bytes ${rss}`,
    "# TYPE process_start_time_seconds gauge",
    `process_start_time_seconds ${Math.floor(performance.timeOrigin / 1000)}`,
    `nodejs_heap_used_bytes ${heapUsed}`,
  );
  return `${lines.join("\n")}\n`;
}

/** How long each venue has not told deposits and withdrawals; no line for one that does. */
async function silences(ctx: Ctx): Promise<string[]> {
  const silent = await silentVenues(ctx);
  return silent.map(({ venue, ms }) => `desk_venue_silence_seconds{venue="${venue}"} ${(ms / 1000).toFixed(3)}`);
}

/** How long the oldest part of each pair's open hedge has waited to be sold; no line for a pair with nothing open. */
async function hedgeAges(ctx: Ctx): Promise<string[]> {
  const open = await openHedges(ctx);
  return open.map(
    ({ base, fiat, ageMs }) => `desk_hedge_age_seconds{base="${base}",fiat="${fiat}"} ${(ageMs / 1000).toFixed(3)}`,
  );
}
