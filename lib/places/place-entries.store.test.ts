import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { post } from "#lib/ledger/post.ts";
import { getPlaceMovement } from "./get-place-movement.ts";
import { listPlaceEntries } from "./list-place-entries.ts";

const HOUR = 3_600_000;
let world: World;
let operator: Ctx;
let start: number;

beforeAll(async () => {
  world = await openWorld();
  operator = contextFor(world.app, { account: world.ctx.account, actor: { kind: "operator" }, requestId: "test" });
  await world.price("BTC", "EUR", "60000");
  start = (await operator.now()).getTime();
  for (const cryptoType of ["BTC", "USDT", "BTC", "BTC"] as const) {
    const bill = await world.bill({ cryptoType, fiatReceivable: Decimal.from(100) });
    await world.pay(bill, bill.quantity);
    await world.later(HOUR);
  }
  // Coins leave custody with a network fee, and come to the venue.
  const [custody, venue] = ["custody:bitcoin", "venue:sandbox"];
  await world.ctx.transaction((tx) =>
    post(
      tx,
      {
        event: "test",
        effectKey: "test:moved",
        postings: [
          { code: venue, asset: "BTC" as const, debit: 90_000n },
          { code: "house:network-fee", asset: "BTC" as const, debit: 1_000n },
          { code: custody, asset: "BTC" as const, debit: -91_000n },
        ],
      },
      {},
    ),
  );
});
afterAll(() => world.close());

type Row = { in: Decimal; out: Decimal; fees: Decimal };
const sumOf = (rows: readonly Row[]) =>
  (["in", "out", "fees"] as const).map((kind) =>
    rows.reduce((sum, one) => sum.plus(one[kind]), Decimal.ZERO).toString(),
  );

/** All lines of a place, page by page. */
async function everyEntry(query: Omit<Parameters<typeof listPlaceEntries>[1], "startsAfter">) {
  const rows: Awaited<ReturnType<typeof listPlaceEntries>>["data"] = [];
  let startsAfter: string | undefined;
  do {
    const page = await listPlaceEntries(operator, { ...query, limit: 2, ...(startsAfter && { startsAfter }) });
    rows.push(...page.data);
    startsAfter = page.startsAfter ?? undefined;
  } while (startsAfter);
  return rows;
}

test("the lines of each place and asset come to its movement, in any period, each transaction once", async () => {
  let lines = 0;
  for (const [from, to] of [
    [0, undefined],
    [0, 2],
    [1, 3],
  ] as const) {
    const period = {
      startTime: new Date(start + from * HOUR),
      ...(to !== undefined && { endTime: new Date(start + to * HOUR) }),
    };
    const { data } = await getPlaceMovement(operator, period);
    for (const { place, asset, networkType, ...amounts } of data) {
      const rows = await everyEntry({ place, asset, ...(networkType && { networkType }), ...period });
      expect([place, asset, ...sumOf(rows)]).toEqual([place, asset, ...sumOf([amounts])]);
      expect(new Set(rows.map(({ transactionId }) => transactionId)).size).toBe(rows.length);
      expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted((one, other) => other - one));
      lines += rows.length;
    }
  }
  expect(lines).toBeGreaterThan(10);
});

test("a line names what it is of, and bears the cost of what left the place", async () => {
  const rows = await everyEntry({ place: "custody:bitcoin", asset: "BTC", startTime: new Date(start) });
  const [left, arrived] = rows;
  expect([left?.event, ...sumOf(left ? [left] : [])]).toEqual(["test", "0", "0.0009", "0.00001"]);
  expect(arrived).toMatchObject({ account: world.ctx.account?.name, paymentId: expect.any(String) });
  expect(await everyEntry({ place: "custody:nowhere", asset: "BTC", startTime: new Date(start) })).toEqual([]);
});
