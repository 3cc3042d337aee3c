import { afterAll, beforeAll, expect, test } from "vitest";
import { setAgreed } from "#e2e/world/agreed.ts";
import { code, personOfHouse, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";

// A chain takes back a deposit, and then the payout that was paid from it (rulebook 13.6).

const PAID = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

let world: World;
let ada: Ctx;
let operator: Ctx;
let beneficiaryId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  ada = await personOfHouse(world, "Ada");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address: PAID }));
});
afterAll(() => world.close());

const balances = (...names: string[]) =>
  Promise.all(names.map((name) => balanceOf(operator, name.replace("acc", `acc:${world.ctx.account?.id}`), "BTC")));
const BOOKS = [
  "custody:bitcoin",
  "acc:available",
  "acc:reserved",
  "acc:owed",
  "house:network-fee",
  "house:missing",
] as const;
const DAY = 86_400_000;
const note = "by the chain's own blocks";
const subjects = async () => (await listCases(ada, { kind: "NOT_PAID" })).data;
/** Another transaction has spent the same coins, and the chain is followed on. */
const spentOtherwise = async (depth: number, lost = "") => {
  await reorganise(operator, { network: "bitcoin", depth, doubleSpend: [lost] });
  await world.settle();
};
const mine = async (count: number) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};

test("stands as gone, and is a case, until the deposit is back: then it is reserved again by itself", async () => {
  await mine(30);
  // Other coins are there for what has left, whatever becomes of this deposit.
  await world.retained("0.5");
  const { paymentId } = await world.retained("0.3");
  const input = { asset: "BTC", quantity: Decimal.from("0.2"), reference: "out", beneficiaryId, paymentId } as const;
  const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<{ payoutId: string }>).text);
  const quantity = Decimal.from("0.2");
  const { txHash } = await spend(operator, { network: "bitcoin", asset: "BTC", quantity, to: PAID });
  await mine(3);
  const state = async () => {
    const { status, isOut } = await world.ctx.db.payout.findUniqueOrThrow({ where: { id: payoutId } });
    return [status, isOut];
  };
  expect(await state()).toEqual(["CONFIRMED", true]);
  const [deposit] = (await world.payment(paymentId)).deposits;
  const lost = deposit?.txHash ?? "";
  await reorganise(operator, { network: "bitcoin", depth: 30, drop: [lost] });
  await world.settle();
  expect((await world.payment(paymentId)).deposits[0]).toMatchObject({ status: "DROPPED" });
  expect(await state()).toEqual(["CONFIRMED", true]);
  await reorganise(operator, { network: "bitcoin", depth: 40, drop: [txHash] });
  await world.settle();
  expect(await state()).toEqual(["CONFIRMED", true]);
  const cases = async () => (await listCases(ada, { kind: "NOT_PAID" })).data;
  await world.later(11 * 60_000);
  expect(await cases()).toMatchObject([{ causeFacts: { txHash }, cause: expect.stringContaining("in no block") }]);
  await world.ctx.db
    .$executeRaw`update sandbox_transfer set state = 'MEMPOOL', gone_reason = null where tx_hash = ${lost}`;
  await world.settle();
  await mine(3);
  expect(await state()).toEqual(["BROADCAST", false]);
  expect(await cases()).toEqual([]);
  expect(await world.broken()).toEqual([]);
});

test("gone for good with its deposit, it is void: it has failed, and nothing of that deposit is owed", async () => {
  await mine(60);
  await world.retained("0.5");
  const { paymentId } = await world.retained("0.3");
  const quantity = Decimal.from("0.21");
  const input = { asset: "BTC", quantity, reference: "out", beneficiaryId, paymentId } as const;
  const before = await balances(...BOOKS);
  const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<{ payoutId: string }>).text);
  const { txHash } = await spend(operator, { network: "bitcoin", asset: "BTC", quantity, to: PAID });
  await mine(3);
  const [deposit] = (await world.payment(paymentId)).deposits;
  await spentOtherwise(40, deposit?.txHash);
  await spentOtherwise(60, txHash);
  const wanted = { kind: "VOID", subjectId: payoutId, note } as const;
  await world.later(DAY - 60_000);
  expect(await subjects()).toMatchObject([{ cause: expect.stringContaining("a deposit that it was paid from") }]);
  await expect(resolveOrAsk(ada, wanted)).rejects.toEqual(code("INVALID_STATE", /for a day/));
  await world.later(2 * 60_000);
  expect(await subjects()).toMatchObject([
    { causeFacts: { txHash, spent: true }, cause: expect.stringContaining("void it here") },
  ]);
  const made = await resolveOrAsk(ada, wanted);
  expect(made).toMatchObject({ kind: "VOID", subject: "PAYOUT", account: "acme", reference: txHash });
  const [custody = 0n, available = 0n, ...others] = before;
  // The deposit is gone, less its fee of 0.5 %, and all that was paid of it is in custody.
  expect(await balances(...BOOKS)).toEqual([custody - 30_000_000n, available - 29_850_000n, ...others]);
  const row = await world.ctx.db.payout.findUniqueOrThrow({ where: { id: payoutId } });
  expect([row.status, row.isOut, row.reason]).toEqual(["FAILED", false, note]);
  expect([await subjects(), await world.broken()]).toEqual([[], []]);
  await expect(resolveOrAsk(ada, wanted)).rejects.toEqual(code("INVALID_STATE", /neither a payout/));
  // The deposit comes after all: all of it is the account's.
  await world.ctx.db
    .$executeRaw`update sandbox_transfer set state = 'MEMPOOL', gone_reason = null where tx_hash = ${deposit?.txHash}`;
  await world.settle();
  await mine(3);
  expect([await balances(...BOOKS), await world.broken()]).toEqual([before, []]);
});

test("one that was recorded as made by it is void likewise; two agree, and what comes after all has left without leave", async () => {
  await mine(60);
  await world.retained("0.4");
  const quantity = Decimal.from("0.22");
  const { txHash } = await spend(operator, { network: "bitcoin", asset: "BTC", quantity, to: PAID });
  await mine(3);
  const before = await balances(...BOOKS);
  const payout = JSON.parse(
    (await recordPayout(world.ctx, { asset: "BTC", quantity, reference: "by hand", txHash })).text,
  );
  const { payoutId } = payout as { payoutId: string };
  await spentOtherwise(60, txHash);
  await world.later(DAY + 60_000);
  expect(await subjects()).toMatchObject([{ causeFacts: { txHash, booked: true, spent: true } }]);
  await setAgreed(world.ctx, { secondPerson: "always" });
  const grace = await personOfHouse(world, "Grace");
  const request = waits(await resolveOrAsk(ada, { kind: "VOID", subjectId: payoutId, note }));
  expect(request.request).toMatchObject({ kind: "VOID", account: "acme", asset: "BTC", quantity: "0.22" });
  const raw = `update payout set status = 'FAILED', is_out = false where id = '${payoutId}'`;
  await expect(world.app.database.pool.query(raw)).rejects.toThrow("stays as it was asked for");
  await approve(grace, request);
  await setAgreed(world.ctx, { secondPerson: "default" });
  // All of it is there again, as it was before the transaction left: what was missing of it is not any more.
  const [custody = 0n, ...others] = await balances(...BOOKS);
  expect(others).toEqual([...before.slice(1, -2), 0n, 0n]);
  expect([await subjects(), await world.broken()]).toEqual([[], []]);
  await world.ctx.db
    .$executeRaw`update sandbox_transfer set state = 'MEMPOOL', gone_reason = null where tx_hash = ${txHash}`;
  await world.settle();
  await mine(3);
  expect(await balances(...BOOKS)).toEqual(before);
  expect(custody).toBeGreaterThan(before[0] ?? 0n);
  expect((await listCases(ada, { kind: "UNKNOWN_SPEND" })).data).toMatchObject([{ causeFacts: { txHash } }]);
  expect(await world.broken()).toEqual([]);
});
