import { slot } from "#lib/kernel/slots.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { type HouseFigures, houseFigures, type LabeledFigure } from "#lib/health/house-figures.ts";
import { openHedges } from "#lib/liquidity/hedge-limits.ts";
import { silentVenues } from "#lib/transfers/read-transfers.ts";
import { type Readiness, readiness, tasksFailing } from "#lib/health/readiness.ts";
import { poolsOf } from "#lib/wallets/pool.ts";
import { countDisabled } from "#lib/webhooks/disable-endpoints.ts";
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

/** One metric: what it means, and its figures, each with its labels as they are written. */
type Family = {
  name: string;
  type: "counter" | "gauge";
  help: string;
  samples: readonly (readonly [labels: string, value: number | string])[];
};

/** Everything worth a graph, as Prometheus text (exposition format 0.0.4): the samples of each metric together, after its words. */
export async function metricsText(ctx: Ctx): Promise<string> {
  const state = await readiness(ctx);
  const families = [
    ...requestFamilies(ctx.app),
    ...stateFamilies(state),
    ...(state.database ? [...(await waitFamilies(ctx)), ...figureFamilies(await houseFigures(ctx))] : []),
    ...processFamilies(),
  ];
  return `${families.flatMap(written).join("\n")}\n`;
}

const written = ({ name, type, help, samples }: Family): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...samples.map(([labels, value]) => (labels === "" ? `${name} ${value}` : `${name}{${labels}} ${value}`)),
];

const gauge = (name: string, help: string, samples: Family["samples"]): Family => ({
  name,
  type: "gauge",
  help,
  samples,
});
const counter = (name: string, help: string, samples: Family["samples"]): Family => ({
  name,
  type: "counter",
  help,
  samples,
});

function requestFamilies(app: App): Family[] {
  const counts = [...countsOf(app)];
  const { refused } = admissionOf(app);
  return [
    counter(
      "desk_requests_total",
      "Requests answered, by route.",
      counts.map(([labels, { requests }]) => [labels, requests]),
    ),
    counter(
      "desk_request_seconds_total",
      "Seconds spent on them.",
      counts.map(([labels, { seconds }]) => [labels, seconds.toFixed(6)]),
    ),
    counter("desk_refused_for_load_total", "Requests refused before they were read, for load.", [
      ['class="change"', refused.change],
      ['class="read"', refused.read],
    ]),
  ];
}

function stateFamilies({ ready, database, restored, worker, prices, chains }: Readiness): Family[] {
  const perChain = (name: string, help: string, of: (chain: Readiness["chains"][number]) => number): Family =>
    gauge(
      name,
      help,
      chains.map((chain) => [`network="${chain.network}"`, of(chain)]),
    );
  return [
    gauge("desk_ready", "Whether the program can do its work now.", [["", ready ? 1 : 0]]),
    gauge("desk_database_ok", "Whether the database answers.", [["", database ? 1 : 0]]),
    gauge("desk_database_restored", "Whether the database is an older copy that is not recovered yet.", [
      ["", restored ? 1 : 0],
    ]),
    gauge("desk_worker_ok", "Whether a worker was heard of lately.", [["", worker ? 1 : 0]]),
    gauge("desk_prices_fresh", "Pairs with a fresh price.", [["", prices.fresh]]),
    gauge(
      "desk_price_stale",
      "Pairs without a fresh price.",
      prices.stale.map((pair) => [`pair="${pair}"`, 1]),
    ),
    perChain("desk_chain_height", "The block that the books stand at.", ({ height }) => height),
    perChain("desk_chain_lag_blocks", "Blocks that the node has and the books have not.", ({ lag }) => lag),
    perChain("desk_chain_complete_height", "The block up to which all is read.", ({ completeTo }) => completeTo),
    perChain("desk_chain_ok", "Whether the chain is followed.", ({ state }) => (state === "OK" ? 1 : 0)),
  ];
}

/** No line for a pair with nothing open, a venue that tells what it does, a task that succeeds and a pool that is filled. */
async function waitFamilies(ctx: Ctx): Promise<Family[]> {
  const [open, silent, failing] = [await openHedges(ctx), await silentVenues(ctx), await tasksFailing(ctx)];
  const dry = (await poolsOf(ctx)).filter(({ free }) => free === 0).map(({ kind }) => kind);
  const disabled = (await countDisabled(ctx)).reduce((sum, { endpoints }) => sum + endpoints, 0);
  return [
    gauge(
      "desk_hedge_age_seconds",
      "How long the oldest part of a pair's open hedge has waited to be sold.",
      open.map(({ base, fiat, ageMs }) => [`base="${base}",fiat="${fiat}"`, (ageMs / 1000).toFixed(3)]),
    ),
    gauge(
      "desk_venue_silence_seconds",
      "How long a venue has not told deposits and withdrawals.",
      silent.map(({ venue, ms }) => [`venue="${venue}"`, (ms / 1000).toFixed(3)]),
    ),
    gauge(
      "desk_task_failing_seconds",
      "How long a task of the worker has failed each time.",
      failing.map(({ task, ms }) => [`task="${task}"`, (ms / 1000).toFixed(3)]),
    ),
    gauge(
      "desk_pools_empty",
      "Wallets of a kind, the operator's and the accounts', that have no address derived ahead.",
      [...new Set(dry)].map((kind) => [`kind="${kind}"`, dry.filter((each) => each === kind).length]),
    ),
    gauge("desk_webhook_endpoints_disabled", "Webhook endpoints that failed and were switched off.", [["", disabled]]),
  ];
}

function figureFamilies({ webhooks, mail, eventsSeconds, ...of }: HouseFigures): Family[] {
  const labeled = (name: string, help: string, figures: readonly LabeledFigure[]): Family =>
    gauge(
      name,
      help,
      figures.map(({ labels, value }) => [
        Object.entries(labels)
          .map(([label, word]) => `${label}="${word}"`)
          .join(","),
        value,
      ]),
    );
  return [
    labeled("desk_house_balance", "What is missing, unassigned and in transit, in units of its asset.", of.balances),
    labeled("desk_payouts_open", "Payouts that have not ended.", of.payouts),
    labeled("desk_moves_open", "Moves of the house that have not ended.", of.moves),
    labeled("desk_approvals_waiting", "Requests that wait for a second person.", of.approvals),
    labeled("desk_venue_orders_open", "Orders whose outcome is not known yet.", of.orders),
    labeled("desk_transactions_refused", "Signed transactions that a node refuses.", of.refused),
    gauge("desk_webhook_deliveries_waiting", "Webhook deliveries that are due or will be tried again.", [
      ["", webhooks.count],
    ]),
    gauge("desk_webhook_oldest_seconds", "Age of the oldest of them.", [["", webhooks.oldestSeconds]]),
    gauge("desk_events_waiting_seconds", "Age of the oldest event that has not become webhook deliveries.", [
      ["", eventsSeconds],
    ]),
    gauge("desk_mail_undelivered", "Letters that have waited for ten minutes, or were given up.", [["", mail.count]]),
    gauge("desk_mail_oldest_seconds", "Age of the oldest of them.", [["", mail.oldestSeconds]]),
  ];
}

function processFamilies(): Family[] {
  const { rss, heapUsed } = process.memoryUsage();
  return [
    gauge("process_resident_memory_bytes", "Memory of this process.", [["", rss]]),
    gauge("process_start_time_seconds", "When this process started.", [
      ["", Math.floor(performance.timeOrigin / 1000)],
    ]),
    gauge("nodejs_heap_used_bytes", "JavaScript heap of this process.", [["", heapUsed]]),
  ];
}
