import { type Crypto, scaleOf } from "#lib/kernel/assets.ts";
import { type Connections, type Db, decimalFrom, unitsFrom } from "#lib/kernel/database.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { minOf } from "#lib/kernel/money.ts";
import type { PriceSource } from "#lib/pricing/market.ts";
import { fillOf } from "../fill.ts";
import { houseQuote } from "../house-quote.ts";
import { isWorse } from "../protocol.ts";
import type {
  AccountTrade,
  Balance,
  Book,
  Executed,
  LookupResult,
  OrderRequest,
  VenueOutcome,
  Venue,
  VenueAccount,
} from "../venue.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import { simulatedAccount } from "./simulated-account.ts";
import * as sql from "./simulated.sql.ts";

/** The simulated venue takes nothing below these. */
const MINIMUM: Record<Crypto, string> = { BTC: "0.00001", BCH: "0.001", USDT: "1", USDC: "1" };
/** How long the fault `slow` makes an order wait for its answer, in wall time. */
const SLOW_MS = 6_000;

/** The sandbox's venue: deterministic fills at the simulated market's bid, with faults on demand. One order per client reference. */
export function simulatedVenue(db: Connections, market: PriceSource): Venue {
  const account = simulatedAccount(db);
  const venue: Venue = {
    name: "sandbox",
    capabilities: () => ({
      firmQuotes: false,
      fenced: true,
      marginMs: 0,
      minimum: (base) => Decimal.from(MINIMUM[base]),
      serves: () => true,
    }),
    async book(base, fiat, now) {
      const [sample] = await market.samples(base, fiat, now);
      if (!sample) return undefined;
      const { bid, ask, at, bids = [] } = sample;
      return { bid, ask, at, bids };
    },
    async quote(want, now) {
      const book = await venue.book(want.base, want.fiat, now);
      return book && houseQuote(book, want, now);
    },
    execute: (order, quote, now) => venue.marketOrder({ ...order, limitPrice: quote.price }, now),
    async marketOrder(order, now) {
      const fault = await takeFault(db);
      if (fault === "timeout-before-accept")
        return { state: "UNKNOWN", reason: "The venue did not answer.", code: "SILENT" };
      const { outcome: known } = await look(db, order.clientRef);
      if (known) return known;
      const book = await venue.book(order.base, order.fiat, now);
      const outcome = book
        ? await accept(db, order, book, fault)
        : { state: "REFUSED" as const, reason: "The venue has no price.", code: "NO_PRICE" as const };
      if (fault === "slow") await new Promise((wake) => setTimeout(wake, SLOW_MS));
      return fault === "timeout-after-accept"
        ? { state: "UNKNOWN", reason: "The venue did not answer in time.", code: "SILENT" }
        : outcome;
    },
    find: (clientRef) => look(db, clientRef),
    balances: () => balances(db),
    executedSince: (since) => executedSince(account, since),
    account,
  };
  return venue;
}

/** The venue's clock is the business clock. */
async function look(db: Connections, clientRef: string): Promise<LookupResult> {
  const [row] = await sql.look(db, { clientRef });
  if (!row) throw new Error("the simulated venue has a clock");
  const { now, ...order } = row;
  return { outcome: isThere(order) ? outcomeOf(order) : undefined, at: now };
}

type LookedUp = Omit<RowOf<typeof sql.look>, "now">;
type OrderRow = { [Column in keyof LookedUp]: NonNullable<LookedUp[Column]> };
const isThere = (order: LookedUp): order is OrderRow => order.trade_id !== null;

/** The simulated venue's number of an order is our reference. */
async function executedSince(account: VenueAccount, since: Date): Promise<Executed[]> {
  const byOrder = Map.groupBy(await account.tradesSince(since), ({ orderRef }) => orderRef);
  return [...byOrder].flatMap(([clientRef, trades]) =>
    trades
      .slice(0, 1)
      .map(({ side, base, fiat }) => ({ clientRef, side, base, fiat, fill: fillOf(trades.map(tradeOf)) })),
  );
}

const tradeOf = ({ tradeId, quantity, proceeds, fee }: AccountTrade) => ({ tradeId, quantity, proceeds, fee });

async function balances(db: Connections): Promise<Balance[]> {
  const rows = await sql.balances(db);
  return rows.map(({ symbol, quantity }) => ({ symbol, quantity: decimalFrom(quantity) }));
}

async function accept(db: Connections, order: OrderRequest, book: Book, fault: string): Promise<VenueOutcome> {
  const scale = scaleOf(order.base);
  const quantity = order.quantity.floorUnits(scale);
  const { filled, proceeds } = refusalBy(fault) ? NOTHING : traded(book, order, fault);
  const status = filled === 0n ? "REFUSED" : filled < quantity ? "PARTIAL" : "FILLED";
  await sql.insertOrder(db, {
    clientRef: order.clientRef,
    side: order.side,
    tradeId: uuidv7(),
    base: order.base,
    fiat: order.fiat,
    quantity,
    filled,
    proceeds: proceeds.toString(),
    status,
  });
  const { outcome } = await look(db, order.clientRef);
  if (!outcome) throw new Error("the simulated venue lost an order");
  if (outcome.state !== "REFUSED") return outcome;
  const reason = refusalBy(fault) ?? outcome.reason;
  return { state: "REFUSED", reason, ...(reason.startsWith("EOrder:") && { detail: reason }) };
}

/** The venue's own words when a fault makes it refuse whole orders; undefined when the fault does not. */
function refusalBy(fault: string): string | undefined {
  if (fault === "reject") return "The venue refused the order.";
  if (fault === "insufficient-funds") return "EOrder:Insufficient funds";
  return fault === "clock-ahead" ? "EOrder:Deadline passed" : undefined;
}

const NOTHING = { filled: 0n, proceeds: Decimal.ZERO };

/**
 * What the levels that the order's limit allows take or give of it; trading does not use them up. `partial` takes half of
 * the order, `thin` what the best level takes. Any quantity is there to be bought at the ask.
 */
function traded(book: Book, order: OrderRequest, fault: string): { filled: bigint; proceeds: Decimal } {
  const scale = scaleOf(order.base);
  const whole = order.quantity.floorUnits(scale);
  const wanted = fault === "partial" ? whole / 2n : whole;
  const levels = order.side === "SELL" ? book.bids : [{ price: book.ask, quantity: order.quantity }];
  let { filled, proceeds } = NOTHING;
  for (const { price, quantity } of levels) {
    if (filled === wanted || (order.limitPrice && isWorse(order.side, price, order.limitPrice))) break;
    const taken = minOf(wanted - filled, quantity.floorUnits(scale));
    filled += taken;
    proceeds = proceeds.plus(price.times(Decimal.of(taken, scale)));
    if (fault === "thin") break;
  }
  return { filled, proceeds };
}

function outcomeOf(row: OrderRow): VenueOutcome {
  if (row.status === "REFUSED") return { state: "REFUSED", reason: "The venue refused the order." };
  const scale = scaleOf(row.base);
  const filled = unitsFrom(row.filled_units);
  return {
    state: "FILLED",
    fill: fillOf([
      {
        tradeId: row.trade_id,
        quantity: Decimal.of(filled, scale),
        proceeds: decimalFrom(row.proceeds),
        fee: Decimal.ZERO,
      },
    ]),
    remaining: Decimal.of(unitsFrom(row.quantity_units) - filled, scale),
  };
}

/** The fault that rules the next order; a counted one is used up. */
async function takeFault(db: Connections): Promise<string> {
  const [row] = await sql.takeFault(db);
  return row?.fault ?? "none";
}

/** `remaining` −1 lets the fault stand until it is changed. */
export async function setVenueFault(db: Db, fault: string, remaining: number): Promise<void> {
  await sql.setVenueFault(db, { fault, remaining });
}
