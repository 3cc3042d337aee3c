import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setAgreed } from "#e2e/world/agreed.ts";
import { changeHouseSettings, changeSettings } from "#e2e/world/change-settings.ts";
import { code, personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { declineForHouse, declineOwn, releaseForHouse, releaseOwn } from "#lib/approvals/holds.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { makeRefundLink } from "#lib/payouts/make-refund-link.ts";
import { openRefund } from "#lib/payouts/open-refund.ts";
import { sendDeposit } from "#lib/sandbox/chain-controls.ts";
import type { CaseRecord } from "./contract.ts";
import { getCase } from "./get-case.ts";
import { listCases } from "./list-cases.ts";
import type { CaseOption } from "./option-contract.ts";
import { closeCase, muteCase } from "./work-case.ts";

// What an option promises is what its verb then does, to the smallest unit.

let world: World;
let anna: Ctx;
let carla: Ctx;

beforeAll(async () => {
  world = await openWorld();
  anna = await personIn(world, "Anna");
  carla = await personOfHouse(world, "Carla", "compliance");
});
beforeEach(async () => {
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const MINUTE = 60_000;
const note = "known";
const decimal = (text: string) => Decimal.from(text);
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_key, each) => (each instanceof Decimal ? each.toString() : each)));

/** A deposit above the account's own limit. */
async function held(input: Parameters<World["bill"]>[0] = {}, more = "0"): Promise<MadeBill & { txId: string }> {
  const limit = `depositLimit.${input.cryptoType ?? "BTC"}`;
  await changeSettings(world.ctx, { [limit]: "0.000001" });
  const bill = await world.bill(input);
  await world.pay(bill, bill.quantity.plus(decimal(more)), input.networkType ?? "bitcoin");
  await changeSettings(world.ctx, { [limit]: "1000" });
  return withTxId(bill);
}

const withTxId = async (bill: MadeBill) => ({
  ...bill,
  txId: (await world.payment(bill.paymentId)).deposits[0]?.txId ?? "",
});

async function caseOf(bill: MadeBill, kind: CaseRecord["kind"], ctx = anna): Promise<CaseRecord> {
  const { data } = await listCases(ctx, { kind });
  const found = data.find(({ paymentId }) => paymentId === bill.paymentId);
  if (!found) throw new Error(`no ${kind} case of this bill`);
  return found;
}

async function optionsOf({ caseId }: Pick<CaseRecord, "caseId">, ctx = anna): Promise<CaseOption[]> {
  return (await getCase(ctx, { caseId })).options ?? [];
}

async function option(bill: MadeBill, kind: CaseRecord["kind"], wanted: CaseOption["code"], ctx = anna) {
  const all = await optionsOf(await caseOf(bill, kind, ctx), ctx);
  const found = all.find((one) => one.code === wanted);
  if (!found) throw new Error(`${kind} offers ${all.map((one) => one.code)}, not ${wanted}`);
  return found;
}

async function available(): Promise<string> {
  const { rows } = await world.app.database.pool.query<{ units: string }>(
    "select balance::text as units from ledger_account where code = $1 and asset = 'EUR'",
    [`acc:${world.ctx.account?.id}:available`],
  );
  return Decimal.of(BigInt(rows[0]?.units ?? "0"), 2).toString();
}

/** What became of a bill, in the words of an option. */
async function became(bill: MadeBill) {
  const { status, amountStatus, deposits } = await world.payment(bill.paymentId);
  const [deposit] = deposits;
  return {
    amount: String(deposit?.fiatReceived),
    keeps: String(deposit?.quantityUnconverted),
    fee: String(deposit?.feeQuantity),
    waits: deposit?.status === "PROCESSING",
    bill: { status, amountStatus },
    available: await available(),
  };
}

/** The same of a promise; what it does not say is nothing. */
const promised = ({ amount, keeps, feeQuantity, waits, bill, available: free }: CaseOption) => ({
  amount: String(amount),
  keeps: String(keeps ?? "0"),
  fee: String(feeQuantity ?? "0"),
  waits: waits ?? false,
  bill,
  available: String(free?.after),
});

describe("releasing what is held", () => {
  test("in time: at the bill's price, until its grace is over", async () => {
    const bill = await held();
    const release = await option(bill, "HELD", "RELEASE");
    expect(plain(release)).toMatchObject({
      decides: "ACCOUNT",
      rate: "BILL",
      price: "59400",
      amount: "100",
      fiat: "EUR",
    });
    expect(release.until).toBe((await caseOf(bill, "HELD")).dueAt);
    await releaseOwn(anna, { txId: bill.txId, note });
    expect(await became(bill)).toEqual(promised(release));
  });

  test("with more than is due: the rest at a fresh price", async () => {
    const bill = await held({}, "0.001");
    const release = await option(bill, "HELD", "RELEASE");
    expect(release.rate === "MARKET" || release.price === undefined).toBe(true);
    await releaseOwn(anna, { txId: bill.txId, note });
    expect(await became(bill)).toEqual(promised(release));
  });

  test("after its grace: at the lower of the two prices, as was said before", async () => {
    const bill = await held();
    await world.price("BTC", "EUR", "50000");
    const before = await option(bill, "HELD", "RELEASE");
    await world.later((before.until ?? 0) - (await anna.now()).getTime() + 1);
    const after = await option(bill, "HELD", "RELEASE");
    expect([after.rate, after.until, after.afterwards]).toEqual(["MARKET", undefined, undefined]);
    expect(String(after.amount)).toBe(String(before.afterwards?.amount));
    expect(String(after.amount)).not.toBe(String(before.amount));
    await releaseOwn(anna, { txId: bill.txId, note });
    expect(await became(bill)).toEqual(promised(after));
  });

  test("after its grace while there is no price: it waits for one", async () => {
    const bill = await held();
    await world.later(30 * MINUTE);
    await world.stale("BTC", "EUR");
    const release = await option(bill, "HELD", "RELEASE");
    expect(release.waits).toBe(true);
    await releaseOwn(anna, { txId: bill.txId, note });
    expect(await became(bill)).toEqual(promised(release));
  });

  test.each([
    ["under RAI it is kept, less the fee", { strategy: "RAI" as const }],
    [
      "under a limit that is not met it is kept, less the fee",
      { cryptoType: "USDT", networkType: "eth" as const, strategy: "LMT" as const, limitPrice: decimal("2") },
    ],
  ])("%s", async (_what, input) => {
    const bill = await held(input);
    const release = await option(bill, "HELD", "RELEASE");
    expect(release.keeps?.isZero()).toBe(false);
    expect(release.until).toBeUndefined();
    await releaseOwn(anna, { txId: bill.txId, note });
    expect(await became(bill)).toEqual(promised(release));
  });

  test("what the house holds is shown to both, and decided by the house", async () => {
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "0.001" });
    const made = await world.bill();
    await world.pay(made, made.quantity);
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "default" });
    const bill = await withTxId(made);
    const release = await option(bill, "HELD", "RELEASE");
    expect(release).toMatchObject({ decides: "HOUSE", rate: "BILL", until: made.expiryTime + 120 * MINUTE });
    expect(await option(bill, "HELD", "RELEASE", carla)).toEqual(release);
    await expect(releaseOwn(anna, { txId: bill.txId, note })).rejects.toEqual(code("FORBIDDEN"));
    await releaseForHouse(carla, { txId: bill.txId, note });
    expect(await became(bill)).toEqual(promised(release));
  });
});

describe("declining it, and giving it back", () => {
  test("the bill counts it no more, and all of it can go back by a link", async () => {
    const bill = await held();
    const decline = await option(bill, "HELD", "DECLINE");
    await declineOwn(anna, { txId: bill.txId, note });
    expect((await became(bill)).bill).toEqual(decline.bill);
    const refund = await option(bill, "TO_RETURN", "REFUND");
    expect((await caseOf(bill, "TO_RETURN")).dueAt).toBeGreaterThan(
      (await anna.now()).getTime() + 4 * 24 * 60 * MINUTE,
    );
    await offered(bill, refund);
  });

  test("the wrong asset is declined by the house, by two where two are asked for, and then goes back", async () => {
    const bill = await world.bill({ cryptoType: "USDC" });
    await sendDeposit(world.ctx, {
      address: bill.deposit_address,
      cryptoType: "USDT",
      networkType: "eth",
      quantity: decimal("5"),
      confirmations: 20,
    });
    await world.settle();
    const codes = (await optionsOf(await caseOf(bill, "WRONG_ASSET"))).map((one) => [one.code, one.decides]);
    expect(codes).toEqual([
      ["DECLINE", "HOUSE"],
      ["WAIT", "ACCOUNT"],
    ]);
    await setAgreed(world.ctx, { secondPerson: "always" });
    const [theirs] = (await listCases(carla, { kind: "WRONG_ASSET" })).data.filter(
      (one) => one.paymentId === bill.paymentId,
    );
    expect((await optionsOf({ caseId: theirs?.caseId ?? "" }, carla))[0]).toMatchObject({
      code: "DECLINE",
      secondPerson: true,
    });
    await setAgreed(world.ctx, { secondPerson: "default" });
    const decline = await option(bill, "WRONG_ASSET", "DECLINE");
    expect(decline.secondPerson).toBe(false);
    const [deposit] = (await world.payment(bill.paymentId)).deposits;
    await declineForHouse(carla, { txId: deposit?.txId ?? "", note });
    expect((await became(bill)).bill).toEqual(decline.bill);
    await offered(bill, await option(bill, "WRONG_ASSET", "REFUND"));
  });

  async function offered(bill: MadeBill, { txId = "", quantity, asset }: CaseOption): Promise<void> {
    const { url = "" } = await makeRefundLink(anna, { paymentId: bill.paymentId, txId });
    const offer = await openRefund({ ...anna, actor: { kind: "key", keyId: "", scopes: [] } } as Ctx, {
      token: url.split("#")[1] ?? "",
    });
    expect([String(offer.quantity), offer.asset]).toEqual([String(quantity), asset]);
  }
});

describe("what came late, short or over", () => {
  async function late(): Promise<MadeBill> {
    const bill = await world.bill();
    await world.later(21 * MINUTE);
    await world.pay(bill, bill.quantity);
    return bill;
  }

  test("is converted whole, at what a quote says now", async () => {
    const bill = await late();
    const convert = await option(bill, "LATE", "CONVERT");
    const { asset = "BTC", fiat = "EUR", quantity = Decimal.ZERO } = convert;
    const items = [{ paymentId: bill.paymentId }];
    const made = await createConversion(anna, { baseSymbol: asset, quoteSymbol: fiat, quantity, items });
    const quote = await quoteConversion(anna, { invoiceId: JSON.parse(made.text).invoiceId });
    expect([quote.fiatReceivable, quote.price, quote.quantity].map(String)).toEqual(
      [convert.amount, convert.price, convert.quantity].map(String),
    );
  });

  test("is offered without an amount while there is no price, and not below the venue's minimum", async () => {
    const bill = await late();
    await world.stale("BTC", "EUR");
    expect((await option(bill, "LATE", "CONVERT")).amount).toBeUndefined();
  });

  test("is given back by a link for all that is free", async () => {
    const bill = await late();
    const refund = await option(bill, "LATE", "REFUND");
    expect(String(refund.quantity)).toBe(String(bill.quantity));
    expect(refund.txId).toBe((await world.payment(bill.paymentId)).deposits[0]?.txId);
  });

  test("is accepted as it was credited: no money moves, and the case closes", async () => {
    const bill = await world.bill();
    await world.pay(bill, decimal("0.001"));
    await world.later(21 * MINUTE);
    const accept = await option(bill, "UNDERPAID", "ACCEPT");
    const before = await became(bill);
    expect(String(accept.amount)).toBe(before.amount);
    const found = await caseOf(bill, "UNDERPAID");
    await closeCase(anna, { caseId: found.caseId, reason: "Agreed." });
    expect(await became(bill)).toEqual(before);
    expect(await optionsOf(found)).toEqual([]);
  });

  test("waits until its deadline, and an hour more once that is over", async () => {
    const bill = await late();
    const found = await caseOf(bill, "LATE");
    const wait = await option(bill, "LATE", "WAIT");
    expect(wait.until).toBe(found.dueAt);
    await muteCase(anna, { caseId: found.caseId, until: wait.until ?? 0 });
    expect(await getCase(anna, { caseId: found.caseId })).toMatchObject({ state: "MUTED", mutedUntil: wait.until });
    await world.later(6 * 24 * 60 * MINUTE);
    const now = (await anna.now()).getTime();
    expect((await option(bill, "LATE", "WAIT")).until).toBeGreaterThanOrEqual(now + 60 * MINUTE);
  });
});

test("what is mended elsewhere says so", async () => {
  await world.stale("BTC", "EUR");
  const [found] = (await listCases(anna, { kind: "STALE_PRICE" })).data;
  expect((await optionsOf({ caseId: found?.caseId ?? "" })).map((one) => one.code)).toEqual(["MEND", "WAIT"]);
});
