import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { code, moversOf } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { silence } from "#e2e/world/venue-reports.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";
import type { MoveRecord } from "./contract.ts";
import { linkMove } from "./link-move.ts";
import { getMove } from "./read-moves.ts";

// Coins that leave custody for an approved move are that move, by what the chain tells; all else is a case.

const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
let world: World;
let ada: Ctx;
let grace: Ctx;
let operator: Ctx;
let venue: string;
let destinationId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  for (let n = 0; n < 6; n += 1) await world.retained("0.2");
  ({ ada, grace, operator, venue } = await moversOf(world));
  const made = await addDestinationOrAsk(ada, { place: venue, asset: "BTC", address: ADDRESS, label: "Stock" });
  destinationId = (made as { destinationId: string }).destinationId;
});
beforeEach(() => world.price("BTC", "EUR", "60000"));
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const move = async (quantity: string) => {
  const way = { kind: "TO_VENUE" as const, from: "custody:bitcoin", to: venue, asset: "BTC" as const, destinationId };
  return (await requestMoveOrAsk(ada, { ...way, quantity: Decimal.from(quantity), note: "stock" })) as MoveRecord;
};
const send = async (quantity: string, to = ADDRESS) =>
  (await spend(operator, { network: "bitcoin", asset: "BTC", quantity: Decimal.from(quantity), to })).txHash;
const mine = async (count = 1) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};
const now = async () => ({
  custody: await balanceOf(operator, "custody:bitcoin", "BTC"),
  transit: await balanceOf(operator, "transit", "BTC"),
  missing: await balanceOf(operator, "house:missing", "BTC"),
  fee: await balanceOf(operator, "house:network-fee", "BTC"),
});
const cases = async () => (await listCases(grace, { kind: "UNKNOWN_SPEND" })).data.length;

test("a move leaves by the transaction that pays its destination, goes back with the block, and arrives by the venue's word", async () => {
  const { moveId } = await move("0.1");
  const before = await now();
  const txHash = await send("0.1");
  await world.settle();
  expect([await cases(), (await getMove(ada, { moveId })).status]).toEqual([0, "APPROVED"]);
  await mine();
  const left = await now();
  expect(left).toEqual({
    custody: before.custody - 10_000_000n - (left.fee - before.fee),
    transit: before.transit + 10_000_000n,
    missing: before.missing,
    fee: before.fee + 1_000n,
  });
  expect(await getMove(ada, { moveId })).toMatchObject({ status: "SENT", facts: [{ source: "CHAIN", proof: txHash }] });
  await reorganise(operator, { network: "bitcoin", depth: 1, drop: [] });
  await world.settle();
  expect(await getMove(ada, { moveId })).toMatchObject({ status: "SENT" });
  await reorganise(operator, { network: "bitcoin", depth: 2, drop: [txHash] });
  await world.settle();
  expect([await now(), (await getMove(ada, { moveId })).status]).toEqual([before, "APPROVED"]);
  await send("0.1");
  await mine(3);
  expect((await getMove(ada, { moveId })).status).toBe("SENT");
  const link = { moveId, side: "ARRIVED" as const, proof: "QGB1", quantity: Decimal.from("0.1"), note: "compared" };
  await expect(linkMove(ada, link)).rejects.toEqual(code("FORBIDDEN"));
  await expect(linkMove(grace, { ...link, side: "LEFT" })).rejects.toEqual(code("INVALID_STATE"));
  await expect(linkMove(grace, link)).rejects.toEqual(code("INVALID_STATE", /reports its transfers/));
  await silence(world);
  expect(await linkMove(grace, link)).toMatchObject({ status: "ARRIVED" });
  expect((await now()).transit).toBe(before.transit);
  expect(await cases()).toBe(0);
});

test("more than was agreed to, another address, and a second payment of the same move are no move: each is a case", async () => {
  const { moveId } = await move("0.05");
  await send("0.06");
  await send("0.05", "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3");
  await mine();
  expect([await cases(), (await getMove(ada, { moveId })).status]).toEqual([2, "APPROVED"]);
  await send("0.05");
  await send("0.05");
  await mine(2);
  expect([await cases(), (await getMove(ada, { moveId })).status]).toEqual([3, "SENT"]);
  expect((await now()).missing).toBe(16_000_000n);
});
