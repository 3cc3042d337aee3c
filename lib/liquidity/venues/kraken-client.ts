import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { price as exact } from "#lib/pricing/sources/quote.ts";
import { type VenueAccess, VenueFault, askVenue, shaped } from "./ask-venue.ts";
import { krakenSignature } from "./kraken-signature.ts";

const ENVELOPE = z.object({ error: z.array(z.string()), result: z.unknown().optional() });

const ORDER = z.object({
  status: z.enum(["pending", "open", "closed", "canceled", "expired"]),
  vol: exact,
  vol_exec: exact,
  cl_ord_id: z.string().nullish(),
});
const TRADE = z.object({
  ordertxid: z.string(),
  pair: z.string(),
  time: exact,
  type: z.string(),
  cost: exact,
  fee: exact,
  vol: exact,
});
const TRANSFER = z.object({
  method: z.string(),
  asset: z.string(),
  refid: z.string(),
  txid: z.string().nullish(),
  info: z.string().nullish(),
  amount: exact,
  fee: exact.nullish(),
  time: exact,
  status: z.string(),
  "status-prop": z.string().nullish(),
  key: z.string().nullish(),
  network: z.string().nullish(),
});
const ORDERS = z.record(z.string(), ORDER);

export type KrakenOrder = z.infer<typeof ORDER> & { txid: string };
export type KrakenTrade = z.infer<typeof TRADE> & { tradeId: string };
export type KrakenTransfer = z.infer<typeof TRANSFER>;

/** What Kraken says of an order it was sent: taken under a transaction id, or its errors. */
export type Added = { txid: string } | { errors: readonly string[] };

/** Trades of the history that are read at most, 50 a page. */
const MOST_PAGES = 10;
/** Pages of a history that is read whole: 50 000 trades. */
export const MOST_PAGES_OF_ALL = 1_000;
const PAGE = 50;
/** A page costs two of fifteen points, which come back at one in three seconds. */
const PAGE_PAUSE_MS = 6_000;
/** Deposits or withdrawals of one answer. */
const TRANSFERS_PAGE = "500";

/** Kraken's REST as far as the app needs it. Every method throws a VenueFault when there is no whole answer. */
export type KrakenClient = ReturnType<typeof krakenClient>;

export function krakenClient(access: VenueAccess) {
  let lastNonce = 0n;

  async function ask(path: string, input: Parameters<typeof askVenue>[1]): Promise<z.infer<typeof ENVELOPE>> {
    return shaped(ENVELOPE, (await askVenue(access, input)).json, `kraken ${path}`);
  }

  /** Nonces rise by the microsecond, so that the processes of one app rarely cross each other's. */
  function call(name: string, params: Record<string, string>): ReturnType<typeof ask> {
    const clock = BigInt(Date.now()) * 1_000n;
    lastNonce = clock > lastNonce ? clock : lastNonce + 1n;
    const path = `/0/private/${name}`;
    const body = new URLSearchParams({ nonce: lastNonce.toString(), ...params }).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "API-Key": access.key,
      "API-Sign": krakenSignature(path, lastNonce.toString(), body, access.secret),
    };
    return ask(name, { method: "POST", target: path, headers, body });
  }

  async function read<T>(name: string, schema: z.ZodType<T>, answer: ReturnType<typeof ask>): Promise<T> {
    const { error, result } = await answer;
    if (error.length > 0) throw faultOf(name, error);
    return shaped(schema, result, `kraken ${name}`);
  }

  const publicly = <T>(name: string, query: string, schema: z.ZodType<T>): Promise<T> =>
    read(name, schema, ask(name, { method: "GET", target: `/0/public/${name}${query}` }));

  /** A request may be repeated when its nonce was overtaken by another process's. */
  async function privately<T>(name: string, params: Record<string, string>, schema: z.ZodType<T>): Promise<T> {
    const first = await call(name, params);
    const overtaken = first.error.some((each) => each.startsWith("EAPI:Invalid nonce"));
    return read(name, schema, overtaken ? call(name, params) : Promise.resolve(first));
  }

  /** Follows the cursor to the end: a page that is missed would be a withdrawal that nobody sees. */
  async function transfers(name: string, field: "deposits" | "withdrawals", since: Date): Promise<KrakenTransfer[]> {
    const schema = z.object({ [field]: z.array(TRANSFER), next_cursor: z.string().nullish() });
    const start = String(Math.floor(since.getTime() / 1_000));
    const reported: KrakenTransfer[] = [];
    let cursor = "true";
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await privately(name, { start, limit: TRANSFERS_PAGE, cursor }, schema);
      reported.push(...z.array(TRANSFER).parse(answer[field]));
      if (!answer.next_cursor) return reported;
      cursor = String(answer.next_cursor);
    }
    throw new VenueFault("MALFORMED", `kraken ${name} does not come to an end since ${start}.`);
  }

  return {
    deposits: (since: Date) => transfers("DepositStatus", "deposits", since),
    withdrawals: (since: Date) => transfers("WithdrawStatus", "withdrawals", since),
    /** Names of the ways an asset can be sent to Kraken. */
    async depositMethods(asset: string): Promise<string[]> {
      const methods = await privately("DepositMethods", { asset }, z.array(z.object({ method: z.string() })));
      return methods.map(({ method }) => method);
    },
    async depositAddresses(asset: string, method: string): Promise<string[]> {
      const schema = z.array(z.object({ address: z.string() }));
      return (await privately("DepositAddresses", { asset, method }, schema)).map(({ address }) => address);
    },
    /** Kraken's own clock, in whole seconds and so never ahead of itself. */
    async time(): Promise<Date> {
      const { unixtime } = await publicly("Time", "", z.object({ unixtime: exact }));
      return new Date(Number(unixtime.floorUnits(0)) * 1_000);
    },
    async depth(pair: string, count: number) {
      const LEVELS = z.array(z.tuple([exact, exact], z.unknown()));
      const books = z.record(z.string(), z.object({ asks: LEVELS, bids: LEVELS }));
      return Object.values(await publicly("Depth", `?pair=${pair}&count=${count}`, books))[0];
    },
    assetPair: async (pair: string) =>
      Object.values(
        await publicly(
          "AssetPairs",
          `?pair=${pair}`,
          z.record(z.string(), z.object({ pair_decimals: exact, ordermin: exact, status: z.string() })),
        ),
      )[0],
    balance: () => privately("Balance", {}, z.record(z.string(), exact)),
    async addOrder(order: Record<string, string>): Promise<Added> {
      const { error, result } = await call("AddOrder", order);
      if (error.length > 0) return { errors: error };
      const { txid } = shaped(z.object({ txid: z.array(z.string()).min(1) }), result, "kraken AddOrder");
      return { txid: txid[0] ?? "" };
    },
    async orders(txids: readonly string[]): Promise<KrakenOrder[]> {
      return named(await privately("QueryOrders", { txid: txids.join(",") }, ORDERS));
    },
    async openOrders(clientRef: string): Promise<KrakenOrder[]> {
      const schema = z.object({ open: ORDERS });
      return named((await privately("OpenOrders", { cl_ord_id: clientRef }, schema)).open);
    },
    async closedOrders(clientRef: string): Promise<KrakenOrder[]> {
      const schema = z.object({ closed: ORDERS });
      return named((await privately("ClosedOrders", { cl_ord_id: clientRef }, schema)).closed);
    },
    async tradesSince(since: Date, most = MOST_PAGES): Promise<KrakenTrade[]> {
      const schema = z.object({ trades: z.record(z.string(), TRADE), count: exact });
      const start = String(Math.floor(since.getTime() / 1_000));
      const reported: KrakenTrade[] = [];
      for (let page = 0; page < most; page += 1) {
        if (page >= MOST_PAGES) await sleep(PAGE_PAUSE_MS);
        const query = { type: "all", start, ofs: String(page * PAGE) };
        const { trades, count } = await privately("TradesHistory", query, schema);
        reported.push(...Object.entries(trades).map(([tradeId, trade]) => ({ tradeId, ...trade })));
        if (Object.keys(trades).length === 0 || BigInt((page + 1) * PAGE) >= count.floorUnits(0)) return reported;
      }
      throw new VenueFault("MALFORMED", `kraken tells more than ${most * PAGE} trades since ${start}.`);
    },
  };
}

const named = (orders: z.infer<typeof ORDERS>): KrakenOrder[] =>
  Object.entries(orders).map(([txid, order]) => ({ txid, ...order }));

function faultOf(name: string, errors: readonly string[]): VenueFault {
  const message = errors.join(", ");
  const busy = /Rate limit|Too many|EService|Internal/.test(message);
  return new VenueFault(busy ? "BUSY" : "REFUSED", `kraken ${name} says ${message}.`);
}
