import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { agree, asOwner } from "#e2e/world/agreed.ts";
import { code, personOfHouse, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { stateLostHoursOrAsk } from "#lib/approvals/lost-hours-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { closeCase, muteCase } from "#lib/cases/work-case.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { listLostHours } from "./lost-hours.ts";

// What is stated of the hours that a restore has lost (rulebook 13.36).

const note = "both signers were asked";
const SINCE = "2026-01-01T10:00:00.000Z";

let world: World;
let hugo: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  hugo = await personOfHouse(world, "Hugo");
  await personOfHouse(world, "Hanna");
});
beforeEach(async () => {
  await asOwner(
    world.databaseUrl,
    "delete from lost_hours; update deployment set epoch = 1, restored_at = null, recovered_at = null",
  );
});
afterAll(() => world.close());

/** Of a backup whose last line is of a time. */
const restore = (epoch = 2, since = SINCE) =>
  asOwner(
    world.databaseUrl,
    `update deployment set epoch = ${epoch}, restored_at = business_now(), recovered_at = business_now();
     insert into audit (at, actor, action, object_kind, object_id, request_id, detail)
       values (business_now(), 'operator', 'database.restored', 'database', 'desk', 'test', '{"since": "${since}"}')`,
  );
const cases = async (ctx = hugo) => (await listCases(ctx, { kind: "LOST_HOURS" })).data;
const newest = async () => (await listLostHours(hugo)).data[0];
const insert = (epoch: string, approvalId = "null") =>
  world.app.database.pool.query(
    `insert into lost_hours (id, epoch, since, until, note, stated_by, approval_id)
      select gen_random_uuid(), ${epoch}, h.since, h.until, 'mine', 'x', ${approvalId} from open_lost_hours() h`,
  );

test("no restore asks for nothing", async () => {
  expect([await cases(), await newest()]).toEqual([[], undefined]);
  await expect(stateLostHoursOrAsk(hugo, { note })).rejects.toEqual(code("INVALID_STATE", /No restore waits/));
});

test("a case of the operator that nobody puts aside, until it is stated, once, and kept in the record", async () => {
  await restore();
  const [found] = await cases();
  expect(found).toMatchObject({ caseId: "lost-hours-2", state: "OPEN" });
  expect(await cases(world.ctx)).toEqual([]);
  const caseId = found?.caseId ?? "";
  const stays = code("INVALID_STATE", /stated under Payouts/);
  await expect(closeCase(hugo, { caseId, reason: "x" } as Parameters<typeof closeCase>[1])).rejects.toEqual(stays);
  await expect(muteCase(hugo, { caseId, forMs: 3_600_000 } as Parameters<typeof muteCase>[1])).rejects.toEqual(stays);
  expect(await stateLostHoursOrAsk(hugo, { note })).toMatchObject({ epoch: 2, since: Date.parse(SINCE), note });
  expect(await cases()).toEqual([]);
  expect(await newest()).toMatchObject({ epoch: 2, statedBy: "staff:Hugo" });
  await expect(stateLostHoursOrAsk(hugo, { note })).rejects.toEqual(code("INVALID_STATE", /has been stated/));
  const { rows } = await world.app.database.pool.query(
    "select actor, detail from audit where action = 'lost-hours.settle' order by seq desc limit 1",
  );
  expect(rows).toMatchObject([{ actor: "staff:Hugo", detail: { note, since: SINCE } }]);
});

test("a later restore is stated anew; where one was not settled, its hours begin with that one's", async () => {
  await restore();
  await restore(3, "2026-02-01T10:00:00.000Z");
  expect(await newest()).toMatchObject({ epoch: 3, since: Date.parse(SINCE) });
  await stateLostHoursOrAsk(hugo, { note });
  await restore(4, "2026-03-01T10:00:00.000Z");
  expect(await newest()).toMatchObject({ epoch: 4, since: Date.parse("2026-03-01T10:00:00.000Z") });
  expect(await cases()).toHaveLength(1);
});

test("the database takes no statement of another epoch, and none rewritten", async () => {
  await restore();
  await expect(insert("h.epoch + 1")).rejects.toThrow(/lost_hours_open|the last restore has lost/);
  await stateLostHoursOrAsk(hugo, { note });
  await expect(world.app.database.pool.query("update lost_hours set note = 'x'")).rejects.toMatchObject({
    code: "42501",
  });
});

test("what a place tells by itself, or has expired, waits for no statement", async () => {
  await restore();
  const { rows } = await world.app.database.pool.query(
    `select place from unnest(array['custody:bitcoin', 'custody:bitcoincash', 'custody:eth', 'custody:tron', 'bank:main', 'venue:x']) place
     where may_be_signed(place, business_now() - interval '1 hour')`,
  );
  expect(rows.map(({ place }) => place)).toEqual([
    "custody:bitcoin",
    "custody:bitcoincash",
    "custody:eth",
    "bank:main",
  ]);
});

test("waits for a second person, who agrees to these hours alone", async () => {
  await changeSettings(world.ctx, { secondPerson: "always" });
  await restore();
  const { approvalId } = waits(await stateLostHoursOrAsk(hugo, { note }));
  expect(await cases()).toHaveLength(1);
  await expect(insert("h.epoch")).rejects.toThrow(/second person/);
  // A request of other hours, as after another restore, is none of these.
  await restore(3);
  await expect(agree(world.app, approvalId)).rejects.toEqual(code("INVALID_STATE", /another restore/));
  const again = waits(await stateLostHoursOrAsk(hugo, { note }));
  expect(again.request).toMatchObject({ since: SINCE, note });
  await agree(world.app, again.approvalId);
  expect([await cases(), await newest()]).toMatchObject([[], { epoch: 3, statedBy: "staff:Hugo" }]);
});
