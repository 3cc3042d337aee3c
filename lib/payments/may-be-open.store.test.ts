import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
});
afterAll(() => world.close());

test("every bill whose outcome is open may be, whatever came for it; most that have ended may not", async () => {
  const { paymentId } = await world.bill();
  const { rows } = await world.app.database.pool.query(
    `select count(*) filter (where open)::int as open, count(*) filter (where open and not may)::int as missed, count(*) filter (where not may)::int as left_out
     from (select bill_outcome(x, at) = 'OPEN' as open, may_be_open(x, at) as may
       from bill b
       cross join unnest(array[b.created_at, b.expires_at, b.expires_at + interval '1 second']) at
       cross join unnest(array[0, b.quantity_units / 2, b.quantity_units, b.quantity_units * 2]::numeric[]) came
       cross join generate_series(0, 1) standing
       cross join unnest(array[true, false]) processing cross join unnest(array[true, false]) unconfirmed
       cross join unnest(array['[]', '["LATE"]', '["HELD"]']::jsonb[]) said
       cross join lateral jsonb_populate_record(b, jsonb_build_object('amount_units', floor(came), 'standing_deposits', standing,
         'deposits_processing', processing, 'deposits_unconfirmed', unconfirmed, 'labels', said)) x
       where b.id = $1) o`,
    [paymentId],
  );
  expect(rows).toEqual([{ open: expect.any(Number), missed: 0, left_out: expect.any(Number) }]);
  expect(rows[0].open).toBeGreaterThan(0);
  expect(rows[0].left_out).toBeGreaterThan(0);
});
