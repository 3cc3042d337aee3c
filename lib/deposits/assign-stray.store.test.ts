import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, code, moversOf, personOfHouse, waits } from "#e2e/world/people-of.ts";
import { type MadeBill, openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { getStatement } from "#lib/ledger/get-statement.ts";
import type { ResolutionRecord } from "#lib/resolutions/contract.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { TASKS } from "#lib/worker/due.ts";

// Crypto that came to an address of no bill becomes an account's: a deposit of a bill of theirs, at no price of it, that goes
// with its block as others do.

let world: World;
let ada: Ctx;
let grace: Ctx;
let operator: Ctx;
let worker: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  ({ ada, grace, operator } = await moversOf(world));
  worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  await world.price("BTC", "EUR", "60000");
  await world.bill();
  await world.settle();
});
beforeEach(() => world.price("BTC", "EUR", "60000"));
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const note = "lost with the restore; the PSP has shown its order";
const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.app.database.pool.query(text, values)).rows as T[];
const btc = (code: string) => balanceOf(operator, code, "BTC");
const own = (balance: "available" | "owed" | "locked") => btc(`acc:${world.ctx.account?.id}:${balance}`);
const mine = async (count: number) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};
const cases = async () => (await listCases(grace, { kind: "UNKNOWN_BILL" })).data.map(({ caseId }) => caseId);
const run = (name: string) => TASKS.find((task) => task.name === name)?.run(worker);

type Place = { address: string; script: string };
const lost = async (): Promise<Place> => {
  const [found] = await rows<Place>(
    `select a.address, a.script from deposit_address a join wallet w on w.id = a.wallet_id
     where w.kind = 'BTC_P2PKH' and a.bill_id is null and a.set_aside_at is null order by a.index desc limit 1`,
  );
  if (!found) throw new Error("the pool is empty");
  return found;
};
/** A payer's coins come to an address whose bill is lost. */
async function stray(quantity: string, { address, script }: Place, blocks = 3) {
  const decoy = await world.bill({ strategy: "RAI" });
  const { txHash } = await sendDeposit(operator, {
    address: decoy.deposit_address,
    quantity: Decimal.from(quantity),
  });
  await rows("update sandbox_transfer set address = $1, script = $2 where tx_hash = $3", [address, script, txHash]);
  await mine(blocks);
  const [found] = await rows<{ id: string }>("select id from stray_deposit where tx_hash = $1", [txHash]);
  if (!found) throw new Error("it came to no address of ours");
  return { txHash, subjectId: found.id };
}
const assign = (subjectId: string, bill: Pick<MadeBill, "paymentId">, by = ada) =>
  resolveOrAsk(by, { kind: "ASSIGN", subjectId, account: "acme", paymentId: bill.paymentId, note });
const depositOf = async (bill: MadeBill) => (await world.payment(bill.paymentId)).deposits[0];
const emitted = async (bill: MadeBill) =>
  (await rows<{ type: string }>("select type from event where object_id = $1 order by seq", [bill.paymentId])).map(
    ({ type }) => type,
  );
/** Sells all of a bill's free crypto by a conversion, to its quote. */
async function quoted(bill: MadeBill, quantity: string) {
  const items = [{ paymentId: bill.paymentId }];
  const { invoiceId } = recordOf(
    await createConversion(world.ctx, {
      ...({ baseSymbol: "BTC", quoteSymbol: "EUR", quantity: Decimal.from(quantity), items } as const),
    }),
  );
  await quoteConversion(world.ctx, { invoiceId });
  return invoiceId;
}

describe("crypto of no bill that is assigned", () => {
  test("is a deposit of the bill, kept whole, whatever the bill promised; its price is for what comes after", async () => {
    const place = await lost();
    const { txHash, subjectId } = await stray("0.25", place);
    const bill = await world.bill({ fiatReceivable: Decimal.from("15000") });
    // Who assigns may know tomorrow's price: the bill's was made at 60 000.
    await world.price("BTC", "EUR", "30000");
    const before = { custody: await btc("custody:bitcoin"), promised: await promised(bill) };
    const made = (await assign(subjectId, bill)) as ResolutionRecord;
    expect(made).toMatchObject({ kind: "ASSIGN", subject: "DEPOSIT", account: "acme", paymentId: bill.paymentId });
    await world.settle();
    expect([await own("available"), await btc("house:unassigned")]).toEqual([25_000_000n, 0n]);
    expect([await btc("custody:bitcoin"), await promised(bill)]).toEqual([before.custody, before.promised]);
    expect(await cases()).toEqual([]);
    const payment = await world.payment(bill.paymentId);
    expect(payment).toMatchObject({ fiatReceived: 0, quantityUnconverted: 0.25, quantityConverted: 0 });
    expect(payment.deposits).toMatchObject([
      {
        ...{ txHash, address: place.address, quantity: 0.25, status: "CREDITED", late: true, confirmations: 3 },
        ...{ reasonCode: "ASSIGNED", quantityUnconverted: 0.25, feeQuantity: 0, fills: [] },
      },
    ]);
    expect(payment.deposits[0]?.reason).toMatch(/the bill's price does not apply to it/);
    expect((await getStatement(world.ctx, {})).data[0]).toMatchObject({
      ...{ event: "resolution.made", paymentId: bill.paymentId, account: "available" },
    });
    const notices = await rows<{ data: string }>(
      "select data from event where type = 'assignment.made' order by seq desc limit 1",
    );
    expect(JSON.parse(notices[0]?.data ?? "")).toEqual({
      ...{ resolutionId: made.resolutionId, asset: "BTC", quantity: 0.25, paymentId: bill.paymentId },
      ...{ txId: payment.deposits[0]?.txId, assignedAt: expect.any(Number) },
    });
    expect(await emitted(bill)).toContain("payment.deposit.credited");
    expect((await auditedOf(grace, made.resolutionId))[0]).toMatchObject({
      detail: { account: "acme", paymentId: bill.paymentId, note },
    });
    // Said once, of all of it.
    await expect(assign(subjectId, bill)).rejects.toEqual(code("INVALID_STATE", /was resolved/));
    // The bill's own quantity is still to be had at its price, and nothing of what was assigned.
    await world.price("BTC", "EUR", "60000");
    await world.pay(bill, Decimal.from("0.01"));
    expect(await world.payment(bill.paymentId)).toMatchObject({ quantityUnconverted: 0.25 });
    await executeConversion(world.ctx, { invoiceId: await quoted(bill, "0.25") });
    await world.settle();
    expect(await own("available")).toBe(0n);
    expect(await depositOf(bill)).toMatchObject({ quantityUnconverted: 0, fills: [{ method: "CONVERSION" }] });
  });

  test("is named by a bill of the account in its asset, and is crypto that came to an address of no bill", async () => {
    const { subjectId } = await stray("0.02", await lost());
    const bill = await world.bill();
    const foreign = { kind: "ASSIGN", subjectId, account: "other", paymentId: bill.paymentId, note } as const;
    await expect(resolveOrAsk(ada, foreign)).rejects.toEqual(code("NOT_FOUND", /has no payment with this paymentId/));
    await expect(assign(subjectId, { paymentId: "nothing" })).rejects.toEqual(code("NOT_FOUND"));
    const other = await world.bill({ cryptoType: "USDC" });
    await expect(assign(subjectId, other)).rejects.toEqual(code("INVALID_STATE", /not in the asset/));
    await expect(resolveOrAsk(ada, { kind: "OWN", subjectId, paymentId: bill.paymentId, note })).rejects.toEqual(
      code("VALIDATION_FAILED", /only allowed with ASSIGN/),
    );
    await assign(subjectId, bill);
  });

  test("waits for its confirmations", async () => {
    const { subjectId } = await stray("0.03", await lost(), 1);
    const bill = await world.bill({ strategy: "RAI" });
    await expect(assign(subjectId, bill)).rejects.toEqual(code("INVALID_STATE", /not confirmed/));
    await mine(1);
    await assign(subjectId, bill);
    expect(await depositOf(bill)).toMatchObject({ quantityUnconverted: 0.03, confirmations: 2 });
  });
});

const promised = async (bill: MadeBill) =>
  (await rows<{ units: string }>("select promised_units::text as units from bill where id = $1", [bill.paymentId]))[0]
    ?.units;

describe("an assignment whose block goes", () => {
  test("is mirrored: free crypto goes back, the bill has a deposit less, and it is a case again", async () => {
    const { txHash, subjectId } = await stray("0.04", await lost());
    const bill = await world.bill({ strategy: "RAI" });
    const before = await own("available");
    await assign(subjectId, bill);
    await reorganise(operator, { network: "bitcoin", depth: 4 });
    await world.settle();
    // The new branch has it as well, which makes it confirmed anew, and nobody's.
    expect([await own("available"), await own("owed"), await btc("house:unassigned")]).toEqual([
      before,
      0n,
      4_000_000n,
    ]);
    expect(await depositOf(bill)).toMatchObject({ status: "DROPPED", reasonCode: "REORGANISED" });
    expect(await emitted(bill)).toContain("payment.deposit.reversed");
    expect(await cases()).toEqual([`unknown-bill-${subjectId}`]);
    const taken = await rows<{ data: string }>(
      "select data from event where type = 'assignment.taken-back' order by seq desc limit 1",
    );
    expect(JSON.parse(taken[0]?.data ?? "")).toMatchObject({ quantity: 0.04, takenBackAt: expect.any(Number) });
    // What it was before it is again, and of no other bill.
    const another = await world.bill({ strategy: "RAI" });
    await expect(assign(subjectId, another)).rejects.toEqual(code("INVALID_STATE", /was a deposit of the payment/));
    await assign(subjectId, bill);
    expect(await depositOf(bill)).toMatchObject({ txHash, status: "CREDITED", quantityUnconverted: 0.04 });
    expect(await own("available")).toBe(before + 4_000_000n);
    await mine(1);
    await reorganise(operator, { network: "bitcoin", depth: 6, drop: [txHash] });
    await world.settle();
    expect([await own("available"), await cases()]).toEqual([before, []]);
  });

  test("leaves as a debt what was paid out and sold, and settles that first when it comes again", async () => {
    const { subjectId } = await stray("0.05", await lost());
    const bill = await world.bill({ strategy: "RAI" });
    await assign(subjectId, bill);
    const pay = { asset: "BTC", quantity: Decimal.from("0.02"), paymentId: bill.paymentId } as const;
    await recordPayout(world.ctx, { ...pay, reference: "elsewhere" });
    await executeConversion(world.ctx, { invoiceId: await quoted(bill, "0.03") });
    await world.settle();
    const [before] = [await own("available")];
    await reorganise(operator, { network: "bitcoin", depth: 5 });
    await world.settle();
    expect([await own("available"), await own("owed")]).toEqual([before, 5_000_000n]);
    expect(await world.broken()).toEqual([]);
    await mine(3);
    await assign(subjectId, bill);
    expect([await own("available"), await own("owed")]).toEqual([before, 0n]);
    expect(await depositOf(bill)).toMatchObject({ status: "CREDITED", quantityPaidOut: 0.02, quantityUnconverted: 0 });
  });

  test("waits while a venue is selling it, beside the scan, and stands in its new block afterwards", async () => {
    const { subjectId } = await stray("0.02", await lost());
    const bill = await world.bill({ strategy: "RAI" });
    await assign(subjectId, bill);
    const invoiceId = await quoted(bill, "0.02");
    await world.fault("timeout-after-accept", 1);
    expect(recordOf(await executeConversion(world.ctx, { invoiceId }))).toMatchObject({ status: "EXECUTING" });
    const unassigned = await btc("house:unassigned");
    await reorganise(operator, { network: "bitcoin", depth: 4 });
    await run("scan-chains");
    await run("scan-chains");
    expect(await depositOf(bill)).toMatchObject({ status: "CREDITED", confirmations: 0 });
    expect([await btc("house:unassigned"), await run("reverse-due")]).toEqual([unassigned, 0]);
    expect(await world.broken()).toEqual([]);
    await world.settle();
    expect(await depositOf(bill)).toMatchObject({ status: "DROPPED" });
    expect(await own("owed")).toBe(2_000_000n);
    await mine(3);
    expect(await cases()).toEqual([`unknown-bill-${subjectId}`]);
    await assign(subjectId, bill);
    expect(await own("owed")).toBe(0n);
  });
});

describe("the database", () => {
  const refuses = (text: string, values: unknown[], what: RegExp) => expect(rows(text, values)).rejects.toThrow(what);

  test("takes no deposit of what came for no bill that was not assigned, none at a bill's price, and no assignment without its deposit", async () => {
    const { subjectId } = await stray("0.02", await lost());
    const bill = await world.bill();
    const deposit = `insert into deposit (id, bill_id, account_id, stray_id, network, tx_hash, output_index, asset, address, quantity_units, status,
        first_seen, confirmations_required, unconverted_units, times_confirmed, created_at, updated_at, guaranteed_units)
      select gen_random_uuid(), $2, $3, s.id, s.network, s.tx_hash, s.output_index, s.asset, 'x', s.quantity_units, 'CREDITED',
        s.created_at, 2, s.quantity_units, s.times_confirmed, s.created_at, s.created_at, $4::numeric from stray_deposit s where s.id = $1`;
    const accountId = world.ctx.account?.id;
    await refuses(deposit, [subjectId, bill.paymentId, accountId, 0], /once it was assigned/);
    await refuses(deposit, [subjectId, bill.paymentId, accountId, 1], /deposit_assigned|once it was assigned/);
    const resolution = `insert into resolution (id, kind, subject, subject_id, asset, units, account_id, bill_id, note, made_by)
      values (gen_random_uuid(), 'ASSIGN', 'DEPOSIT', $1, 'BTC', $2, $3, $4, 'x', 'staff:Ada')`;
    await refuses(resolution, [subjectId, 2_000_000, accountId, bill.paymentId], /is a deposit of its bill/);
    await refuses(resolution, [subjectId, 1_999_999, accountId, bill.paymentId], /all of it/);
    await refuses(resolution, [subjectId, 2_000_000, accountId, null], /resolution_assigned/);
    await refuses(resolution, [subjectId, 2_000_000, world.other.account?.id, bill.paymentId], /a bill of the account/);
    const tokens = await world.bill({ cryptoType: "USDC" });
    await refuses(resolution, [subjectId, 2_000_000, accountId, tokens.paymentId], /of the asset of a bill/);
    await assign(subjectId, bill);
    await refuses(resolution, [subjectId, 2_000_000, accountId, bill.paymentId], /all of it/);
    const fill = `insert into fill (id, effect_key, deposit_id, bill_id, method, fee_model, quantity_units, fee_units, price, fiat_units, gross, filled_at)
      select gen_random_uuid(), 'x', id, bill_id, 'RFQ', 'SPREAD', 1000, 0, '60000', 60, '60', now() from deposit where stray_id = $1`;
    await refuses(fill, [subjectId], /at no price of its bill/);
    await refuses(
      "update deposit set status = 'DROPPED', unconverted_units = 0 where stray_id = $1",
      [subjectId],
      /goes with its resolution/,
    );
    await refuses("update deposit set stray_id = null where stray_id = $1", [subjectId], /stays of its bill/);
    const paid = await world.retained("0.02");
    await refuses(
      "update deposit set stray_id = $1 where bill_id = $2",
      [(await stray("0.02", await lost())).subjectId, paid.paymentId],
      /stays of its bill/,
    );
    await refuses(
      "update resolution set reversed_at = business_now() where subject_id = $1 and reversed_at is null",
      [subjectId],
      /is a deposit of its bill/,
    );
  });

  /** Past every guard of people. */
  async function asOwner(text: string): Promise<void> {
    const owner = new pg.Client(world.databaseUrl);
    await owner.connect();
    for (const one of [
      "alter table membership disable trigger user",
      text,
      "alter table membership enable trigger user",
    ])
      await owner.query(one);
    await owner.end();
  }

  test("takes none of one person, none of people of the account, and shows the second which bill", async () => {
    const { subjectId } = await stray("0.02", await lost());
    const bill = await world.bill({ strategy: "RAI" });
    const hugo = await personOfHouse(world, "Hugo");
    const hugoId = hugo.actor.kind === "staff" ? hugo.actor.userId : "";
    const membership = "insert into membership (user_id, account_id, role) values ($1, $2, 'viewer')";
    await rows(membership, [hugoId, world.ctx.account?.id]);
    await changeSettings(world.ctx, { secondPerson: "always" });
    const request = waits(await assign(subjectId, bill));
    expect(request).toMatchObject({
      what: "resolution",
      decides: "house",
      request: { kind: "ASSIGN", account: "acme", paymentId: bill.paymentId, quantity: "0.02", asset: "BTC", note },
    });
    await expect(approve(ada, request)).rejects.toEqual(code("FORBIDDEN"));
    await expect(approve(hugo, request)).rejects.toEqual(code("FORBIDDEN", /Nobody of the account/));
    await expect(assign(subjectId, bill, hugo)).rejects.toEqual(code("FORBIDDEN", /Nobody of the account/));
    // Who asked has a role in it by now, as only the database sees.
    const adaId = ada.actor.kind === "staff" ? ada.actor.userId : "";
    const role = `'${adaId}' and account_id = '${world.ctx.account?.id}'`;
    await asOwner(
      `insert into membership (user_id, account_id, role) values ('${adaId}', '${world.ctx.account?.id}', 'viewer')`,
    );
    await expect(approve(grace, request)).rejects.toThrow(/people of its account/);
    await asOwner(`delete from membership where user_id = ${role}`);
    await approve(grace, request);
    expect(await depositOf(bill)).toMatchObject({ status: "CREDITED", quantityUnconverted: 0.02 });
    const resolution = `insert into resolution (id, kind, subject, subject_id, asset, units, account_id, bill_id, note, made_by)
      values (gen_random_uuid(), 'ASSIGN', 'DEPOSIT', $1, 'BTC', 2000000, $2, $3, 'x', 'staff:Ada')`;
    const other = await stray("0.02", await lost());
    await refuses(resolution, [other.subjectId, world.ctx.account?.id, bill.paymentId], /second person/);
    // No record tells who gave it, which the check of the books would find.
    await asOwner(`delete from membership where user_id = '${hugoId}' and account_id = '${world.ctx.account?.id}'`);
  });
});
