import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { createUser } from "#lib/people/create-user.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { declineDeposit, releaseDeposit } from "#lib/deposits/decide-hold.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { findCases } from "./find-cases.ts";
import type { CaseList, CaseRecord, ListCases } from "./contract.ts";
import { getCase, getCaseSummary } from "./get-case.ts";
import { listCases } from "./list-cases.ts";
import { assignCase, closeCase, lookAtCases, muteCase, noteCase, reopenCase } from "./work-case.ts";

let world: World;
let anna: Ctx;
let ben: Ctx;
let annaId = "";

beforeAll(async () => {
  world = await openWorld();
  annaId = await staff("Anna");
  anna = person(annaId, "Anna");
  ben = person(await staff("Ben"), "Ben");
});
beforeEach(async () => {
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
});
afterAll(() => world.close());

const MINUTE = 60_000;
const code = (code: string) => expect.objectContaining({ code });
const decimal = (text: string) => Decimal.from(text);

async function staff(name: string): Promise<string> {
  const operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  const memberships = [{ accountId: world.ctx.account?.id ?? "", role: "treasurer" as const }];
  return (await createUser(operator, { email: `${name}@example.com`, name, password: "a long password", memberships }))
    .userId;
}
const person = (userId: string, name: string) =>
  contextFor(world.app, {
    actor: { kind: "staff", userId, name, role: "treasurer" },
    account: world.ctx.account,
    requestId: "test",
  });

const list = async (query: ListCases = {}, ctx: Ctx = anna) => await listCases(ctx, query);
const summary = async (ctx: Ctx = anna) => await getCaseSummary(ctx);
const one = async (caseId: string, ctx: Ctx = anna) => await getCase(ctx, { caseId });
const SHARED = new Set<CaseRecord["kind"]>(["STALE_PRICE", "CHAIN"]);

/** Another account is shown none of these cases, and finds none by its name. */
async function hiddenFromOthers(own: readonly CaseRecord[]): Promise<void> {
  const theirs = await list({}, world.other);
  expect(theirs.data.filter(({ kind }) => !SHARED.has(kind))).toEqual([]);
  expect((await summary(world.other)).byKind.filter(({ kind }) => !SHARED.has(kind))).toEqual([]);
  for (const { caseId, kind } of own) {
    // What is owed is named by its asset: an account that owes none of it finds the name settled.
    if (kind === "OWED") expect(await one(caseId, world.other)).toMatchObject({ state: "SETTLED", history: [] });
    else if (!SHARED.has(kind)) await expect(one(caseId, world.other), caseId).rejects.toEqual(code("NOT_FOUND"));
  }
}

/** What a case is about finds it. */
async function foundByRecords(cases: readonly CaseRecord[]): Promise<void> {
  for (const { caseId, paymentId, invoiceId, endpointId } of cases) {
    const about = [paymentId, invoiceId, endpointId].map((id) => (id === undefined ? [] : [id]));
    const [billIds = [], conversionIds = [], endpointIds = []] = about;
    const found = await findCases(anna, { billIds, conversionIds, endpointIds });
    if (about.flat().length > 0) expect(found.map((one) => one.caseId)).toContain(caseId);
  }
}

async function about({ paymentId }: Pick<MadeBill, "paymentId">): Promise<CaseRecord[]> {
  const { data } = await list();
  await foundByRecords(data);
  await hiddenFromOthers(data);
  return data.filter((each) => each.paymentId === paymentId);
}
const kinds = async (bill: MadeBill) => (await about(bill)).map(({ kind }) => kind);

async function sole(bill: MadeBill): Promise<CaseRecord> {
  const [found, ...more] = await about(bill);
  expect(more).toEqual([]);
  if (!found) throw new Error("the bill has a case");
  return found;
}

/** A bill that is paid after its end: RFQ keeps it. */
async function late(quantity = "0.001"): Promise<MadeBill> {
  const bill = await world.bill();
  await world.later(21 * MINUTE);
  await world.pay(bill, decimal(quantity));
  return bill;
}

async function held(): Promise<MadeBill & { txId: string }> {
  await changeSettings(world.ctx, { "depositLimit.BTC": "0.00000001" });
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
  await changeSettings(world.ctx, { "depositLimit.BTC": "100" });
  return { ...bill, txId: (await world.payment(bill.paymentId)).deposits[0]?.txId ?? "" };
}

async function availableFiat(): Promise<Decimal> {
  const { rows } = await world.app.database.pool.query<{ units: string }>(
    "select balance::text as units from ledger_account where code = $1 and asset = 'EUR'",
    [`acc:${world.ctx.account?.id}:available`],
  );
  return Decimal.of(BigInt(rows[0]?.units ?? "0"), 2);
}

describe("what is a case", () => {
  test("a held deposit until it is released", async () => {
    const bill = await held();
    expect(await sole(bill)).toMatchObject({ kind: "HELD", state: "OPEN", asset: "BTC", txId: bill.txId });
    expect((await sole(bill)).worth?.toString()).toBe(bill.quantity.times(decimal("60000")).toString().slice(0, 6));
    await releaseDeposit(anna, { txId: bill.txId, note: "known" });
    expect(await about(bill)).toEqual([]);
  });

  test("a declined deposit until it is paid back", async () => {
    const bill = await held();
    await declineDeposit(anna, { txId: bill.txId, note: "no" });
    expect(await kinds(bill)).toEqual(["TO_RETURN"]);
    await recordPayout(anna, { asset: "BTC", quantity: bill.quantity, txId: bill.txId, reference: "back" });
    expect(await about(bill)).toEqual([]);
  });

  test("another asset than the bill's", async () => {
    const bill = await world.bill({ cryptoType: "USDC" });
    await sendDeposit(world.ctx, { address: bill.deposit_address, quantity: decimal("25"), cryptoType: "USDT" });
    await world.settle();
    await mineBlocks(world.ctx, { network: "eth", count: 20 });
    await world.settle();
    const found = await sole(bill);
    expect(found).toMatchObject({ kind: "WRONG_ASSET", asset: "USDT", networkType: "eth" });
    expect([found.quantity?.toString(), found.worth?.toString()]).toEqual(["25", "23"]);
  });

  test("late money as far as it is free: none while an invoice holds it", async () => {
    const bill = await late("0.00168351");
    expect(await sole(bill)).toMatchObject({ kind: "LATE", cause: expect.stringContaining("arrived late") });
    const items = [{ paymentId: bill.paymentId }];
    await createConversion(anna, { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: decimal("0.00168351"), items });
    expect(await about(bill)).toEqual([]);
  });

  test("a bill that ended with too little, and one that got too much", async () => {
    const under = await world.bill();
    await world.pay(under, decimal("0.001"));
    expect(await about(under)).toEqual([]);
    const over = await world.bill();
    await world.pay(over, over.quantity.plus(decimal("0.0005")));
    const much = await sole(over);
    expect([much.kind, much.quantity?.toString(), much.worth?.toString()]).toEqual(["OVERPAID", "0.0005", "30"]);
    await world.later(21 * MINUTE);
    const little = await sole(under);
    expect([little.kind, little.quantity?.toString(), little.since]).toEqual([
      "UNDERPAID",
      "0.00068351",
      under.expiryTime,
    ]);
    expect(little.cause).toBe(
      "0.001 of 0.00168351 BTC was received before the bill expired, 0.00068351 less than due; 59.4 EUR was credited.",
    );
  });

  test("a limit that is not met", async () => {
    const bill = await world.bill({ cryptoType: "USDT", strategy: "LMT", limitPrice: decimal("0.95") });
    await world.pay(bill, bill.quantity, "eth");
    expect(await sole(bill)).toMatchObject({ kind: "LIMIT_NOT_MET", asset: "USDT", networkType: "eth" });
  });

  test("a deposit that its chain took back, and what the account then owes", async () => {
    const bill = await world.bill();
    const txHash = await world.pay(bill, bill.quantity);
    await recordPayout(anna, { asset: "EUR", quantity: await availableFiat(), reference: "wire" });
    await reorganise(world.ctx, { network: "bitcoin", depth: 20, drop: [txHash] });
    await world.settle();
    expect(await sole(bill)).toMatchObject({ kind: "REVERSED", asset: "BTC" });
    const [owed] = (await list({ kind: "OWED" })).data;
    expect(owed).toMatchObject({ caseId: "owed-EUR", asset: "EUR" });
    expect(owed?.worth?.compare(Decimal.ZERO)).toBe(1);
  });

  test("an order whose outcome is unknown, until it is known", async () => {
    const bill = await world.bill({ cryptoType: "USDT", networkType: "tron", strategy: "ACA" });
    await world.later(21 * MINUTE);
    await world.fault("timeout-before-accept");
    await world.pay(bill, bill.quantity, "tron");
    const { data } = await list({ kind: "UNKNOWN_OUTCOME" });
    await foundByRecords(data);
    expect(data.map(({ paymentId }) => paymentId)).toContain(bill.paymentId);
    await hiddenFromOthers(data);
    // What the venue says in its own words is the operator's to read.
    const words = await world.app.database.pool.query<{ said: string }>(
      "select last_error as said from venue_order where status = 'OPEN' and last_error is not null",
    );
    expect(words.rows).toHaveLength(1);
    expect(writeJson(data)).not.toContain(words.rows[0]?.said);
    await world.fault("none");
    await world.later(10 * MINUTE);
    await world.settle();
    expect((await list({ kind: "UNKNOWN_OUTCOME" })).data).toEqual([]);
  });

  test("a stale price, a chain that is paused, an endpoint that is gone", async () => {
    const { pool } = world.app.database;
    await world.bill();
    const confirming = await world.bill({ cryptoType: "USDT", networkType: "tron" });
    await sendDeposit(world.ctx, { address: confirming.deposit_address, quantity: decimal("1"), cryptoType: "USDT" });
    await world.settle();
    await world.stale("BTC", "EUR");
    await pool.query("update chain_cursor set paused_reason = 'Two nodes disagree.' where network = 'tron'");
    await pool.query(
      `insert into webhook_endpoint (id, account_id, url, secret_sealed, created_at, updated_at, failing_since, disabled_at, disabled_reason)
       values (gen_random_uuid(), $1, 'https://psp.example/hook', '', business_now(), business_now(), business_now(), business_now(), 'GONE')`,
      [world.ctx.account?.id],
    );
    const { data } = await list({ sort: "since" });
    await foundByRecords(data);
    const operational = data.filter(({ kind }) => ["STALE_PRICE", "CHAIN", "WEBHOOK"].includes(kind));
    expect(Object.fromEntries(operational.map(({ kind, cause }) => [kind, cause.split(/: |; /)[0]]))).toEqual({
      CHAIN: "Following tron is paused",
      STALE_PRICE: "There is no fresh price for BTC/EUR",
      WEBHOOK: "https://psp.example/hook answered that it is gone and was switched off",
    });
    await hiddenFromOthers(data);
    const causes = async (ctx: Ctx) =>
      (await list({}, ctx)).data.flatMap(({ kind, cause }) => (SHARED.has(kind) ? [`${kind} ${cause}`] : [])).sort();
    const [ours, others] = [await causes(anna), await causes(world.other)];
    expect(others).toHaveLength(ours.length);
    expect(others.filter((cause) => ours.includes(cause))).toEqual([]);
    await noteCase(anna, { caseId: "chain-tron", note: "The node's owner was called." });
    expect((await one("chain-tron")).history).toHaveLength(1);
    expect((await one("chain-tron", world.other)).history).toEqual([]);
    await assignCase(anna, { caseId: "chain-tron", userId: annaId });
    await muteCase(anna, { caseId: "chain-tron", forMs: 60 * MINUTE });
    expect(await one("chain-tron")).toMatchObject({ state: "MUTED", assignee: { name: "Anna" } });
    const { state, assignee } = await one("chain-tron", world.other);
    expect([state, assignee]).toEqual(["OPEN", undefined]);
    await pool.query("update chain_cursor set paused_reason = null");
    await pool.query("update chain_cursor set agreed_height = height - 21 where network = 'tron'");
    expect((await one("chain-tron")).cause).toContain("21 behind its tip");
    await pool.query("update chain_cursor set agreed_height = null");
    await pool.query("update webhook_endpoint set deleted_at = business_now() where account_id = $1", [
      world.ctx.account?.id,
    ]);
  });
});

describe("what people add", () => {
  let bill: MadeBill;
  let caseId = "";
  beforeEach(async () => {
    bill = await late();
    ({ caseId } = await sole(bill).catch(
      async () => (await about(bill)).find(({ kind }) => kind === "LATE") ?? { caseId: "" },
    ));
  });

  test("an owner, who is a member of the account", async () => {
    await assignCase(anna, { caseId, userId: annaId });
    expect((await one(caseId)).assignee).toEqual({ userId: annaId, name: "Anna" });
    expect((await list({ owner: "mine" })).data.map((each) => each.caseId)).toContain(caseId);
    expect((await list({ owner: "mine" }, ben)).data).toEqual([]);
    await assignCase(ben, { caseId });
    expect((await list({ owner: "nobody" })).data.map((each) => each.caseId)).toContain(caseId);
    await expect(assignCase(anna, { caseId, userId: world.app.venue.name })).rejects.toEqual(code("VALIDATION_FAILED"));
  });

  test("notes, which only their writer takes back", async () => {
    await noteCase(anna, { caseId, note: "Asked the payer." });
    const [note] = (await one(caseId)).history;
    expect(note).toMatchObject({ action: "NOTED", detail: "Asked the payer.", actor: "staff:Anna", withdrawn: false });
    const withdraws = note?.entryId ?? "";
    await expect(noteCase(ben, { caseId, withdraws })).rejects.toEqual(code("VALIDATION_FAILED"));
    await noteCase(anna, { caseId, withdraws });
    expect((await one(caseId)).history.map(({ action, detail }) => [action, detail])).toEqual([
      ["NOTED", ""],
      ["WITHDRAWN", ""],
    ]);
  });

  test("silence for a time, by the business clock", async () => {
    await muteCase(anna, { caseId, forMs: 60 * MINUTE });
    expect((await one(caseId)).state).toBe("MUTED");
    expect((await list()).data.map((each) => each.caseId)).not.toContain(caseId);
    await world.later(61 * MINUTE);
    expect((await one(caseId)).state).toBe("OPEN");
  });

  test("its end, until the facts are others", async () => {
    await closeCase(anna, { caseId, reason: "Agreed with the PSP." });
    expect(await one(caseId)).toMatchObject({
      state: "CLOSED",
      closed: { by: "staff:Anna", reason: "Agreed with the PSP." },
    });
    await expect(closeCase(ben, { caseId, reason: "again" })).rejects.toEqual(code("INVALID_STATE"));
    await reopenCase(ben, { caseId });
    await closeCase(ben, { caseId, reason: "still" });
    await world.pay(bill, decimal("0.0002"));
    expect(await one(caseId)).toMatchObject({ state: "OPEN" });
  });

  test("a history that outlives the case, and no case that never was", async () => {
    await noteCase(anna, { caseId, note: "Refund agreed." });
    const { quantityUnconverted } = await world.payment(bill.paymentId);
    await recordPayout(anna, {
      asset: "BTC",
      quantity: decimal(String(quantityUnconverted)),
      paymentId: bill.paymentId,
      reference: "r",
    });
    expect(await one(caseId)).toMatchObject({
      state: "SETTLED",
      kind: "LATE",
      history: [{ detail: "Refund agreed." }],
    });
    await expect(noteCase(anna, { caseId, note: "more" })).rejects.toEqual(code("NOT_FOUND"));
    await expect(one("late-nothing")).rejects.toEqual(code("NOT_FOUND"));
    await expect(one(caseId, world.other)).rejects.toEqual(code("NOT_FOUND"));
  });

  test("every action of it in the audit record, in the same transaction", async () => {
    await assignCase(anna, { caseId, userId: annaId });
    await muteCase(anna, { caseId, forMs: MINUTE, reason: "lunch" });
    const { rows } = await world.app.database.pool.query(
      "select action, actor from audit where object_id = $1 order by seq",
      [caseId],
    );
    expect(rows.slice(-2)).toEqual([
      { action: "case.assign", actor: "staff:Anna" },
      { action: "case.mute", actor: "staff:Anna" },
    ]);
    await expect(world.app.database.pool.query("update case_entry set detail = 'x'")).rejects.toThrow("case_entry");
  });
});

describe("the list", () => {
  test("goes page by page in the order asked for, each case once", async () => {
    for (const sort of ["-worth", "since"] as const) {
      const whole = (await list({ sort })).data.map(({ caseId }) => caseId);
      const seen: string[] = [];
      let startsAfter: string | null | undefined;
      do {
        const page: CaseList = await list({ sort, limit: 2, ...(startsAfter ? { startsAfter } : {}) });
        seen.push(...page.data.map(({ caseId }) => caseId));
        ({ startsAfter } = page);
      } while (startsAfter);
      expect(seen).toEqual(whole);
      expect(new Set(seen).size).toBe(seen.length);
    }
  });

  test("leaves out what is worth less than asked, and sums up the rest", async () => {
    const { data, count, worth } = await list({ minimum: decimal("20") });
    expect(data).toHaveLength(count);
    expect(data.every((each) => each.worth && each.worth.compare(decimal("20")) >= 0)).toBe(true);
    expect(data.reduce((sum, each) => sum.plus(each.worth ?? Decimal.ZERO), Decimal.ZERO).toString()).toBe(
      worth.toString(),
    );
  });

  test("knows nothing of another account's cases", async () => {
    expect((await list({}, world.other)).data.filter(({ paymentId }) => paymentId)).toEqual([]);
    expect((await summary(world.other)).people.map(({ name }) => name)).not.toContain("Anna");
  });

  test("counts what is new to each person since they looked", async () => {
    const before = await summary(ben);
    expect(before.fresh).toBe(before.count);
    await lookAtCases(ben);
    expect((await summary(ben)).fresh).toBe(0);
    await late();
    const after = await summary(ben);
    expect(after.byKind.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["LATE", "UNDERPAID"]));
    expect(after.fresh).toBe(2);
    expect(after.byKind.reduce((sum, { count }) => sum + count, 0)).toBe(after.count);
    expect(after.people.map(({ name }) => name)).toEqual(["Anna", "Ben"]);
  });
});
