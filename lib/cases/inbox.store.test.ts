import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, code, personIn, personOfHouse, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve, decline, withdraw } from "#lib/approvals/decide-approval.ts";
import { patchSettingsOrAsk } from "#lib/approvals/or-ask.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeExport, writeAgain } from "#lib/exports/exports.ts";
import { beginExport, finishExports } from "#lib/exports/write-export.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getCase, getCaseSummary } from "./get-case.ts";
import { listCases } from "./list-cases.ts";
import { assignCase, closeCase, muteCase } from "./work-case.ts";
import { workCases } from "./work-cases.ts";

let world: World;
let ada: Ctx;
let grace: Ctx;
let vera: Ctx;
let hugo: Ctx;
beforeAll(async () => {
  world = await openWorld();
  ada = await personIn(world, "Ada");
  grace = await personIn(world, "Grace");
  vera = await personIn(world, "Vera", "viewer");
  hugo = await personOfHouse(world, "Hugo");
  await world.price("BTC", "EUR", "60000");
  const bill = await world.bill({ strategy: "ACA", fiatReceivable: Decimal.from("500") });
  await world.pay(bill, bill.quantity);
  await changeSettings(world.ctx, { secondPerson: "always" });
});
afterAll(() => world.close());

const HOUR = 3_600_000;
const inbox = async (ctx: Ctx) => (await listCases(ctx, {})).data.filter(({ kind }) => kind === "APPROVAL");
const caseOf = (approvalId: string) => `approval-${approvalId}`;
const tolerance = async (bps: string) =>
  waits(await patchSettingsOrAsk(ada, { toleranceBps: Decimal.from(bps), reason: "agreed" }));
const paid = async (quantity: string) =>
  waits(await payOrAsk(ada, { asset: "EUR", quantity: Decimal.from(quantity), reference: "ticket" }));

describe("what waits for a second person", () => {
  test("is a case of those alone who may decide it, due when it expires", async () => {
    const { approvalId, expiresAt } = await tolerance("80");
    expect(await inbox(grace)).toMatchObject([
      {
        caseId: caseOf(approvalId),
        state: "OPEN",
        dueAt: expiresAt,
        cause: expect.stringContaining("Ada requests a change of settings."),
        causeFacts: { approval: "setting", by: "staff:Ada" },
      },
    ]);
    for (const other of [ada, vera, hugo, world.ctx, world.other]) {
      expect(await inbox(other)).toEqual([]);
      await expect(getCase(other, { caseId: caseOf(approvalId) })).rejects.toEqual(code("NOT_FOUND"));
    }
    const count = async (ctx: Ctx) =>
      (await getCaseSummary(ctx)).byKind.find(({ kind }) => kind === "APPROVAL")?.count ?? 0;
    expect([await count(grace), await count(ada)]).toEqual([1, 0]);
    await withdraw(ada, { approvalId });
    expect(await inbox(grace)).toEqual([]);
    expect(await getCase(grace, { caseId: caseOf(approvalId) })).toMatchObject({ state: "SETTLED" });
  });

  test("is never fresh: the bell shows it until it is decided", async () => {
    const { fresh } = await getCaseSummary(grace);
    const { approvalId } = await tolerance("81");
    expect((await getCaseSummary(grace)).fresh).toBe(fresh);
    await withdraw(ada, { approvalId });
  });

  test("is the house's where the house decides, with the money that it moves, and leaves when it is decided", async () => {
    const small = await paid("12.5");
    await world.later(1_000);
    const large = await paid("40");
    expect(await inbox(grace)).toEqual([]);
    const found = await inbox(hugo);
    expect(found.map(({ caseId }) => caseId)).toEqual([caseOf(small.approvalId), caseOf(large.approvalId)]);
    expect(found[0]).toMatchObject({ asset: "EUR", fiat: "EUR" });
    expect(found.map(({ quantity, worth }) => [`${quantity}`, `${worth}`])).toEqual([
      ["12.5", "12.5"],
      ["40", "40"],
    ]);
    const dearest = (await listCases(hugo, { sort: "-worth", kind: "APPROVAL" })).data;
    expect(dearest.map(({ caseId }) => caseId)).toEqual([caseOf(large.approvalId), caseOf(small.approvalId)]);
    await approve(hugo, { approvalId: small.approvalId });
    await decline(hugo, { approvalId: large.approvalId, note: "no" });
    expect(await inbox(hugo)).toEqual([]);
  });

  test("leaves when it expires", async () => {
    await tolerance("82");
    expect(await inbox(grace)).toHaveLength(1);
    await world.later(25 * HOUR);
    expect(await inbox(grace)).toEqual([]);
  });

  test("can be given to somebody, but neither closed nor muted: others who may decide it would not see it", async () => {
    const { approvalId } = await tolerance("83");
    const caseId = caseOf(approvalId);
    const userId = grace.actor.kind === "staff" ? grace.actor.userId : "";
    expect((await assignCase(grace, { caseId, userId })).assignee?.name).toBe("Grace");
    await expect(closeCase(grace, { caseId, reason: "no" })).rejects.toEqual(code("INVALID_STATE"));
    await expect(muteCase(grace, { caseId, forMs: HOUR })).rejects.toEqual(code("INVALID_STATE"));
    const { results } = await workCases(grace, { caseIds: [caseId], command: "CLOSE", reason: "no" });
    expect(results).toEqual([
      { caseId, done: false, code: "INVALID_STATE", message: expect.stringMatching(/^What waits for a second person/) },
    ]);
    await expect(assignCase(ada, { caseId, userId })).rejects.toEqual(code("NOT_FOUND"));
    expect((await getCase(grace, { caseId })).options).toEqual([]);
    await withdraw(ada, { approvalId });
  });
});

describe("a file that could not be written", () => {
  async function failedFile() {
    const { exportId } = await makeExport(ada, { list: "statement", format: "csv" });
    await world.app.database.pool.query(
      "update export_job set status = 'FAILED', finished_at = business_now(), fault = 'no' where id = $1",
      [exportId],
    );
    return exportId;
  }
  const files = async (ctx: Ctx) => (await listCases(ctx, { kind: "EXPORT" })).data;
  const worker = () => contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });

  test("is a case until it is written", async () => {
    const exportId = await failedFile();
    const caseId = `export-${exportId}`;
    expect(await files(vera)).toMatchObject([{ caseId, causeFacts: { list: "statement", by: "staff:Ada" } }]);
    expect(await files(world.other)).toEqual([]);
    expect((await getCase(vera, { caseId })).options?.map((option) => option.code)).toEqual(["REWRITE", "WAIT"]);
    const twice = await Promise.allSettled([writeAgain(vera, { exportId }), writeAgain(grace, { exportId })]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await files(vera)).toEqual([]);
    expect((await auditedOf(world.ctx, exportId)).filter(({ action }) => action === "export.again")).toHaveLength(1);
    expect(await beginExport(worker())).toBe(1);
    await finishExports(world.app);
    await expect(writeAgain(vera, { exportId })).rejects.toEqual(code("INVALID_STATE"));
    await expect(writeAgain(world.other, { exportId })).rejects.toEqual(code("NOT_FOUND"));
    expect(await getCase(vera, { caseId })).toMatchObject({ state: "SETTLED" });
  });

  test("of a list that the reader may not see is none of theirs", async () => {
    const exportId = await failedFile();
    await world.app.database.pool.query("update export_job set list = 'payments' where id = $1", [exportId]);
    const key = (...scopes: string[]) =>
      contextFor(world.app, { actor: { kind: "key", keyId: "k", scopes }, account: world.ctx.account, requestId: "t" });
    expect(await files(key("sandbox"))).toEqual([]);
    expect(await files(key("sandbox", "payments:read"))).toHaveLength(1);
    expect(await files(vera)).toHaveLength(1);
  });

  test("can be closed when nobody wants it any more, and comes back when it fails again", async () => {
    const [found] = await files(vera);
    const caseId = found?.caseId ?? "";
    await closeCase(grace, { caseId, reason: "no longer wanted" });
    expect(await files(vera)).toEqual([]);
    await world.later(HOUR);
    await world.app.database.pool.query("update export_job set finished_at = business_now() where status = 'FAILED'");
    expect(await files(vera)).toHaveLength(1);
  });
});
