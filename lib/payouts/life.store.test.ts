import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, code, personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { carriedOut } from "#e2e/world/carried-out.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve, decline, withdraw } from "#lib/approvals/decide-approval.ts";
import { cancelPayout, makeBeneficiaryOrAsk, payOrAsk, rejectPayout } from "#lib/approvals/payout-or-ask.ts";
import { listBeneficiaries, retireBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { Waiting } from "#lib/contract/out.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { findReversalsDue, reverseDue } from "#lib/deposits/take-back.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { getBalances } from "#lib/ledger/get-balances.ts";
import { listBankLines } from "#lib/bank/link-line.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { reorganise } from "#lib/sandbox/chain-controls.ts";
import { listAddress } from "#lib/screening/listed.fixture.ts";
import type { PayoutRecord } from "./contract.ts";
import { getPayout, listPayouts } from "./get-payouts.ts";
import { confirmFiatPayout, payoutLeft, payoutSeen, returnFiatPayout } from "./leave-payout.ts";
import { sendPayouts } from "./sign-payout.ts";

const IBAN = "DE89370400440532013000";
const ADDRESS = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const DAY = 86_400_000;

let world: World;
/** Of the account. */
let ada: Ctx;
let grace: Ctx;
/** Of the house. */
let hugo: Ctx;
let ida: Ctx;
let bank: string;
let address: string;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  ada = await personIn(world, "Ada");
  grace = await personIn(world, "Grace");
  hugo = await personOfHouse(world, "Hugo");
  ida = await personOfHouse(world, "Ida");
  const sold = await world.bill({ fiatReceivable: Decimal.from("500") });
  await world.pay(sold, sold.quantity);
  await world.retained("0.02");
  await changeSettings(world.ctx, { secondPerson: "always" });
  bank = await standing({ name: "Acme GmbH", asset: "EUR", iban: IBAN });
  address = await standing({ name: "Acme cold", asset: "BTC", address: ADDRESS });
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

type Wanted = Parameters<typeof makeBeneficiaryOrAsk>[1];
async function standing(wanted: Wanted): Promise<string> {
  const { beneficiaryId, approvalId = "", status } = await makeBeneficiaryOrAsk(ada, wanted);
  expect(status).toBe("REQUESTED");
  await approve(grace, { approvalId });
  return beneficiaryId;
}
type Shown = Omit<PayoutRecord, "quantity"> & { quantity: number };
const shown = (raw: object): Shown => JSON.parse((raw as Raw<PayoutRecord>).text);
async function pay(
  quantity: string,
  input: Partial<Parameters<typeof payOrAsk>[1]> = {},
  ctx: Ctx = ada,
): Promise<Shown> {
  const payout = { asset: "EUR" as const, quantity: Decimal.from(quantity), reference: "wire 18", beneficiaryId: bank };
  return shown(await payOrAsk(ctx, { ...payout, ...input }));
}
const payBtc = (quantity: string) => pay(quantity, { asset: "BTC", beneficiaryId: address });
const now = async (payoutId: string) => shown(await getPayout(ada, { payoutId }));
async function balance(asset: string) {
  const { data } = await getBalances(ada);
  const line = data.find((each) => each.asset === asset);
  return [line?.available.toString(), line?.reserved.toString()];
}
const approved = async (payout: Shown): Promise<Shown> => {
  await approve(hugo, { approvalId: payout.approvalId ?? "" });
  return now(payout.payoutId);
};
async function emittedTypes(payoutId: string) {
  const rows = await world.ctx.db.event.findMany({ where: { objectId: payoutId }, orderBy: { sequence: "asc" } });
  return rows.map(({ type }) => type);
}

describe("a beneficiary", () => {
  test("waits for another of the account; nothing goes there before, and never two for one place", async () => {
    const made = await makeBeneficiaryOrAsk(ada, { name: "New", asset: "EUR", iban: "NL91ABNA0417164300" });
    expect(made).toMatchObject({ status: "REQUESTED", held: false, madeBy: "staff:Ada" });
    const requestOf = async (id = "") => (await world.ctx.db.approval.findUniqueOrThrow({ where: { id } })).request;
    expect(await requestOf(made.approvalId)).not.toHaveProperty("bic");
    await expect(pay("1", { beneficiaryId: made.beneficiaryId })).rejects.toEqual(code("INVALID_STATE", /REQUESTED/));
    const again = makeBeneficiaryOrAsk(ada, { name: "Again", asset: "EUR", iban: "NL91 ABNA 0417 1643 00" });
    await expect(again).rejects.toEqual(code("INVALID_STATE", /already/));
    await decline(grace, { approvalId: made.approvalId ?? "", note: "who?" });
    const abroad = { name: "Abroad", asset: "USD", iban: "NL91ABNA0417164300", bic: "ABNANL2A" } as const;
    const { approvalId = "" } = await makeBeneficiaryOrAsk(ada, abroad);
    expect(await requestOf(approvalId)).toMatchObject({ place: abroad.iban, bic: abroad.bic });
    await decline(grace, { approvalId, note: "whose bank?" });
    const { data } = await listBeneficiaries(ada);
    expect(data.find(({ beneficiaryId }) => beneficiaryId === made.beneficiaryId)).toMatchObject({
      status: "REJECTED",
      endedBy: "staff:Grace",
    });
  });

  test("is retired at once by one person; what was asked for can then not be agreed to", async () => {
    const id = await standing({ name: "Short", asset: "EUR", iban: "NL91ABNA0417164300" });
    const payout = await pay("2", { beneficiaryId: id });
    expect(await retireBeneficiary(grace, { beneficiaryId: id })).toMatchObject({ status: "RETIRED" });
    await expect(approved(payout)).rejects.toEqual(code("INVALID_STATE", /RETIRED/));
    await withdraw(ada, { approvalId: payout.approvalId ?? "" });
    expect(await now(payout.payoutId)).toMatchObject({ status: "CANCELLED" });
  });

  test("is not an address of ours without a bill, nor of another network, nor an IBAN whose digits do not hold", async () => {
    const [free] = await world.ctx.db.depositAddress.findMany({ where: { billId: null, network: "bitcoin" }, take: 1 });
    const wrong: [Wanted, RegExp][] = [
      [{ name: "x", asset: "BTC", address: free?.address ?? "" }, /operator's own/],
      [{ name: "x", asset: "BTC", address: "0x52908400098527886E0F7030069857D2E4169EE7" }, /address of bitcoin/],
      [{ name: "x", asset: "EUR", iban: "DE88370400440532013000" }, /check digits/],
      [{ name: "x", asset: "USDT", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" }, /networkType is required/],
      [{ name: "x", asset: "GBP", accountNumber: "12345678" }, /bic is required/],
    ];
    for (const [wanted, message] of wrong)
      await expect(makeBeneficiaryOrAsk(ada, wanted)).rejects.toEqual(code("VALIDATION_FAILED", message));
  });

  test("on a list of sanctioned addresses is held from the moment the list comes", async () => {
    const held = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const id = await standing({ name: "Later listed", asset: "BTC", address: held });
    const waiting = await pay("0.001", { asset: "BTC", beneficiaryId: id });
    await listAddress(world.ctx, held);
    const { data } = await listBeneficiaries(ada);
    expect(data.find(({ beneficiaryId }) => beneficiaryId === id)).toMatchObject({ status: "ACTIVE", held: true });
    await expect(approved(waiting)).rejects.toEqual(code("INVALID_STATE", /held/));
    await expect(pay("0.001", { asset: "BTC", beneficiaryId: id })).rejects.toEqual(code("INVALID_STATE", /held/));
    await cancelPayout(ada, { payoutId: waiting.payoutId });
  });
});

describe("a payout to a beneficiary", () => {
  test("reserves while it waits, is approved by the house alone, and is confirmed by the bank's line alone", async () => {
    const payout = await pay("100");
    expect(payout).toMatchObject({
      status: "REQUESTED",
      kind: "PAYOUT",
      quantity: 100,
      place: IBAN,
      askedBy: "staff:Ada",
    });
    expect(await balance("EUR")).toEqual(["400", "100"]);
    await expect(pay("400.01")).rejects.toEqual(code("INSUFFICIENT_FUNDS", /more than the 400/));
    await expect(approve(grace, { approvalId: payout.approvalId ?? "" })).rejects.toEqual(code("FORBIDDEN"));
    expect(await approved(payout)).toMatchObject({ status: "APPROVED" });
    const line = { payoutId: payout.payoutId, bankLineId: "line-1", place: "bank", units: 10_000n };
    await expect(confirmFiatPayout(world.ctx, { ...line, units: 9_999n })).rejects.toEqual(code("INVALID_STATE"));
    await expect(confirmFiatPayout(world.ctx, line)).rejects.toThrow(/a bank tells of a payout by a line/);
    const bank = (amount: string) =>
      playBank(hugo, { currency: "EUR", amount: Decimal.from(amount), reference: `${amount} ${payout.payoutId}` });
    await bank("-100");
    await expect(confirmFiatPayout(world.ctx, line)).rejects.toEqual(code("INVALID_STATE", /CONFIRMED/));
    const { data } = await listBankLines(hugo, {});
    const bankLineId = data.find((each) => each.payoutId === payout.payoutId)?.lineId ?? "";
    expect(await balance("EUR")).toEqual(["400", "0"]);
    const other = await approved(await pay("100"));
    await expect(confirmFiatPayout(world.ctx, { ...line, bankLineId, payoutId: other.payoutId })).rejects.toThrow(
      /payout_exit|Unique/,
    );
    await rejectPayout(hugo, { payoutId: other.payoutId, note: "asked twice" });
    await expect(returnFiatPayout(world.ctx, line)).rejects.toThrow(/a bank tells of a payout by a line/);
    await bank("100");
    expect(await now(payout.payoutId)).toMatchObject({ status: "FAILED", reason: "The bank has returned it." });
    expect(await balance("EUR")).toEqual(["500", "0"]);
    expect(await emittedTypes(payout.payoutId)).toEqual([
      "payout.requested",
      "payout.approved",
      "payout.confirmed",
      "payout.failed",
    ]);
    expect((await auditedOf(ada, payout.payoutId)).map(({ action }) => action)).toEqual([
      "payout.fail",
      "payout.confirm",
      "payout.approve",
      "payout.request",
    ]);
  });

  test.each<[string, string, (payout: Shown) => Promise<unknown>]>([
    ["declined", "REJECTED", ({ approvalId = "" }) => decline(hugo, { approvalId, note: "no" })],
    ["withdrawn", "CANCELLED", ({ approvalId = "" }) => withdraw(ada, { approvalId })],
    [
      "cancelled by another of the account",
      "CANCELLED",
      ({ payoutId }) => cancelPayout(grace, { payoutId, note: "no" }),
    ],
    [
      "not decided in time",
      "CANCELLED",
      async () => {
        await world.later(DAY + 1);
        await world.settle();
      },
    ],
  ])("that is %s gives back what it reserved", async (_how, status, end) => {
    for (const make of [() => pay("40"), () => payBtc("0.005")]) {
      const before = [await balance("EUR"), await balance("BTC")];
      const payout = await make();
      expect([await balance("EUR"), await balance("BTC")]).not.toEqual(before);
      await end(payout);
      expect(await now(payout.payoutId)).toMatchObject({ status });
      expect([await balance("EUR"), await balance("BTC")]).toEqual(before);
      await expect(approved(payout)).rejects.toEqual(code("INVALID_STATE"));
      expect((await emittedTypes(payout.payoutId)).at(-1)).toBe(`payout.${status.toLowerCase()}`);
    }
  });

  test.each(["BTC", "EUR"])(
    "of %s that is approved is not cancelled by the account, the house takes it back",
    async (asset) => {
      const { payoutId } = await approved(await (asset === "BTC" ? payBtc("0.003") : pay("30")));
      for (const who of [ada, grace])
        await expect(cancelPayout(who, { payoutId })).rejects.toEqual(code("INVALID_STATE", /APPROVED/));
      expect(shown(await rejectPayout(hugo, { payoutId, note: "not now" }))).toMatchObject({
        status: "REJECTED",
        reason: "not now",
        username: "acme",
      });
    },
  );

  test("of less than the network passes on is refused, which names the least, and reserves nothing", async () => {
    const before = await balance("BTC");
    await expect(payBtc("0.00000545")).rejects.toMatchObject({
      code: "BELOW_MINIMUM",
      detail: { errors: [{ field: "quantity" }], body: { minimum: Decimal.from("0.00000546") } },
    });
    expect(await balance("BTC")).toEqual(before);
    const { payoutId } = await payBtc("0.00000546");
    expect((await cancelPayout(ada, { payoutId })).text).toContain("CANCELLED");
  });

  test("goes to one of those that want the same at once, and is cancelled or approved, never both", async () => {
    const tries = await Promise.allSettled([1, 2, 3].map(() => pay("500")));
    const made = tries.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(made).toHaveLength(1);
    const [payout] = made;
    const { approvalId = "", payoutId = "" } = payout ?? {};
    const ends = await Promise.allSettled([
      withdraw(ada, { approvalId }),
      approve(hugo, { approvalId }),
      cancelPayout(grace, { payoutId }),
    ]);
    const { status } = await now(payoutId);
    expect(["APPROVED", "CANCELLED"]).toContain(status);
    expect(ends.some((each) => each.status === "fulfilled")).toBe(true);
    if (status === "APPROVED") await rejectPayout(hugo, { payoutId, note: "enough" });
    expect(await balance("EUR")).toEqual(["500", "0"]);
  });

  test("of a deposit that is reversed is cancelled before it; one on its way keeps it until its outcome is known", async () => {
    const bill = await world.bill({ strategy: "RAI", fiatReceivable: Decimal.from("60") });
    const txHash = await world.pay(bill, Decimal.from("0.001"));
    const of = { asset: "BTC" as const, beneficiaryId: address, paymentId: bill.paymentId };
    const waiting = await pay("0.0004", of);
    const going = await approved(await pay("0.0004", of));
    await payoutSeen(world.ctx, { payoutId: going.payoutId, txHash: "cc".repeat(32) });
    await reorganise(world.ctx, { network: "bitcoin", depth: 30, drop: [txHash] });
    await world.settle();
    expect(await now(waiting.payoutId)).toMatchObject({ status: "CANCELLED", reason: "DEPOSIT_REVERSED" });
    expect(await now(going.payoutId)).toMatchObject({ status: "BROADCAST" });
    expect((await world.payment(bill.paymentId)).quantityReserved).toBe(0.0004);
    // What is left of it is nobody's to sell or to pay out: it is about to be taken back.
    await expect(pay("0.0001", of)).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
    const sale = { baseSymbol: "BTC" as const, quoteSymbol: "EUR" as const, quantity: Decimal.from("0.0005") };
    await expect(createConversion(world.ctx, { ...sale, items: [{ paymentId: bill.paymentId }] })).rejects.toEqual(
      code("NOTHING_TO_CONVERT"),
    );
    // It takes no turn of those that wait for nothing any more, and after ten minutes a person is told.
    expect(await findReversalsDue(world.ctx, 10)).toEqual([]);
    const waits = async () => (await listCases(hugo, { kind: "REVERSAL_DUE" })).data;
    expect(await waits()).toEqual([]);
    await world.later(600_001);
    const [found] = await waits();
    expect(found).toMatchObject({ asset: "BTC", causeFacts: { network: "bitcoin", txHash, left: true, by: "acme" } });
    expect(found?.cause).toMatch(/0\.00100000 BTC of acme .* a signed payout has them, and are reversed once/);
    await carriedOut(world, going.payoutId, "cc".repeat(32));
    await payoutLeft(world.ctx, { payoutId: going.payoutId, txHash: "cc".repeat(32) });
    // What is sent again meanwhile, by another transaction, is paid by the one that a block has.
    await hugo.transaction((tx) => sendPayouts(tx, [going.payoutId], "dd".repeat(32)));
    expect(await now(going.payoutId)).toMatchObject({ status: "BROADCAST", txHash: "cc".repeat(32) });
    await world.settle();
    const [deposit] = (await world.payment(bill.paymentId)).deposits;
    expect(deposit).toMatchObject({ status: "DROPPED" });
    expect(await waits()).toEqual([]);
    // Another worker that had found it too finds nothing to do.
    expect(await reverseDue(world.ctx, deposit?.txId ?? "", async () => true)).toBe(false);
    const { data } = await getBalances(ada);
    expect(data.find(({ asset }) => asset === "BTC")?.owed.toString()).toBe("0.0004");
  });
});

describe("where an account has a beneficiary", () => {
  test("a payout names one, or how it was made elsewhere; what was made is only recorded", async () => {
    await expect(pay("1", { beneficiaryId: undefined })).rejects.toEqual(code("VALIDATION_FAILED", /is required/));
    await expect(pay("1", { asset: "BTC" })).rejects.toEqual(code("VALIDATION_FAILED", /takes EUR only/));
    const elsewhere = { asset: "EUR" as const, quantity: Decimal.from("1"), reference: "r", bankReference: "stmt 7" };
    expect(await payOrAsk(ada, elsewhere)).toMatchObject({ request: { what: "payout", status: "PENDING" } });
    const { request } = (await payOrAsk(ada, { ...elsewhere, beneficiaryId: bank })) as Waiting<ApprovalRecord>;
    expect(request.payout).toMatchObject({ beneficiaryId: bank, bankReference: "stmt 7", place: IBAN });
    // The account owes what the reversal took: two of the house agree.
    expect(await approve(hugo, { approvalId: request.approvalId })).toMatchObject({
      status: "PENDING",
      firstBy: "staff:Hugo",
    });
    const { payoutId = "" } = await approve(ida, { approvalId: request.approvalId });
    expect(await now(payoutId)).toMatchObject({ status: "RECORDED", beneficiaryId: bank, place: IBAN });
    await expect(cancelPayout(ada, { payoutId })).rejects.toEqual(code("NOT_FOUND"));
  });

  test("the lists show one's own to the account and all to the house, page after page", async () => {
    await pay("3");
    const first = await listPayouts(ada, { limit: 2 });
    expect(first.data).toHaveLength(2);
    const second = await listPayouts(ada, { limit: 2, startsAfter: first.startsAfter ?? "" });
    expect(JSON.stringify(second)).not.toContain(JSON.stringify(first.data[0]));
    const other = contextFor(world.app, { actor: ada.actor, account: world.other.account, requestId: "test" });
    expect(await listPayouts(other, {})).toMatchObject({ data: [], startsAfter: null });
    const { data } = await listPayouts(hugo, { status: "REQUESTED" });
    expect(data.map((each) => shown(each).username)).toContain("acme");
    const [mine] = data;
    const { payoutId } = shown(mine ?? {});
    expect(shown(await getPayout(hugo, { payoutId }))).toMatchObject({ payoutId, username: "acme" });
    await expect(getPayout(other, { payoutId })).rejects.toEqual(code("NOT_FOUND"));
  });
});
