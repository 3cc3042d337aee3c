import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import type { getPaymentEndpoint } from "#lib/payments/contract.ts";
import { AMOUNT_STATUSES, LABELS, PAYMENT_STATUSES, SORTS } from "#lib/payments/payment-states.ts";
import { STRATEGIES } from "#lib/pricing/price.ts";
import { startOfDate, startOfDay, type Zone } from "#components/ui/times.ts";

/** The query of Get Payment, without page size and token. */
export type PaymentQuery = GivenOf<typeof getPaymentEndpoint>;

/** Filters whose values are a fixed list, as rulebook 5.7 names them. */
export const LISTED = {
  status: PAYMENT_STATUSES,
  amountStatus: AMOUNT_STATUSES,
  label: LABELS,
  cryptoType: CRYPTOS,
  networkType: NETWORK_TYPES,
  fiat: FIATS,
  strategy: STRATEGIES,
} as const;
export type ListedFilter = keyof typeof LISTED;
export const LISTED_NAMES = Object.keys(LISTED) as ListedFilter[];

/** What the search field understands; the first two stand without a range. */
export const SEARCHES = ["paymentId", "address", "txHash", "reference"] as const;
export type Search = (typeof SEARCHES)[number];

export const RANGES = ["today", "7d", "30d", "90d"] as const;
export type RangeName = (typeof RANGES)[number];
export type Range = { kind: RangeName } | { kind: "custom"; from: string; to: string };

export type SortField = (typeof SORTS)[number];
export type Sort = { id: SortField; desc: boolean };

export type PaymentFilter = {
  /** Absent only where a payment or an address is looked up. */
  range: Range | undefined;
  listed: { [Name in ListedFilter]?: (typeof LISTED)[Name][number] | undefined };
  subaccount: string | undefined;
  convertible: boolean;
  search: { by: Search; value: string } | undefined;
  sort: Sort;
};

export const DEFAULT_SORT: Sort = { id: "createdAt", desc: true };
/** Everything that the payments page keeps in its URL beside the open drawer. */
export const FILTER_PARAMS = [
  ...LISTED_NAMES,
  ...SEARCHES,
  "subaccount",
  "convertible",
  "range",
  "from",
  "to",
] as const;

/** Reads the page's URL; what it does not know it leaves out, so an old link still works. */
export function readFilter(params: URLSearchParams): PaymentFilter {
  const by = SEARCHES.find((name) => params.get(name));
  const search = by ? { by, value: params.get(by) ?? "" } : undefined;
  return {
    range: readRange(params, search?.by),
    listed: {
      status: wordOf(LISTED.status, params.get("status")),
      amountStatus: wordOf(LISTED.amountStatus, params.get("amountStatus")),
      label: wordOf(LISTED.label, params.get("label")),
      cryptoType: wordOf(LISTED.cryptoType, params.get("cryptoType")),
      networkType: wordOf(LISTED.networkType, params.get("networkType")),
      fiat: wordOf(LISTED.fiat, params.get("fiat")),
      strategy: wordOf(LISTED.strategy, params.get("strategy")),
    },
    subaccount: params.get("subaccount") || undefined,
    convertible: params.get("convertible") === "true",
    search,
    sort: readSort(params.get("sort")),
  };
}

const wordOf = <Word extends string>(words: readonly Word[], value: string | null): Word | undefined =>
  words.find((word) => word === value);

function readRange(params: URLSearchParams, search: Search | undefined): Range | undefined {
  const [from, to] = [params.get("from"), params.get("to")];
  if (from && to && isDay(from) && isDay(to)) return { kind: "custom", from, to };
  const named = RANGES.find((kind) => kind === params.get("range"));
  if (named) return { kind: named };
  if (search === "paymentId" || search === "address") return undefined;
  return { kind: search ? "90d" : "7d" };
}

function readSort(value: string | null): Sort {
  const id = SORTS.find((field) => field === value?.replace(/^-/, ""));
  return id ? { id, desc: value?.startsWith("-") ?? false } : DEFAULT_SORT;
}

export const sortParam = (sort: Sort): SortField | `-${SortField}` => (sort.desc ? `-${sort.id}` : sort.id);

const DAY_MS = 86_400_000;
const DAYS: Record<RangeName, number> = { today: 1, "7d": 7, "30d": 30, "90d": 90 };
/** Get Payment's limit between startTime and endTime (specification, Limits 1). */
export const MAX_RANGE_MS = 90 * DAY_MS;

/** The API's parameters for a filter, at `now` of the server and in the reader's zone. Page size and token come on top. */
export function filterQuery(filter: PaymentFilter, now: number, zone: Zone): PaymentQuery {
  const searched = (by: Search) => (filter.search?.by === by ? filter.search.value : undefined);
  return {
    ...filter.listed,
    subaccount: filter.subaccount,
    convertible: filter.convertible ? "true" : undefined,
    paymentId: searched("paymentId"),
    address: searched("address"),
    txHash: searched("txHash"),
    reference: searched("reference"),
    ...(filter.range ? rangeQuery(filter.range, now, zone) : {}),
    sort: sortParam(filter.sort),
  };
}

function rangeQuery(range: Range, now: number, zone: Zone): Pick<PaymentQuery, "startTime" | "endTime"> {
  if (range.kind === "custom") return { startTime: startOfDate(range.from, zone), endTime: endOfDate(range.to, zone) };
  return { startTime: startOfDay(now, zone) - (DAYS[range.kind] - 1) * DAY_MS };
}

/** Why a range from day to day cannot be requested. */
export function rangeFault(from: string, to: string, zone: Zone): "missing" | "backwards" | "tooLong" | undefined {
  if (!isDay(from) || !isDay(to)) return "missing";
  const span = endOfDate(to, zone) - startOfDate(from, zone);
  if (span < 0) return "backwards";
  return span > MAX_RANGE_MS ? "tooLong" : undefined;
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

const endOfDate = (date: string, zone: Zone) =>
  startOfDate(new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10), zone) - 1;

const SHAPES: [Search, RegExp][] = [
  ["paymentId", /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ["txHash", /^(0x)?[0-9a-f]{64}$/i],
  ["address", /^0x[0-9a-f]{40}$/i],
  ["address", /^(bc|tb|bcrt)1[0-9a-z]{11,87}$/i],
  ["address", /^(bitcoincash:|bchtest:|bchreg:)?[qp][0-9a-z]{41}$/i],
  ["address", /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/],
  ["address", /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
];

/** What a searched text is, by its shape alone; anything else is taken for the PSP's own reference. */
export function detectSearch(typed: string): { by: Search; value: string } | undefined {
  const value = typed.trim();
  if (value === "") return undefined;
  const by = SHAPES.find(([, shape]) => shape.test(value))?.[0] ?? "reference";
  return { by, value: by === "paymentId" ? value.toLowerCase() : value };
}
