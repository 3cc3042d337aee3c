import { type Crypto, scaleOf } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom, unitsFrom } from "#lib/kernel/database.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import type { PriceSource } from "#lib/pricing/market.ts";
import type { Outcome, SellOrder, Venue } from "../venue.ts";

/** The simulated venue takes nothing below these. */
const MINIMUM: Record<Crypto, string> = { BTC: "0.00001", BCH: "0.001", USDT: "1", USDC: "1" };
/** How long the fault `slow` makes an order wait for its answer, in wall time. */
const SLOW_MS = 6_000;

type OrderRow = {
  trade_id: string;
  base: Crypto;
  quantity_units: { toFixed(): string };
  filled_units: { toFixed(): string };
  proceeds: { toFixed(): string };
  status: string;
};

/** The sandbox's venue: deterministic fills at the simulated market's bid, with faults on demand. One order per client reference. */
export function simulatedVenue(db: Db, market: PriceSource): Venue {
  const venue: Venue = {
    name: "sandbox",
    capabilities: () => ({ firmQuotes: false, minimum: (base) => Decimal.from(MINIMUM[base]) }),
    async book(base, fiat, now) {
      const [sample] = await market.samples(base, fiat, now);
      return sample && { bid: sample.bid, ask: sample.ask, at: sample.at };
    },
    async marketOrder(order, now) {
      const fault = await takeFault(db);
      if (fault === "timeout-before-accept") return { state: "UNKNOWN", reason: "The venue did not answer." };
      const known = await venue.find(order.clientRef);
      if (known) return known;
      const bid = (await venue.book(order.base, order.fiat, now))?.bid;
      const outcome = bid
        ? await accept(db, order, bid, fault)
        : { state: "REFUSED" as const, reason: "The venue has no price." };
      if (fault === "slow") await new Promise((wake) => setTimeout(wake, SLOW_MS));
      return fault === "timeout-after-accept"
        ? { state: "UNKNOWN", reason: "The venue did not answer in time." }
        : outcome;
    },
    async find(clientRef) {
      const [row] = await db.$queryRaw<OrderRow[]>`select * from sandbox_order where client_ref = ${clientRef}`;
      return row && outcomeOf(row);
    },
  };
  return venue;
}

async function accept(db: Db, order: SellOrder, bid: Decimal, fault: string): Promise<Outcome> {
  const scale = scaleOf(order.base);
  const quantity = order.quantity.floorUnits(scale);
  const belowLimit = order.limitPrice !== undefined && bid.compare(order.limitPrice) < 0;
  const status = fault === "reject" || belowLimit ? "REFUSED" : fault === "partial" ? "PARTIAL" : "FILLED";
  const filled = status === "REFUSED" ? 0n : status === "PARTIAL" ? quantity / 2n : quantity;
  const proceeds = bid.times(Decimal.of(filled, scale));
  await db.$executeRaw`
    insert into sandbox_order (client_ref, trade_id, base, fiat, quantity_units, filled_units, proceeds, status, visible_at, created_at)
    values (${order.clientRef}, ${uuidv7()}::uuid, ${order.base}, ${order.fiat}, ${quantity.toString()}::numeric,
      ${filled.toString()}::numeric, ${proceeds.toString()}::numeric, ${status}, clock_timestamp(), business_now())
    on conflict (client_ref) do nothing`;
  const [row] = await db.$queryRaw<OrderRow[]>`select * from sandbox_order where client_ref = ${order.clientRef}`;
  if (!row) throw new Error("the simulated venue lost an order");
  return outcomeOf(row);
}

function outcomeOf(row: OrderRow): Outcome {
  if (row.status === "REFUSED") return { state: "REFUSED", reason: "The venue refused the order." };
  const scale = scaleOf(row.base);
  const filled = unitsFrom(row.filled_units);
  return {
    state: "FILLED",
    fill: {
      tradeId: row.trade_id,
      quantity: Decimal.of(filled, scale),
      proceeds: decimalFrom(row.proceeds),
      fee: Decimal.ZERO,
    },
    remaining: Decimal.of(unitsFrom(row.quantity_units) - filled, scale),
  };
}

/** The fault that rules the next order; a counted one is used up. */
async function takeFault(db: Db): Promise<string> {
  const [row] = await db.$queryRaw<{ fault: string }[]>`
    with before as (select fault, remaining from sandbox_venue where id for update),
    used as (update sandbox_venue v set remaining = greatest(v.remaining - 1, -1),
      fault = case when v.remaining = 1 then 'none' else v.fault end from before where before.remaining <> 0 returning v.id)
    select fault from before where remaining <> 0`;
  return row?.fault ?? "none";
}
