import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { code, personIn } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getCase, getCaseSummary } from "./get-case.ts";
import { listCases } from "./list-cases.ts";
import { closeCase, lookAtCases, noteCase } from "./work-case.ts";
import { workCases } from "./work-cases.ts";

let world: World;
let anna: Ctx;
let ben: Ctx;
let benId = "";

beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  [anna, ben] = [await personIn(world, "Anna"), await personIn(world, "Ben")];
  benId = ben.actor.kind === "staff" ? ben.actor.userId : "";
});
afterAll(() => world.close());

const HOUR = 3_600_000;
let ids: string[] = [];
beforeEach(async () => {
  const made = [await late("0.001"), await late("0.002")];
  const { data } = await listCases(anna, { kind: "LATE" });
  ids = data.filter(({ paymentId }) => made.includes(paymentId ?? "")).map(({ caseId }) => caseId);
});

async function late(quantity: string): Promise<string> {
  const bill = await world.bill();
  await world.later(21 * 60_000);
  await world.pay(bill, Decimal.from(quantity));
  return bill.paymentId;
}

describe("one thing done to many cases", () => {
  test("is done to each, with its line in history and record", async () => {
    const { results } = await workCases(anna, { caseIds: ids, command: "ASSIGN", userId: benId });
    expect(results).toEqual(ids.map((caseId) => ({ caseId, done: true })));
    for (const caseId of ids) {
      const found = await getCase(anna, { caseId });
      expect(found.assignee?.name).toBe("Ben");
      expect(found.history.map(({ action }) => action)).toEqual(["ASSIGNED"]);
    }
    const rows = await world.ctx.db.audit.findMany({ where: { objectId: { in: ids }, action: "case.assign" } });
    expect(rows).toHaveLength(ids.length);
  });

  test("says of each case why it was refused, and does the others", async () => {
    const [closed = "", open = ""] = ids;
    await closeCase(anna, { caseId: closed, reason: "Agreed." });
    const caseIds = [closed, "late-nothing", open, open];
    const { results } = await workCases(ben, { caseIds, command: "CLOSE", reason: "All agreed." });
    expect(results).toEqual([
      { caseId: closed, done: false, code: "INVALID_STATE", message: "This case is closed already." },
      { caseId: "late-nothing", done: false, code: "NOT_FOUND", message: "There is no case with this caseId." },
      { caseId: open, done: true },
    ]);
    expect((await getCase(anna, { caseId: closed })).closed?.reason).toBe("Agreed.");
    expect((await getCase(anna, { caseId: open })).closed).toMatchObject({ by: "staff:Ben", reason: "All agreed." });
  });

  test("another account's case is refused as one that is not there, and stays untouched", async () => {
    const { results } = await workCases(world.other, { caseIds: [...ids, "late-x"], command: "MUTE", forMs: HOUR });
    expect(new Set(results.map((one) => one.code))).toEqual(new Set(["NOT_FOUND"]));
    expect((await getCase(anna, { caseId: ids[0] ?? "" })).state).toBe("OPEN");
    expect(await world.ctx.db.caseFile.count({ where: { caseId: { in: ids } } })).toBe(0);
  });

  test("mutes until a time to come, of at most 30 days; closing says why", async () => {
    const until = (await anna.now()).getTime() + HOUR;
    await workCases(anna, { caseIds: ids, command: "MUTE", until });
    expect(await getCase(anna, { caseId: ids[0] ?? "" })).toMatchObject({ state: "MUTED", mutedUntil: until });
    const { results } = await workCases(anna, { caseIds: ids, command: "MUTE", until: until + 31 * 24 * HOUR });
    expect(results.map((one) => one.code)).toEqual(["VALIDATION_FAILED", "VALIDATION_FAILED"]);
    await expect(workCases(anna, { caseIds: ids, command: "CLOSE" })).rejects.toEqual(code("VALIDATION_FAILED"));
  });
});

describe("a note that addresses somebody", () => {
  const caseId = () => ids[0] ?? "";
  const rings = async (ctx: Ctx) => (await getCaseSummary(ctx)).mentions;

  test("rings with them until they look, and with nobody else", async () => {
    await lookAtCases(ben);
    await noteCase(anna, { caseId: caseId(), note: "@Ben please look", mentions: [benId] });
    expect((await getCase(anna, { caseId: caseId() })).history.at(-1)?.mentions).toEqual([
      { userId: benId, name: "Ben" },
    ]);
    expect(await rings(ben)).toMatchObject([
      { objectKind: "CASE", objectId: caseId(), kind: "LATE", by: "staff:Anna" },
    ]);
    expect([await rings(anna), await rings(world.ctx)]).toEqual([[], []]);
    await lookAtCases(ben);
    expect(await rings(ben)).toEqual([]);
  });

  test("rings no more once it is taken back, nor for one's own", async () => {
    await noteCase(anna, { caseId: caseId(), note: "@Ben", mentions: [benId] });
    const [{ entryId = "" } = {}] = (await getCase(anna, { caseId: caseId() })).history;
    expect(await rings(ben)).toHaveLength(1);
    await noteCase(anna, { caseId: caseId(), withdraws: entryId });
    await noteCase(ben, { caseId: caseId(), note: "@Ben myself", mentions: [benId] });
    expect(await rings(ben)).toEqual([]);
  });

  test("is refused for who is no member of the account", async () => {
    const stranger = world.ctx.account?.id ?? "";
    const noting = noteCase(anna, { caseId: caseId(), note: "@Nobody", mentions: [stranger] });
    await expect(noting).rejects.toEqual(code("VALIDATION_FAILED", /members/));
    expect((await getCase(anna, { caseId: caseId() })).history).toEqual([]);
  });
});
