import { afterAll, beforeAll, expect, test } from "vitest";
import { carriedOut } from "#e2e/world/carried-out.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import type { PayoutRecord } from "./contract.ts";
import { payoutExpected, payoutFinal, payoutGone, payoutLeft, payoutSeen } from "./leave-payout.ts";

const LATE = 25 * 60_000;
const [TX, OTHER, THIRD, AGAIN] = ["aa".repeat(32), "bb".repeat(32), "cc".repeat(32), "dd".repeat(32)];
/** As deep as any one payment is buried. */
const DEPTH = 30;

let world: World;
let bills: string[];
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  bills = [];
  for (const quantity of ["0.1", "0.15", "0.05"]) {
    const bill = await world.bill();
    await world.later(LATE);
    await world.pay(bill, Decimal.from(quantity));
    bills.push(bill.paymentId);
  }
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

async function books() {
  const rows = await world.ctx.db.$queryRawUnsafe<{ name: string; units: string }[]>(
    `select case when code like 'acc:%' then split_part(code, ':', 3) else code end as name, sum(balance)::text as units
     from ledger_account where asset = 'BTC' group by 1`,
  );
  const of = (name: string) => Number(rows.find((row) => row.name === name)?.units ?? 0) / 1e8;
  return [of("custody:bitcoin"), of("available"), of("reserved"), of("house:network-fee")];
}
const keys = async () =>
  (
    await world.ctx.db.$queryRawUnsafe<{ key: string }[]>(
      "select effect_key as key from ledger_transaction where event in ('payout.left', 'payout.back') order by tx",
    )
  ).map(({ key }) => key.split(":").slice(2).join(":"));
const emittedTypes = async () =>
  (
    await world.ctx.db.$queryRawUnsafe<{ type: string }[]>(
      "select type from event where type like 'payout.%' order by tx, seq",
    )
  ).map(({ type }) => type);
async function deposits() {
  const found = await Promise.all(bills.map((id) => world.payment(id)));
  return found.map(({ quantityReceived, quantityUnconverted, quantityReserved, quantityPaidOut, deposits: [one] }) => {
    expect(one).toMatchObject({ quantityUnconverted, quantityReserved, quantityPaidOut });
    expect(quantityReceived).toBeCloseTo(Number(quantityUnconverted) + Number(quantityPaidOut), 10);
    return [quantityUnconverted, quantityReserved, quantityPaidOut];
  });
}

test("a payout goes, vanishes, is replaced and stays: the figures and keys of example 23", async () => {
  expect(await books()).toEqual([0.3, 0.3, 0, 0]);
  const to = await makeBeneficiary(world.ctx, {
    name: "Acme Trading",
    asset: "BTC",
    address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  });
  expect(to).toMatchObject({ status: "ACTIVE", held: false });
  const requested = (await payOrAsk(world.ctx, {
    asset: "BTC",
    quantity: Decimal.from("0.2"),
    reference: "payout-23",
    beneficiaryId: to.beneficiaryId,
  })) as Raw<PayoutRecord>;
  const { payoutId, ...record } = JSON.parse(requested.text);
  expect(record).toMatchObject({ kind: "PAYOUT", status: "APPROVED", quantity: 0.2, place: to.address });
  expect(await books()).toEqual([0.3, 0.1, 0.2, 0]);
  expect(await deposits()).toEqual([
    [0.1, 0.1, 0],
    [0.15, 0.1, 0],
    [0.05, 0, 0],
  ]);
  const convert = createConversion(world.ctx, {
    baseSymbol: "BTC",
    quoteSymbol: "EUR",
    quantity: Decimal.from("0.1"),
    items: [{ paymentId: bills[0] ?? "" }],
  });
  await expect(convert).rejects.toMatchObject({ code: "NOTHING_TO_CONVERT" });
  expect(await payoutExpected(world.ctx, "bitcoin")).toMatchObject([{ payoutId, units: 20_000_000n, asset: "BTC" }]);

  await payoutSeen(world.ctx, { payoutId, txHash: TX });
  await carriedOut(world, payoutId, TX);
  expect(await books()).toEqual([0.3, 0.1, 0.2, 0]);
  expect(await payoutLeft(world.ctx, { payoutId, txHash: TX, feeUnits: 1_000n })).toBe(true);
  expect(await payoutLeft(world.ctx, { payoutId, txHash: TX, feeUnits: 1_000n })).toBe(false);
  expect(await books()).toEqual([0.09999, 0.1, 0, 0.00001]);
  const paid = [
    [0, 0, 0.1],
    [0.05, 0, 0.1],
    [0.05, 0, 0],
  ];
  expect(await deposits()).toEqual(paid);
  expect(await world.broken()).toEqual([]);

  expect(await payoutGone(world.ctx, { payoutId, txHash: TX })).toBe(true);
  expect(await books()).toEqual([0.3, 0.1, 0.2, 0]);
  expect(await world.broken()).toEqual([]);

  await payoutSeen(world.ctx, { payoutId, txHash: OTHER });
  await carriedOut(world, payoutId, OTHER);
  await payoutLeft(world.ctx, { payoutId, txHash: OTHER, feeUnits: 2_500n });
  expect(await books()).toEqual([0.099975, 0.1, 0, 0.000025]);
  await payoutFinal(world.ctx, { payoutId, txHash: OTHER });
  expect(await deposits()).toEqual(paid);
  expect(await books()).toEqual([0.099975, 0.1, 0, 0.000025]);
  expect(await keys()).toEqual([`${TX}:1`, `${TX}:1:reversed`, `${OTHER}:1`]);
  expect(await emittedTypes()).toEqual(["payout.requested", "payout.approved", "payout.broadcast", "payout.confirmed"]);
});

test("the same transaction come back takes the key with 2", async () => {
  const [to] = await world.ctx.db.beneficiary.findMany({ select: { id: true } });
  const requested = await payOrAsk(world.ctx, {
    asset: "BTC",
    quantity: Decimal.from("0.01"),
    reference: "again",
    beneficiaryId: to?.id,
  });
  const { payoutId } = JSON.parse((requested as Raw<PayoutRecord>).text);
  await carriedOut(world, payoutId, AGAIN);
  await payoutLeft(world.ctx, { payoutId, txHash: AGAIN });
  await payoutGone(world.ctx, { payoutId, txHash: AGAIN });
  await payoutLeft(world.ctx, { payoutId, txHash: AGAIN });
  expect((await keys()).slice(3)).toEqual([`${AGAIN}:1`, `${AGAIN}:1:reversed`, `${AGAIN}:2`]);
});

test("a payout whose transaction is gone takes none of its deposits again before all of them stand", async () => {
  const [to] = await world.ctx.db.beneficiary.findMany({ select: { id: true } });
  const input = { asset: "BTC", quantity: Decimal.from("0.06"), reference: "two", beneficiaryId: to?.id } as const;
  const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<PayoutRecord>).text);
  const [, stands = "", lost = ""] = bills;
  expect((await deposits()).map(([, reserved]) => reserved)).toEqual([0, 0.04, 0.02]);
  await carriedOut(world, payoutId, THIRD);
  await payoutLeft(world.ctx, { payoutId, txHash: THIRD });
  const [deposit] = (await world.payment(lost)).deposits;
  const txHash = deposit?.txHash ?? "";
  await reorganise(world.ctx, { network: "bitcoin", depth: DEPTH, drop: [txHash] });
  await world.settle();
  expect((await world.payment(lost)).deposits[0]).toMatchObject({ status: "DROPPED" });
  const before = await books();
  expect(await payoutGone(world.ctx, { payoutId, txHash: THIRD })).toBe(false);
  expect(await books()).toEqual(before);
  expect((await world.payment(stands)).quantityReserved).toBe(0);
  await world.ctx.db
    .$executeRaw`update sandbox_transfer set state = 'MEMPOOL', gone_reason = null where tx_hash = ${txHash}`;
  await world.settle();
  await mineBlocks(world.ctx, { network: "bitcoin", count: DEPTH });
  await world.settle();
  expect(await payoutGone(world.ctx, { payoutId, txHash: THIRD })).toBe(true);
  expect((await deposits()).map(([, reserved]) => reserved)).toEqual([0, 0.04, 0.02]);
});
