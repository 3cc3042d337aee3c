import { purposes } from "#lib/worker/due.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { type Chain, wholeMempool } from "#lib/chains/chain.ts";
import { everyEndpoint } from "#lib/chains/endpoints.ts";
import { rescanChain } from "#lib/chains/resume-chain.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { getCustody } from "#lib/outgoing/get-custody.ts";
import { proveCustody } from "#lib/outgoing/prove-custody.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { spendableCoins } from "#lib/signing/store.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import type { MoveRecord } from "./contract.ts";
import { getMove } from "./read-moves.ts";

// Coins that come from a venue to an address of ours for an approved move are that move, and no deposit.

let world: World;
let ada: Ctx;
let operator: Ctx;
let bill: MadeBill;
let home: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  ada = await personOfHouse(world, "Ada");
  bill = await world.bill({ strategy: "RAI" });
  home = await listed("custody:bitcoin", bill.deposit_address);
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
  await proveCustody(operator, purposes);
  expect((await getCustody(ada)).data.filter(({ difference }) => !difference.isZero())).toEqual([]);
});
afterAll(() => world.close());

const listed = async (place: string, address: string) =>
  ((await addDestinationOrAsk(ada, { place, asset: "BTC", address, label: place })) as { destinationId: string })
    .destinationId;
const move = async (quantity: string) => {
  const way = { kind: "FROM_VENUE", from: "venue:sandbox", to: "custody:bitcoin", asset: "BTC" } as const;
  const input = { ...way, destinationId: home, quantity: Decimal.from(quantity), note: "x" };
  return ((await requestMoveOrAsk(ada, input)) as MoveRecord).moveId;
};
/** The venue pays on the chain, and tells of it, or not yet. */
const withdrawn = async (quantity: string, reference: string) => {
  const transfer = { kind: "WITHDRAWAL", asset: "BTC", address: bill.deposit_address, reference } as const;
  const { txHash = "" } = await playTransfer(operator, { ...transfer, quantity: Decimal.from(quantity) });
  await world.settle();
  return txHash;
};
const mine = async (count = 1) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};
const now = async () => ({
  venue: await balanceOf(operator, "venue:sandbox", "BTC"),
  transit: await balanceOf(operator, "transit", "BTC"),
  custody: await balanceOf(operator, "custody:bitcoin", "BTC"),
});
const status = async (moveId: string) => (await getMove(ada, { moveId })).status;
const received = async () => (await world.payment(bill.paymentId)).deposits.length;

test("it arrives with its block, goes back with it, and the bill on the address gets nothing of it", async () => {
  const moveId = await move("0.2");
  const txHash = await withdrawn("0.2", "W1");
  expect([await status(moveId), await received()]).toEqual(["SENT", 0]);
  expect(await now()).toEqual({ venue: -20_000_000n, transit: 20_000_000n, custody: 0n });
  await mine();
  expect(await now()).toEqual({ venue: -20_000_000n, transit: 0n, custody: 20_000_000n });
  expect(await getMove(ada, { moveId })).toMatchObject({
    status: "ARRIVED",
    facts: [{}, { source: "CHAIN", proof: txHash }],
  });
  await reorganise(operator, { network: "bitcoin", depth: 1, drop: [] });
  await world.settle();
  expect([await status(moveId), (await now()).custody]).toEqual(["ARRIVED", 20_000_000n]);
  await reorganise(operator, { network: "bitcoin", depth: 2, drop: [txHash] });
  await world.settle();
  expect([await status(moveId), (await now()).custody]).toEqual(["SENT", 0n]);
  // The venue pays anew.
  await playTransfer(operator, {
    kind: "WITHDRAWAL",
    asset: "BTC",
    quantity: Decimal.from("0.2"),
    address: bill.deposit_address,
    reference: "again",
    state: "DONE",
  });
  await world.settle();
  await mine(2);
  expect([await received(), await status(moveId)]).toEqual([0, "ARRIVED"]);
});

test("another quantity is a deposit of the bill; what came is ours to spend, and spent by nobody's leave it is a case", async () => {
  const moveId = await move("0.1");
  await withdrawn("0.11", "W2");
  await mine(2);
  expect([await received(), await status(moveId)]).toEqual([1, "APPROVED"]);
  const before = (await listCases(ada, { kind: "UNKNOWN_SPEND" })).data.length;
  await spend(operator, { network: "bitcoin", asset: "BTC", quantity: Decimal.from("0.25"), to: "bc1qthief" });
  await mine(1);
  expect((await listCases(ada, { kind: "UNKNOWN_SPEND" })).data).toHaveLength(before + 1);
});

test("what arrives before the venue tells of it waits in no books", async () => {
  const moveId = await move("0.05");
  const { account } = world.app.venue;
  Object.assign(world.app.venue, { account: undefined });
  const before = await now();
  await withdrawn("0.05", "W3");
  await mine(1);
  expect(await getMove(ada, { moveId })).toMatchObject({ status: "APPROVED", facts: [{ status: "EARLY" }] });
  expect(await now()).toEqual(before);
  Object.assign(world.app.venue, { account });
  await world.settle();
  expect(await status(moveId)).toBe("ARRIVED");
  expect(await now()).toEqual({ ...before, venue: before.venue - 5_000_000n, custody: before.custody + 5_000_000n });
});

test("custody is at addresses of ours alone", async () => {
  const foreign = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  await expect(listed("custody:bitcoin", foreign)).rejects.toEqual(code("VALIDATION_FAILED", /own wallets/));
});

/** The owner sends to an address that no bill has: a payer's transfer to another, rewritten before anybody looks. */
async function brought({ address, script }: { address: string; script: string }, quantity: string): Promise<string> {
  const decoy = await world.bill({ strategy: "RAI" });
  const { txHash } = await sendDeposit(operator, {
    address: decoy.deposit_address,
    quantity: Decimal.from(quantity),
  });
  await world.app.database.prisma.sandboxTransfer.updateMany({ where: { txHash }, data: { address, script } });
  return txHash;
}

test("capital that names its address is matched by itself; no bill has that address, nor gets it", async () => {
  const way = { kind: "CAPITAL_IN", to: "custody:bitcoin", asset: "BTC", note: "from the owner" } as const;
  const request = async (address: string, quantity = "0.7") =>
    (await requestMoveOrAsk(ada, { ...way, address, quantity: Decimal.from(quantity) })) as MoveRecord;
  const refused = code("VALIDATION_FAILED", /no bill has/);
  await expect(request(bill.deposit_address)).rejects.toEqual(refused);
  await expect(request("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")).rejects.toEqual(refused);
  const { prisma } = world.app.database;
  const free = { network: "bitcoin", billId: null, setAsideAt: null } as const;
  const place = await prisma.depositAddress.findFirstOrThrow({ where: free, orderBy: { index: "asc" } });
  const { moveId } = await request(place.address);
  // Nor does the database take another that names a bill's.
  await expect(prisma.$executeRaw`insert into move select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(),
    'status', 'REQUESTED', 'approval_id', null, 'address', ${bill.deposit_address}::text))).* from move m where m.id = ${moveId}::uuid`).rejects.toThrow(
    "capital comes to an address of ours that no bill has",
  );
  const after = await prisma.depositAddress.findUniqueOrThrow({ where: { id: place.id } });
  expect([after.billId, after.setAsideAt]).toEqual([null, expect.any(Date)]);
  const before = await now();
  const capital = await balanceOf(operator, "house:capital", "BTC");
  // To the unit: another quantity is unassigned.
  await brought(place, "0.71");
  const txHash = await brought(place, "0.7");
  await world.settle();
  expect([await status(moveId), await now()]).toEqual(["APPROVED", before]);
  await mine();
  expect(await getMove(ada, { moveId })).toMatchObject({
    status: "ARRIVED",
    facts: [{ source: "CHAIN", proof: txHash }],
  });
  expect(await balanceOf(operator, "house:capital", "BTC")).toBe(capital + 70_000_000n);
  const nobodys = (await listCases(ada, { kind: "UNKNOWN_BILL" })).data;
  expect(nobodys.map(({ quantity }) => quantity?.toString())).toEqual(["0.71"]);
  await reorganise(operator, { network: "bitcoin", depth: 1, drop: [txHash] });
  await world.settle();
  expect([await status(moveId), await balanceOf(operator, "house:capital", "BTC")]).toEqual(["APPROVED", capital]);
  await mine(10);
});

/** Every block is read once more. */
const readAgain = async () => {
  await rescanChain(operator, { network: "bitcoin", from: 0, note: "x" });
  await world.settle();
};

test("a block that is read again brings what it has brought, and nothing else", async () => {
  const moveId = await move("0.2");
  await withdrawn("0.2", "W4");
  await mine(3);
  const arrived = [await received(), await status(moveId), await now()];
  expect(arrived[1]).toBe("ARRIVED");
  await readAgain();
  await mine(3);
  expect([await received(), await status(moveId), await now()]).toEqual(arrived);
});

test("what came for a bill is no move's, whoever agrees to one of as much afterwards", async () => {
  const paid = await world.bill({ strategy: "RAI" });
  const { txHash } = await sendDeposit(operator, { address: paid.deposit_address, quantity: Decimal.from("0.33") });
  await world.settle();
  await mine(3);
  const destinationId = await listed("custody:bitcoin", paid.deposit_address);
  const way = { kind: "FROM_VENUE", from: "venue:sandbox", to: "custody:bitcoin", asset: "BTC", note: "x" } as const;
  const input = { ...way, destinationId, quantity: Decimal.from("0.33") };
  const { moveId } = (await requestMoveOrAsk(ada, input)) as MoveRecord;
  const before = await now();
  await readAgain();
  expect(await getMove(ada, { moveId })).toMatchObject({ status: "APPROVED", facts: [] });
  expect([await now(), (await world.payment(paid.paymentId)).deposits]).toMatchObject([before, [{ txHash }]]);
  // Nor does the database take it as both.
  const { prisma } = world.app.database;
  const twice = "what a block has brought is in the books once";
  await expect(prisma.$executeRaw`insert into move_arrival (id, move_id, network, tx_hash, output_index, script, asset, units, block_height, block_hash, seen_at)
    select gen_random_uuid(), ${moveId}::uuid, d.network, d.tx_hash, d.output_index, a.script, d.asset, d.quantity_units, d.block_height, d.block_hash, now()
    from deposit d join deposit_address a on a.bill_id = d.bill_id and a.network = d.network where d.tx_hash = ${txHash}`).rejects.toThrow(
    twice,
  );
  const arrived = await prisma.moveArrival.findFirstOrThrow({ where: { blockHash: { not: null } } });
  await expect(prisma.$executeRaw`insert into deposit select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
    'tx_hash', ${arrived.txHash}::text, 'output_index', ${arrived.outputIndex}::integer))).* from deposit d where d.tx_hash = ${txHash}`).rejects.toThrow(
    twice,
  );
});

test("an output that was seen as one quantity and comes in another is no arrival", async () => {
  const moveId = await move("0.06");
  const txHash = await withdrawn("0.06", "W6");
  const before = await received();
  await world.app.database.prisma.sandboxTransfer.updateMany({ where: { txHash }, data: { quantityUnits: "5000000" } });
  await mine(3);
  expect([await received(), await status(moveId)]).toEqual([before + 1, "SENT"]);
});

test("of two endpoints the second has the block later, by when it was taken", async () => {
  const { bitcoin } = world.app.chains;
  if (!bitcoin) throw new Error("the sandbox has a chain of bitcoin");
  let behind = 0;
  const reach = async () => (await bitcoin.head()).height - behind;
  const late: Chain = {
    ...bitcoin,
    head: async () => (await bitcoin.header(await reach())) ?? bitcoin.head(),
    block: async (height) => (height > (await reach()) ? undefined : bitcoin.block(height)),
  };
  Object.assign(world.app.chains, { bitcoin: everyEndpoint([bitcoin, late]) });
  const moveId = await move("0.2");
  await withdrawn("0.2", "W5");
  behind = 1;
  await mine();
  const arrived = [await received(), await status(moveId), await now()];
  expect(arrived[1]).toBe("ARRIVED");
  behind = 0;
  await mine(3);
  await world.settle();
  expect([await received(), await status(moveId), await now()]).toEqual(arrived);
  Object.assign(world.app.chains, { bitcoin });
});

test("what a miner's coinbase brings is ours to spend once its chain lets it be spent", async () => {
  const { bitcoin } = world.app.chains;
  if (!bitcoin) throw new Error("the sandbox has a chain of bitcoin");
  const mined = async (height: number) => {
    const block = await bitcoin.block(height);
    return block && { ...block, transfers: block.transfers.map((transfer) => ({ ...transfer, maturity: 100 })) };
  };
  Object.assign(world.app.chains, { bitcoin: { ...bitcoin, block: mined, mempool: async () => wholeMempool([]) } });
  const moveId = await move("0.07");
  const txHash = await withdrawn("0.07", "W7");
  await mine();
  Object.assign(world.app.chains, { bitcoin });
  expect(await status(moveId)).toBe("ARRIVED");
  const isSpendable = async () => {
    const coins = await spendableCoins(operator.db, { network: "bitcoin", asset: "BTC", payoutIds: [] });
    return coins.some(({ sourceHash }) => sourceHash === txHash);
  };
  await mine(98);
  expect(await isSpendable()).toBe(false);
  await mine();
  expect(await isSpendable()).toBe(true);
});
