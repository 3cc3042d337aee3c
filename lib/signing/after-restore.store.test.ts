import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { agree, asOwner } from "#e2e/world/agreed.ts";
import { writeOffSpend } from "#e2e/world/decided.ts";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { stateLostHoursOrAsk } from "#lib/approvals/lost-hours-or-ask.ts";
import { addDestinationOrAsk, askForMoveOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { askToPay, payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { readBalance } from "#lib/ledger/store.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import { sendableGas } from "#lib/moves/request-move.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { mineBlocks } from "#lib/sandbox/chain-controls.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { readTransfers } from "#lib/transfers/read-transfers.ts";
import { cancelPrepared } from "./end-prepared.ts";
import { prepareTransaction } from "./prepare.ts";
import { readPrepared } from "./read-prepared.ts";
import { sendDue, sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

// What was asked for before the database was restored may have left in the hours that it does not know: nothing pays it
// anew before the chain has told, and what did pay it is found to be its own.

const [PAID, VENUE] = ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"];
const WAITS = code("INVALID_STATE", /was restored, and this may have left since: it waits until a block of bitcoin/);
const MINUTE_MS = 60_000;

let world: World;
let hugo: Ctx;
let operator: Ctx;
let beneficiaryId: string;
let destinationId: string;
let units = 1_000;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  hugo = await personOfHouse(world, "Hugo");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  for (const quantity of ["0.3", "0.3", "0.4", "0.3", "0.4"]) await world.retained(quantity, { bech32: true });
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address: PAID }));
  const venue = { place: "venue:sandbox", asset: "BTC", address: VENUE, label: "stock" } as const;
  ({ destinationId } = (await addDestinationOrAsk(hugo, venue)) as { destinationId: string });
});
beforeEach(() =>
  asOwner(
    world.databaseUrl,
    "delete from lost_hours; update deployment set epoch = 1, restored_at = null, restored_clock = null, recovered_at = null",
  ),
);
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const restore = () =>
  asOwner(
    world.databaseUrl,
    "update deployment set epoch = 2, restored_at = business_now(), restored_clock = now(), recovered_at = business_now()",
  );
const settled = () => stateLostHoursOrAsk(hugo, { note: "every signer was asked" });
/** No two pay the same. */
const quantityOf = () => {
  units += 1;
  return Decimal.of(BigInt(units), 5);
};
const request = async (how: typeof payOrAsk | typeof askToPay, quantity: Decimal): Promise<PayoutRecord> => {
  const input = { asset: "BTC", quantity, reference: "out", beneficiaryId } as const;
  return JSON.parse(((await how(world.ctx, input)) as Raw<PayoutRecord>).text);
};
const payoutNow = async ({ payoutId }: { payoutId: string }): Promise<PayoutRecord> =>
  JSON.parse((await getPayout(world.ctx, { payoutId })).text);
const moveOf = async (quantity: Decimal, draft = false) =>
  (await requestMoveOrAsk(hugo, {
    ...({ kind: "TO_VENUE", from: "custody:bitcoin", to: "venue:sandbox", asset: "BTC", destinationId } as const),
    ...{ quantity, note: "stock", draft },
  })) as MoveRecord;
const prepare = (payoutIds: string[], moveIds: string[] = []) =>
  prepareTransaction(hugo, { network: "bitcoin", payoutIds, moveIds, feeRate: Decimal.from("5") });
const mine = async (count = 1) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};
const elsewhere = async (quantity: Decimal, to = PAID) => {
  const { txHash } = await spend(operator, { network: "bitcoin", asset: "BTC", quantity, to });
  await world.settle();
  return txHash;
};
const cases = async () => (await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data.length;
const missing = () => readBalance(operator, "house:missing", "BTC");

describe("what was approved before a restore", () => {
  test("is prepared once a block made after it has its confirmations, and says so until then", async () => {
    const payout = await request(payOrAsk, quantityOf());
    const move = await moveOf(quantityOf());
    expect(await payoutNow(payout)).not.toHaveProperty("mayHaveLeft");
    await restore();
    await expect(prepare([payout.payoutId])).rejects.toEqual(WAITS);
    await expect(prepare([], [move.moveId])).rejects.toEqual(WAITS);
    expect(await payoutNow(payout)).toMatchObject({ status: "APPROVED", mayHaveLeft: true });
    expect(await getMove(hugo, move)).toMatchObject({ status: "APPROVED", mayHaveLeft: true });
    await mine(CONFIRMATIONS.bitcoin - 1);
    await expect(prepare([payout.payoutId])).rejects.toEqual(WAITS);
    await mine();
    // The network has told; what was signed in the lost hours is known to nobody here (rulebook 13.36).
    await expect(prepare([payout.payoutId])).rejects.toEqual(code("LOST_HOURS_OPEN"));
    await expect(prepare([], [move.moveId])).rejects.toEqual(code("LOST_HOURS_OPEN"));
    expect(await payoutNow(payout)).toMatchObject({ status: "APPROVED", mayHaveLeft: true });
    expect(await getMove(hugo, move)).toMatchObject({ status: "APPROVED", mayHaveLeft: true });
    await settled();
    expect(await payoutNow(payout)).not.toHaveProperty("mayHaveLeft");
    expect((await getMove(hugo, move)).mayHaveLeft).toBeUndefined();
    const made = await prepare([payout.payoutId], [move.moveId]);
    await cancelPrepared(hugo, { ...made, note: "later" });
  });

  test("of ether as well", async () => {
    const { deposit_address: address } = await world.bill({ cryptoType: "USDC", fiat: "EUR" });
    const way = { kind: "GAS", from: "custody:eth", to: "custody:eth", asset: "ETH", note: "gas" } as const;
    const quantity = Decimal.from("0.01");
    const { moveId } = (await requestMoveOrAsk(hugo, { ...way, quantity, address })) as MoveRecord;
    const sendable = () => hugo.transaction((tx) => sendableGas(tx, moveId));
    expect(await sendable()).toMatchObject({ moveId, own: true });
    await restore();
    await expect(sendable()).rejects.toEqual(code("INVALID_STATE", /until a block of eth made after the restore/));
  });

  test("what is asked for afterwards waits for nothing", async () => {
    await restore();
    const { payoutId } = await request(payOrAsk, quantityOf());
    await cancelPrepared(hugo, { ...(await prepare([payoutId])), note: "later" });
  });

  test("stands in no file for a signer, and is neither taken nor sent, where it was prepared before", async () => {
    const [unsigned, signed, sent] = [quantityOf(), quantityOf(), quantityOf()];
    const made = [];
    for (const quantity of [unsigned, signed, sent])
      made.push(await prepare([(await request(payOrAsk, quantity)).payoutId]));
    const [first, second, third] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
    const texts = new Map<string, string>();
    for (const { preparedId } of made) texts.set(preparedId, (await signPrepared(operator, { preparedId })).signed);
    const take = ({ preparedId }: typeof first) =>
      takeSigned(hugo, { preparedId, signed: texts.get(preparedId) ?? "" });
    await take(second);
    const { txHash = "" } = await take(third);
    await sendPrepared(hugo, third);
    await asOwner(
      world.databaseUrl,
      `delete from sandbox_transfer where tx_hash = '${txHash}'; update prepared_transaction set next_try_at = business_now() where id = '${third.preparedId}'`,
    );
    await restore();
    await expect(readPrepared(hugo, first)).rejects.toEqual(WAITS);
    await expect(signPrepared(operator, first)).rejects.toEqual(WAITS);
    await expect(take(first)).rejects.toEqual(WAITS);
    await expect(sendPrepared(hugo, second)).rejects.toEqual(WAITS);
    await expect(
      prepareTransaction(hugo, { network: "bitcoin", replacesId: third.preparedId, feeRate: Decimal.from("9") }),
    ).rejects.toEqual(WAITS);
    expect(await sendDue(operator, 10)).toBe(0);
    await mine(CONFIRMATIONS.bitcoin);
    await take(first);
    await sendPrepared(hugo, first);
    await sendPrepared(hugo, second);
    await world.settle();
    await mine(3);
    expect(await cases()).toBe(0);
  });

  test("and left in the hours that are lost, has left", async () => {
    const [quantity, ofMove] = [quantityOf(), quantityOf()];
    const payout = await request(payOrAsk, quantity);
    const move = await moveOf(ofMove);
    await restore();
    const txHash = await elsewhere(quantity);
    await elsewhere(ofMove, VENUE);
    expect(await payoutNow(payout)).toMatchObject({ status: "BROADCAST", txHash });
    await mine(3);
    expect(await payoutNow(payout)).toMatchObject({ status: "CONFIRMED", txHash });
    expect(await getMove(hugo, move)).toMatchObject({ status: "SENT" });
    await expect(prepare([payout.payoutId])).rejects.toEqual(code("INVALID_STATE", /CONFIRMED/));
    expect([await cases(), await missing()]).toEqual([0, 0n]);
  });
});

describe("what was asked for before a restore, and approved and sent in the hours that are lost", () => {
  test("is a case, and its own payout's once that is approved", async () => {
    const quantity = quantityOf();
    const payout = await request(askToPay, quantity);
    await restore();
    const txHash = await elsewhere(quantity);
    expect([await payoutNow(payout), await cases()]).toMatchObject([{ status: "REQUESTED", mayHaveLeft: true }, 1]);
    const early = code("INVALID_STATE", new RegExp(`was seen, and no block has it yet: ${txHash}`));
    await expect(agree(world.app, payout.approvalId ?? "")).rejects.toEqual(early);
    await mine();
    expect(await missing()).toBe(quantity.floorUnits(8));
    await agree(world.app, payout.approvalId ?? "");
    expect(await payoutNow(payout)).toMatchObject({ status: "BROADCAST", txHash });
    await world.settle();
    expect([await cases(), await missing()]).toEqual([0, 0n]);
    await mine(3);
    expect(await payoutNow(payout)).toMatchObject({ status: "CONFIRMED", txHash });
  });

  test("as well where it has all its confirmations before it is approved; another of that sum is paid", async () => {
    const quantity = quantityOf();
    const [first, second] = [await request(askToPay, quantity), await request(askToPay, quantity)];
    await restore();
    const txHash = await elsewhere(quantity);
    await mine(4);
    await agree(world.app, first.approvalId ?? "");
    await agree(world.app, second.approvalId ?? "");
    await world.settle();
    expect(await payoutNow(first)).toMatchObject({ status: "CONFIRMED", txHash });
    expect(await payoutNow(second)).toMatchObject({ status: "APPROVED" });
    expect([await cases(), await missing()]).toEqual([0, 0n]);
    await settled();
    // Taken back from the signer, what a second person agreed to is approved as before.
    await cancelPrepared(hugo, { ...(await prepare([second.payoutId])), note: "later" });
    expect(await payoutNow(second)).toMatchObject({ status: "APPROVED" });
  });

  test("is its own move's once that is approved", async () => {
    const quantity = quantityOf();
    const draft = await moveOf(quantity, true);
    await restore();
    await elsewhere(quantity, VENUE);
    await mine(3);
    expect([await getMove(hugo, draft), await cases()]).toMatchObject([{ status: "DRAFT" }, 1]);
    await askForMoveOrAsk(hugo, draft);
    await world.settle();
    expect([await getMove(hugo, draft), await cases(), await missing()]).toMatchObject([{ status: "SENT" }, 0, 0n]);
  });

  test("what left is not the payout's own that was asked for after the restore: all of its asset waits until it is decided", async () => {
    const [quantity, elsewherePaid] = [quantityOf(), "bc1q2c09pl5m6txzmvn43azg5flufwj7hmrflqt850"];
    await restore();
    const [same, other] = [await request(payOrAsk, quantity), await request(payOrAsk, quantityOf())];
    await cancelPrepared(hugo, { ...(await prepare([other.payoutId])), note: "later" });
    // The payer has opened the link again, and named another address: neither sum nor destination tells.
    const txHash = await elsewhere(quantity, elsewherePaid);
    const undecided = code("LEFT_UNEXPLAINED", new RegExp(`nothing explains, and that may be this payment: ${txHash}`));
    await expect(prepare([same.payoutId])).rejects.toEqual(undecided);
    await expect(prepare([other.payoutId])).rejects.toEqual(undecided);
    await mine(3);
    expect([await payoutNow(same), await cases()]).toMatchObject([{ status: "APPROVED" }, 1]);
    await expect(prepare([same.payoutId, other.payoutId])).rejects.toEqual(undecided);
    await writeOffSpend(hugo);
    await cancelPrepared(hugo, { ...(await prepare([same.payoutId, other.payoutId])), note: "later" });
  });

  test("what leaves more than a day after the statement holds what it pays exactly, and nothing else", async () => {
    const quantity = quantityOf();
    await restore();
    await settled();
    await world.later(24 * 3_600_000 - MINUTE_MS);
    const other = await request(payOrAsk, quantityOf());
    await elsewhere(quantityOf());
    const undecided = code("LEFT_UNEXPLAINED", /nothing explains, and that may be this payment/);
    await expect(prepare([other.payoutId])).rejects.toEqual(undecided);
    await mine(3);
    await writeOffSpend(hugo);
    await world.later(MINUTE_MS);
    await elsewhere(quantity);
    const same = await request(payOrAsk, quantity);
    await cancelPrepared(hugo, { ...(await prepare([other.payoutId])), note: "later" });
    await expect(prepare([same.payoutId])).rejects.toEqual(undecided);
    await mine(3);
    await writeOffSpend(hugo);
  });
});

test("a move out of a venue says so until the venue has answered", async () => {
  const input = {
    kind: "CAPITAL_OUT",
    from: "venue:sandbox",
    asset: "BTC",
    quantity: quantityOf(),
    note: "x",
  } as const;
  const owner = { place: "owner", asset: "BTC", address: PAID, label: "owner" } as const;
  const listed = (await addDestinationOrAsk(hugo, owner)) as { destinationId: string };
  const move = (await requestMoveOrAsk(hugo, { ...input, destinationId: listed.destinationId })) as MoveRecord;
  await restore();
  expect((await getMove(hugo, move)).mayHaveLeft).toBe(true);
  // What a venue answers is noted twice a minute.
  await world.later(30_000);
  await readTransfers(contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" }));
  expect((await getMove(hugo, move)).mayHaveLeft).toBeUndefined();
});
