import { isEnough } from "#e2e/world/planted.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";
import { type Crypto, CRYPTOS, type Fiat, FIATS, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { openClock } from "./clock.ts";
import { QUANTITY } from "./house.ts";
import { doubled } from "./naive.ts";
import { clockOf } from "./sql-clock.ts";
import { type Sale, type Sold, sellBySql } from "./sql-house.ts";
import { badVenue, type Deal } from "./venue.ts";

/** One sale on each pair at a time. */
const PAIRS = CRYPTOS.flatMap((base) => FIATS.map((fiat) => ({ base, fiat })));

export type SqlTally = { histories: number; orders: number; open: number; late: number; faults: string[] };
type Played = Sale & { name: string; deals: readonly Deal[] };

/** Histories through the program's own store of orders on a real database; `breaksWord` as of {@link badVenue}. */
export async function playBySql(seed: number, batches: number, breaksWord: boolean): Promise<SqlTally> {
  const tally: SqlTally = { histories: 0, orders: 0, open: 0, late: 0, faults: [] };
  const world = await openWorld();
  try {
    const time = await clockOf(world, openClock((await world.ctx.now()).getTime()));
    for (let batch = 1; batch <= batches && !isEnough(tally.faults); batch += 1) {
      const chance = chanceFrom(seed * 1_000_000 + batch);
      const plays = PAIRS.map(({ base, fiat }, at): Played => {
        const name = `bad-${batch}-${base}-${fiat}`;
        const { venue, deals } = badVenue(time.clock, chance, { firmQuotes: (at + batch) % 3 === 0, breaksWord });
        const own = { ...venue.capabilities(), serves: (b: Crypto, f: Fiat) => b === base && f === fiat };
        return { base, fiat, name, deals, venue: { ...venue, name, capabilities: () => own } };
      });
      const sold = await sellBySql(world, time, chance, plays).catch((error: Error) => error);
      if (sold instanceof Error) {
        tally.faults.push(`seed ${seed}, batch ${batch}: the program threw ${sold.message.trim()}`);
        break;
      }
      for (const [at, each] of plays.entries()) await judge(world, tally, `seed ${seed}, ${each.name}`, each, sold[at]);
    }
    for (const { rule, found } of await world.broken()) tally.faults.push(`${rule}: ${found}`);
  } finally {
    await world.close();
  }
  return tally;
}

type Booked = { id: string; status: string; filled: string; trade: string | null; units: string | null };

/** What is in the database against what the venue did. */
async function judge(
  world: World,
  tally: SqlTally,
  name: string,
  played: Played,
  sold: Sold | undefined,
): Promise<void> {
  const { deals, base } = played;
  const { rows } = await world.app.database.pool.query<Booked>(
    `select o.id, o.status, o.filled_units::text as filled, t.trade_id as trade, t.quantity_units::text as units
     from venue_order o left join venue_trade t on t.order_id = o.id where o.venue = $1`,
    [played.name],
  );
  const done = deals.flatMap(({ trades }) => trades);
  const booked = rows.flatMap(({ trade, units }) => (trade === null ? [] : [{ trade, units }]));
  const names = booked.map(({ trade }) => trade);
  const phantom =
    names.length !== new Set(names).size || names.some((trade) => !done.some((each) => each.tradeId === trade));
  const missing = done.filter(({ tradeId }) => !names.includes(tradeId)).length;
  const wrong = booked.filter(({ trade, units }) => {
    const truth = done.find(({ tradeId }) => tradeId === trade);
    return truth && Decimal.of(BigInt(units ?? "0"), scaleOf(base)).compare(truth.quantity) !== 0;
  }).length;
  const late = rows.some(({ status }) => status === "LATE");
  tally.histories += 1;
  tally.orders += sold?.orders.length ?? 0;
  tally.open += sold?.isResolved ? 0 : 1;
  tally.late += late ? 1 : 0;
  if (doubled(deals) && !late) tally.faults.push(`${name}: ${QUANTITY} were sold more than once`);
  if (phantom) tally.faults.push(`${name}: booked ${names}, which is not what was done`);
  if (missing > 0 && sold?.isResolved) tally.faults.push(`${name}: ${missing} trades are not booked`);
  if (wrong > 0) tally.faults.push(`${name}: ${wrong} trades are booked otherwise than they were done`);
}
