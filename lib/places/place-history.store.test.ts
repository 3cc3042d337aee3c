import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { assetOf, isFiat, isGas, type LedgerAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { post } from "#lib/ledger/post.ts";
import { extendRanges } from "#lib/ledger/statement-store.ts";
import { keepPrices } from "#lib/pricing/keep-prices.ts";
import { getPlaceHistory } from "./get-place-history.ts";
import { listOwners } from "./list-owners.ts";
import { listPlaces } from "./list-places.ts";

const HOUR = 3_600_000;
const STEPS = 12;
/** Far from UTC, so that a day there begins on another date. */
const ZONE = "Pacific/Auckland";
const CRYPTOS = ["BTC", "USDT", "BCH", "USDC"] as const;
let world: World;
let operator: Ctx;

beforeAll(async () => {
  world = await openWorld();
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  await changeSettings(world.ctx, { zone: ZONE });
  // Not all of it is summed up in ranges: what came after the last is read posting by posting.
  for (let nth = 0; nth < STEPS; nth += 1) {
    const cryptoType = CRYPTOS[nth % CRYPTOS.length] ?? "BTC";
    for (const crypto of CRYPTOS) await world.price(crypto, "EUR", String((crypto === "BTC" ? 60_000 : 1) + nth));
    await keepPrices(operator);
    const bill = await world.bill({ cryptoType, fiatReceivable: Decimal.from(100) });
    await world.pay(bill, bill.quantity);
    if (nth === STEPS / 2) await extendRanges(world.ctx.db, 7, 100);
    await world.later(7 * HOUR);
  }
});
afterAll(() => world.close());

/** What the postings of all places before an instant add up to, by asset; every one of them is read. */
async function addedUp(at: number | undefined): Promise<Record<string, string>> {
  const rows = await world.ctx.db.$queryRawUnsafe<{ asset: LedgerAsset; units: string }[]>(
    `select l.asset, sum(p.amount)::text as units from posting p join ledger_account l on l.id = p.ledger_account_id
       join ledger_transaction t on t.id = p.transaction_id
     where l.code ~ '^(bank|transit|custody:.*|venue:.*|bank:.*)$' and ($1::bigint is null or t.at < to_timestamp($1::double precision / 1000))
     group by 1 having sum(p.amount) <> 0 order by 1`,
    at ?? null,
  );
  return Object.fromEntries(rows.map(({ asset, units }) => [asset, amountOf(asset, BigInt(units)).toString()]));
}

type Held = { asset: string; networkType?: "eth" | "tron" | undefined };
const ledgerAsset = ({ asset, networkType }: Held): string =>
  isFiat(asset) || isGas(asset) ? asset : assetOf(asset as (typeof CRYPTOS)[number], networkType);

test("each point is the ledger's balance at the close of a day of the house's zone, and the last one of now", async () => {
  const { days, zone } = await getPlaceHistory(operator, { in: "EUR", days: 6 });
  expect([zone, days.length]).toEqual([ZONE, 6]);
  const local = new Intl.DateTimeFormat("sv-SE", { timeZone: ZONE, dateStyle: "short", timeStyle: "medium" });
  const distinct = new Set<string>();
  for (const [nth, { day, at, total, unpriced, data }] of days.entries()) {
    const isNow = nth === days.length - 1;
    const points = Object.fromEntries(data.map((one) => [ledgerAsset(one), one.holding.toString()]));
    expect(points).toEqual(await addedUp(isNow ? undefined : at));
    distinct.add(JSON.stringify(points));
    // A day ends with the first moment of the next.
    expect(local.format(at - 1).slice(0, 10)).toBe(day);
    if (!isNow) expect(local.format(at).slice(10)).toBe(" 00:00:00");
    // The rows that a point is the sum of are the places as of then, at the same prices.
    const then = await listPlaces(operator, { in: "EUR", ...(!isNow && { at: new Date(at) }) });
    expect([total.toString(), unpriced]).toEqual([then.total?.toString(), then.unpriced]);
  }
  expect(days.map(({ at }) => at)).toEqual(days.map(({ at }) => at).toSorted((one, other) => one - other));
  expect(distinct.size).toBeGreaterThan(3);
  // As many days as the desk's chart shows at first.
  expect((await getPlaceHistory(operator, {})).days).toHaveLength(30);
});

test("whose it is comes with where it lies, of the same look: as the places are listed, and in all the same total", async () => {
  const { days } = await getPlaceHistory(operator, { in: "EUR", days: 3 });
  for (const at of [undefined, days[0]?.at]) {
    const query = { in: "EUR" as const, ...(at !== undefined && { at: new Date(at) }) };
    const { places, total } = await listOwners(operator, query);
    const listed = (await listPlaces(operator, query)).data;
    const plain = ({ place, kind, asset, networkType, balance, rate, value, share }: (typeof places)[number]) =>
      [place, kind, asset, networkType, balance, rate, value, share].join(" ");
    expect(places.map(plain)).toEqual(listed.map(plain));
    const sum = places.reduce((all, { value }) => (value ? all.plus(value) : all), Decimal.ZERO);
    expect([places.length > 3, sum.toString()]).toEqual([true, total.toString()]);
  }
});

test("what pays for transactions is a point of its own, named since it has no price", async () => {
  const before = await getPlaceHistory(operator, { in: "EUR", days: 1 });
  await world.ctx.transaction((tx) =>
    post(
      tx,
      {
        event: "test",
        effectKey: "gas",
        postings: [
          { code: "custody:eth", asset: "ETH" as const, debit: 1_500_000_000n },
          { code: "house:capital", asset: "ETH" as const, debit: -1_500_000_000n },
        ],
      },
      {},
    ),
  );
  const [day] = (await getPlaceHistory(operator, { in: "EUR", days: 1 })).days;
  const gas = day?.data.find(({ asset }) => asset === "ETH");
  expect([gas?.holding.toString(), gas?.value, day?.unpriced]).toEqual(["1.5", undefined, ["ETH"]]);
  expect(day?.total.toString()).toBe(before.days[0]?.total.toString());
});
