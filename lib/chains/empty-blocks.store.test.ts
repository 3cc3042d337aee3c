import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { counted } from "#e2e/world/counted.ts";
import { type MemoryChain, memoryChain } from "#e2e/world/memory-chain.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import { type Chain, ChainFault, type Transfer } from "./chain.ts";
import { gapsIn } from "./coverage.ts";
import { followChains } from "./follow.ts";
import { readRanges } from "./range-store.ts";
import { scanChain } from "./scan.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { watcher } from "#lib/worker/due.ts";

let world: World;
let memory: MemoryChain;

beforeEach(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  memory = memoryChain("bitcoin");
});
afterEach(async () => world?.close());

const read = (chain: Chain = memory.view()) => scanChain(world.ctx, chain, watcher);
const rows = async <Row extends object>(text: string): Promise<Row[]> =>
  (await world.app.database.pool.query<Row>(text)).rows;
/** The blocks after the first by the transaction that brought them. */
const runs = () =>
  rows<{ first: number; last: number }>(
    `select min(height)::integer as first, max(height)::integer as last from chain_block
     where network = 'bitcoin' and not orphaned and height > 0 group by xmin::text order by 1`,
  );
const readUpTo = () =>
  rows(`select first::integer, last::integer from chain_range where network = 'bitcoin' order by first`);
async function transferTo(bill: MadeBill): Promise<Transfer> {
  const script = (await findPayable(world.ctx, bill.deposit_address))?.script ?? "";
  const txHash = bill.paymentId.replaceAll("-", "").padStart(64, "0");
  return { txHash, outputIndex: 0, position: 0, asset: "BTC", script, units: bill.quantity.floorUnits(8) };
}

const branchOf = (chain: Chain) =>
  Promise.all(Array.from({ length: memory.height() + 1 }, async (_, height) => (await chain.header(height))?.hash));

test("blocks that hold nothing are taken with the first after them that holds something, fifty at most", async () => {
  const bill = await world.bill();
  memory.mine(7);
  memory.mine(1, [await transferTo(bill)]);
  memory.mine(60);
  await read();
  expect(await runs()).toEqual([
    { first: 1, last: 8 },
    { first: 9, last: 58 },
    { first: 59, last: 68 },
  ]);
  expect(await readUpTo()).toEqual([{ first: 0, last: 68 }]);
  expect((await world.payment(bill.paymentId)).deposits).toHaveLength(1);
});

test("a branch that changes while they are read ends the run before it", async () => {
  memory.mine(6);
  const view = memory.view();
  let turned = false;
  await read({
    ...view,
    async block(height) {
      if (height === 4 && !turned) {
        turned = true;
        memory.reorganise(3);
      }
      return view.block(height);
    },
  });
  const standing = await rows<{ hash: string }>(
    `select hash from chain_block where network = 'bitcoin' and not orphaned order by height`,
  );
  expect(turned).toBe(true);
  expect(standing.map(({ hash }) => hash)).toEqual(await branchOf(view));
  expect(await readUpTo()).toEqual([{ first: 0, last: memory.height() }]);
});

test("what the node cannot tell ends the run before it, and all before it is taken", async () => {
  memory.mine(9);
  const view = memory.view();
  const broken: Chain = {
    ...view,
    async block(height) {
      if (height === 6) throw new ChainFault("bitcoin", "The node has lost block 6.", true);
      return view.block(height);
    },
  };
  await expect(read(broken)).rejects.toThrow("has lost block 6");
  expect(await runs()).toEqual([{ first: 1, last: 5 }]);
  await read();
  expect(await readUpTo()).toEqual([{ first: 0, last: 9 }]);
});

test("a chain on which nothing happens costs two statements a look, and no query for what transactions pay", async () => {
  memory.mine(2);
  const feeEstimate = vi.fn(async () => Decimal.from("7"));
  const view = { ...memory.view(), feeEstimate };
  const estimated = () => rows("select fee_estimate::text as rate from chain_cursor where network = 'bitcoin'");
  const look = async () => {
    const { db, statements } = counted(world.ctx.db);
    await followChains({ ...world.ctx, db }, watcher, [view]);
    return statements();
  };
  await look();
  expect([feeEstimate.mock.calls.length, await estimated()]).toEqual([1, [{ rate: "7.00000000" }]]);
  // Where it stands, and what is in no block yet.
  expect([await look(), feeEstimate.mock.calls.length]).toEqual([2, 1]);
  feeEstimate.mockResolvedValue(Decimal.from("8"));
  await world.later(11_000);
  await look();
  expect([feeEstimate.mock.calls.length, await estimated()]).toEqual([2, [{ rate: "8.00000000" }]]);
  // What is wanted again is read at the next look.
  await rows("update chain_range set last = 0 where network = 'bitcoin'");
  await rows("insert into chain_range (network, first, last) values ('bitcoin', 2, 2)");
  expect(await look()).toBeGreaterThan(2);
  expect(gapsIn(await readRanges(world.ctx.db, "bitcoin"))).toEqual([]);
});
