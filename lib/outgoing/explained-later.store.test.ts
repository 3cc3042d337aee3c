import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { asOwner, setAgreed } from "#e2e/world/agreed.ts";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { payOrAsk, rejectPayout } from "#lib/approvals/payout-or-ask.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { readAddress } from "#lib/beneficiaries/address.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { readBalance } from "#lib/ledger/store.ts";
import { listDestinations } from "#lib/moves/destinations.ts";
import { linkOutgoing } from "#lib/moves/link-outgoing.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { cancelPrepared } from "#lib/signing/end-prepared.ts";
import { prepareTransaction } from "#lib/signing/prepare.ts";

// One transaction pays several things, and the reason for some is known only after the others have left: those stay as they are.

const [PAID, VENUE] = ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"];

let world: World;
let ada: Ctx;
let ben: Ctx;
let operator: Ctx;
let beneficiaryId: string;
let venueId: string;
let destinationId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  ada = await personOfHouse(world, "Ada");
  ben = await personOfHouse(world, "Ben");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  for (const quantity of ["0.3", "0.3", "0.4"]) await world.retained(quantity);
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address: PAID }));
  ({ beneficiaryId: venueId } = await makeBeneficiary(world.ctx, { name: "Other", asset: "BTC", address: VENUE }));
  const place = { place: venue(), asset: "BTC", address: VENUE, label: "ours" } as const;
  await addDestinationOrAsk(ada, place);
  destinationId = (await listDestinations(ada)).data.find(({ address }) => address === VENUE)?.destinationId ?? "";
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

/** One transaction that pays both, and its change. */
async function payBoth(first: string, second: string, to = PAID): Promise<string> {
  const of = { network: "bitcoin", asset: "BTC" } as const;
  const { txHash } = await spend(operator, { ...of, quantity: Decimal.from(first).plus(Decimal.from(second)), to });
  const [units, rest] = [first, second].map((each) => Decimal.from(each).toUnits(8)?.toString());
  await world.app.database.pool.query(
    `insert into sandbox_transfer select (jsonb_populate_record(t, jsonb_build_object('output_index', 2, 'quantity_units', $2::text,
        'address', $3::text, 'script', $4::text))).* from sandbox_transfer t where tx_hash = $1 and output_index = 0`,
    [txHash, rest, VENUE, readAddress("bitcoin", VENUE)?.script],
  );
  await world.ctx.db
    .$executeRaw`update sandbox_transfer set quantity_units = ${units}::numeric where tx_hash = ${txHash} and output_index = 0`;
  return txHash;
}
const mine = async (count = 1) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};
const cases = async () => (await listCases(ada, { kind: "UNKNOWN_SPEND" })).data;
const BOOKS = ["custody:bitcoin", "house:missing", "house:network-fee", "transit"] as const;
const books = () =>
  Promise.all(BOOKS.map(async (code) => amountOf("BTC", await readBalance(operator, code, "BTC")).toString()));
/** How the books have moved since. */
const since = async (before: readonly string[]) =>
  (await books()).map((now, at) =>
    Decimal.from(now)
      .minus(Decimal.from(before[at] ?? "0"))
      .toString(),
  );
const payout = async (quantity: string, to = beneficiaryId): Promise<string> => {
  const input = { asset: "BTC", quantity: Decimal.from(quantity), reference: "out", beneficiaryId: to } as const;
  return JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<{ payoutId: string }>).text).payoutId;
};
const venue = () => `venue:${world.app.venue.name}`;
async function move(quantity: string): Promise<string> {
  const input = { kind: "TO_VENUE", from: "custody:bitcoin", to: venue(), asset: "BTC", note: "stock" } as const;
  const asked = await requestMoveOrAsk(ada, { ...input, quantity: Decimal.from(quantity), destinationId });
  return (asked as { moveId: string }).moveId;
}
/** A person says that what is missing of a transaction was that move. */
async function link(txHash: string, moveId: string): Promise<void> {
  const [seen] = await world.ctx.db.outgoingAmount.findMany({ where: { outgoing: { txHash } } });
  await ben.transaction((tx) => linkOutgoing(tx, { subjectId: seen?.id ?? "", moveId }));
}
const moveStatusOf = async (moveId: string) =>
  (await world.ctx.db.move.findUniqueOrThrow({ where: { id: moveId } })).status;
const statusOf = async (payoutId: string) =>
  (await world.ctx.db.payout.findUniqueOrThrow({ where: { id: payoutId } })).status;

test("a payout stays confirmed and booked once where the rest of its transaction is recorded", async () => {
  const before = await books();
  const payoutId = await payout("0.1");
  const txHash = await payBoth("0.1", "0.05");
  await mine(3);
  expect(await since(before)).toEqual(["-0.15001", "0.05", "0.00001", "0"]);
  expect([await statusOf(payoutId), (await cases()).length]).toEqual(["CONFIRMED", 1]);
  await recordPayout(world.ctx, { asset: "BTC", quantity: Decimal.from("0.05"), reference: "by hand", txHash });
  await world.settle();
  expect(await since(before)).toEqual(["-0.15001", "0", "0.00001", "0"]);
  expect([await statusOf(payoutId), await cases()]).toEqual(["CONFIRMED", []]);
});

test.each(["of the lost hours", "that nobody waited for"])(
  "payouts of one transaction %s are agreed to one by one",
  async (when) => {
    await setAgreed(world.ctx, { secondPerson: "always" });
    const before = await books();
    const ids = [await payout("0.02"), await payout("0.03", venueId)];
    if (when === "of the lost hours")
      await asOwner(
        world.databaseUrl,
        "update deployment set epoch = 2, restored_at = business_now(), recovered_at = business_now()",
      );
    await payBoth("0.02", "0.03");
    await mine(3);
    expect(await since(before)).toEqual(["-0.05001", "0.05", "0.00001", "0"]);
    for (const id of ids) {
      const { approvalId } = await world.ctx.db.payout.findUniqueOrThrow({ where: { id } });
      await approve(ada, { approvalId: approvalId ?? "" });
      await world.settle();
      expect(await world.broken()).toEqual([]);
    }
    expect(await since(before)).toEqual(["-0.05001", "0", "0.00001", "0"]);
    expect([await Promise.all(ids.map(statusOf)), await cases()]).toEqual([["CONFIRMED", "CONFIRMED"], []]);
    await asOwner(world.databaseUrl, "update deployment set epoch = 1, restored_at = null, recovered_at = null");
    await setAgreed(world.ctx, { secondPerson: "default" });
  },
);

test("the fee stands where it is booked once the rest is linked to a move", async () => {
  const before = await books();
  const payoutId = await payout("0.02");
  const txHash = await payBoth("0.02", "0.06");
  await mine();
  expect(await since(before)).toEqual(["-0.08001", "0.06", "0.00001", "0"]);
  await link(txHash, await move("0.06"));
  await world.settle();
  expect(await since(before)).toEqual(["-0.08001", "0", "0.00001", "0.06"]);
  await mine(2);
  expect([await statusOf(payoutId), await cases()]).toEqual(["CONFIRMED", []]);
});

test("a block that goes before the rest is posted anew takes all of it along", async () => {
  const before = await books();
  const first = await move("0.02");
  const txHash = await payBoth("0.02", "0.06", VENUE);
  await mine();
  expect(await since(before)).toEqual(["-0.08001", "0.06", "0.00001", "0.02"]);
  const second = await move("0.06");
  await link(txHash, second);
  await reorganise(operator, { network: "bitcoin", depth: 1, drop: [txHash] });
  await world.settle();
  expect(await since(before)).toEqual(["0", "0", "0", "0"]);
  expect([await moveStatusOf(first), await moveStatusOf(second)]).toEqual(["APPROVED", "APPROVED"]);
});

test("what has left is asked of custody once: the rest is linked however little stays", async () => {
  const before = await books();
  await payout("0.3");
  const txHash = await payBoth("0.3", "0.35");
  await mine();
  await link(txHash, await move("0.35"));
  await world.settle();
  expect(await since(before)).toEqual(["-0.65001", "0", "0.00001", "0.35"]);
  await reorganise(operator, { network: "bitcoin", depth: 1, drop: [txHash] });
  await world.settle();
  expect(await since(before)).toEqual(["0", "0", "0", "0"]);
});

test("what has left for where it goes, of as much, is prepared once somebody has said what that was", async () => {
  const [of, amount] = [{ network: "bitcoin", asset: "BTC" } as const, "0.012"];
  const { txHash } = await spend(operator, { ...of, quantity: Decimal.from(amount), to: PAID });
  await world.settle();
  const payoutId = await payout(amount);
  const other = await payout("0.013");
  const undecided = code("LEFT_UNEXPLAINED", new RegExp(`may be this payment: ${txHash}`));
  const prepare = (payoutIds: string[], moveIds: string[] = []) =>
    prepareTransaction(ada, { network: "bitcoin", payoutIds, moveIds });
  await expect(prepare([payoutId])).rejects.toEqual(undecided);
  await mine(3);
  await expect(prepare([other, payoutId])).rejects.toEqual(undecided);
  await cancelPrepared(ada, { ...(await prepare([other])), note: "later" });
  // It was this one: taken back, and recorded by its transaction.
  await rejectPayout(ada, { payoutId, note: "sent by hand" });
  await recordPayout(world.ctx, { asset: "BTC", quantity: Decimal.from(amount), reference: "by hand", txHash });
  await world.settle();
  expect(await cases()).toEqual([]);
  await cancelPrepared(ada, { ...(await prepare([await payout(amount)])), note: "later" });
  // The same of a move.
  await spend(operator, { ...of, quantity: Decimal.from(amount), to: VENUE });
  await mine(3);
  const moveId = await move(amount);
  await expect(prepare([], [moveId])).rejects.toEqual(code("LEFT_UNEXPLAINED"));
  await link((await cases())[0]?.causeFacts.txHash ?? "", moveId);
  await world.settle();
  expect([await moveStatusOf(moveId), await cases()]).toEqual(["SENT", []]);
});
