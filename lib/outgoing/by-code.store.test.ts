import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Anvil, anvilChain, anvilTracing } from "#e2e/world/anvil.ts";
import { type AnvilWorld, openAnvilWorld } from "#e2e/world/anvil-world.ts";
import { lettersOf, withMail } from "#e2e/world/letters.ts";
import { openPayer, type Payer } from "#e2e/world/payer.ts";
import { code } from "#e2e/world/people-of.ts";
import { executionOf, openSafe, type RealSafe } from "#e2e/world/safe.ts";
import type { World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { type Chain, ChainFault, type CodeMove } from "#lib/chains/chain.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import { activateWallet, makeWallet } from "#lib/wallets/wallets.ts";
import { purposes } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { differenceOf, keepGas, proveCustody } from "./prove-custody.ts";

// Ether that comes and goes by a contract's code, in no transaction of an account of ours and without a log, on a real EVM node
// that traces its blocks: each call has a name, whatever else its transaction does.

const THIEF = "0x00000000000000000000000000000000000000bb";
const OWNER = "0x00000000000000000000000000000000000000cc";
const ETHER = 10n ** 18n;
const TENTH = ETHER / 10n;
const GWEI = 10n ** 9n;

let node: AnvilWorld;
let world: World;
let anvil: Anvil;
let worker: Ctx;
let hugo: Ctx;
let safe: RealSafe;
let payer: Payer;
let nonce = 0;
let ada: Ctx;
let destinationId: string;
beforeAll(async () => {
  node = await openAnvilWorld();
  ({ world, anvil } = node);
  worker = contextFor(withMail(node.worker.app), { actor: { kind: "worker" }, requestId: "test" });
  [hugo, ada] = [await node.person("Hugo"), await node.person("Ada")];
  const owner = { place: "owner", asset: "ETH", address: OWNER, label: "The owner's" } as const;
  ({ destinationId } = (await addDestinationOrAsk(ada, owner)) as { destinationId: string });
  safe = await openSafe(anvil, "1.4.1");
  payer = await openPayer(anvil, 100n * ETHER);
  const { walletId } = await makeWallet(hugo, { kind: "ETH_SAFE", xpub: safe.address.toLowerCase() });
  await activateWallet(hugo, { walletId, firstAddress: safe.address });
  await anvil.mine(12);
  await runUntilIdle(worker, 30_000);
  await proveCustody(worker, purposes);
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => node?.close());

/** So many blocks, read; and what the worker does beside it, until each account of ours was asked for in its turn. */
async function polled(blocks = 1): Promise<void> {
  const { rows } = await world.app.database.pool.query("select 1 from deposit_address where network = 'eth'");
  for (let asked = 0; asked <= rows.length; asked += 100) {
    await anvil.mine(asked === 0 ? blocks : 1);
    await runUntilIdle(worker, 60_000);
    await keepGas(worker, purposes);
  }
}
const give = (...calls: [to: string, wei: bigint][]) =>
  safe.execute(
    executionOf("1.4.1", [
      ...calls.map(([to, wei]) => ({ to: to as `0x${string}`, value: String(wei), data: "0x" as const })),
      // A call beside it that takes nothing along makes it a batch.
      { to: safe.address, value: "0", data: "0x" },
    ]),
    nonce++,
  );
const address = async () =>
  (await world.bill({ cryptoType: "USDC", fiatReceivable: Decimal.from("80") })).deposit_address;
const books = async () => {
  const of = (name: string) => balanceOf(worker, name, "ETH");
  return { custody: await of("custody:eth"), missing: await of("house:missing"), given: await of("house:unassigned") };
};
const spends = async () => (await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data;
const gifts = async () =>
  (await listCases(hugo, { kind: "UNKNOWN_BILL" })).data.filter(({ causeFacts }) => causeFacts.gas === true);
const letters = async () =>
  (await lettersOf(worker.app, /left an account of ours on Ethereum/)).filter(({ recipient }) =>
    /hugo/i.test(recipient),
  );
const asked = async (note: string) =>
  (
    (await requestMoveOrAsk(ada, {
      ...{ kind: "CAPITAL_OUT", from: "custody:eth", asset: "ETH", quantity: Decimal.from("0.1") },
      ...{ destinationId, note },
    })) as MoveRecord
  ).moveId;
const statusOf = async (moveId: string) => (await getMove(ada, { moveId })).status;
const differences = async () => {
  const { proofs, unproven } = await proveCustody(worker, purposes);
  expect(unproven).toEqual([]);
  return proofs.filter(({ asset }) => asset === "ETH").map(differenceOf);
};
const same = (one: string) => one.toLowerCase();

async function withChain<T>(chain: Chain, run: () => Promise<T>): Promise<T> {
  const { app } = worker;
  const usual = worker;
  worker = contextFor(
    { ...app, slots: new Slots(), chains: { eth: chain } },
    { actor: { kind: "worker" }, requestId: "test" },
  );
  try {
    return await run();
  } finally {
    worker = usual;
  }
}

test("what a contract pays to a bill's address is named by its transaction, each payment of it; away with its block, and back", async () => {
  const [one, two] = [await address(), await address()];
  const before = await books();
  const snapshot = await anvil.ask("evm_snapshot");
  const txHash = await payer.pay([one, TENTH], [two, 2n * TENTH], [one, 3n * TENTH]);
  const signed = await anvil.ask("eth_getRawTransactionByHash", [txHash]);
  await polled();
  const given = (6n * TENTH) / GWEI;
  const after = { ...before, custody: before.custody + given, given: before.given + given };
  expect(await books()).toEqual(after);
  const found = await gifts();
  expect(
    found.map(({ causeFacts, quantity }) => [causeFacts.txHash, causeFacts.address, String(quantity)]).sort(),
  ).toEqual(
    [
      [txHash, same(one), "0.1"],
      [txHash, same(one), "0.3"],
      [txHash, same(two), "0.2"],
    ].sort(),
  );
  expect(found[0]?.cause).toContain(`by the code of a contract in ${txHash}`);
  await polled();
  expect([await books(), (await gifts()).length]).toEqual([after, 3]);
  expect(await differences()).toEqual([0n]);

  await anvil.ask("evm_revert", [snapshot]);
  await anvil.ask("evm_increaseTime", [7]);
  await polled(4);
  expect([await books(), await gifts()]).toEqual([before, []]);
  expect(await world.broken()).toEqual([]);
  // The same transaction, in another block.
  expect(await anvil.ask("eth_sendRawTransaction", [signed])).toBe(txHash);
  await polled();
  expect([await books(), (await gifts()).length]).toEqual([after, 3]);
  expect(await differences()).toEqual([0n]);
});

test("it is somebody's once its block is as deep as a deposit's, by the name of its transaction", async () => {
  const txHash = await payer.pay([await address(), TENTH]);
  await polled();
  const found = (await gifts()).find(({ causeFacts }) => causeFacts.txHash === txHash);
  const subjectId = found?.caseId.slice("UNKNOWN_BILL-".length) ?? "";
  const own = { kind: "OWN", subjectId, note: "ours" } as const;
  const { blockNumber } = (await anvil.ask("eth_getTransactionReceipt", [txHash])) as { blockNumber: string };
  const deep = async (confirmations: number) => {
    const head = Number(await anvil.ask("eth_blockNumber"));
    await anvil.mine(Number(blockNumber) + confirmations - 1 - head);
    await runUntilIdle(worker, 60_000);
  };
  await deep(11);
  await expect(resolveOrAsk(hugo, own)).rejects.toEqual(code("INVALID_STATE"));
  await deep(12);
  expect(await resolveOrAsk(hugo, own)).toMatchObject({ subject: "GAS", reference: txHash });
});

test("a contract's end brings what it had; what was undone brings nothing, nor does a token, which is the bill's as any", async () => {
  const ours = await address();
  const before = await books();
  await payer.undone(ours, TENTH);
  await polled();
  expect([await books(), await differences()]).toEqual([before, [0n]]);

  const last = await openPayer(anvil, TENTH);
  const txHash = await last.end(ours);
  await payer.undone(ours, TENTH);
  await polled();
  expect(await books()).toEqual({
    ...before,
    custody: before.custody + TENTH / GWEI,
    given: before.given + TENTH / GWEI,
  });
  expect((await gifts()).map(({ causeFacts }) => causeFacts.txHash)).toContain(txHash);

  const bill = await world.bill({ cryptoType: "USDC", fiatReceivable: Decimal.from("80") });
  const units = bill.quantity.floorUnits(6);
  await anvil.send(anvil.tokens.usdc, payer.address, units);
  await anvil.mine(1);
  const forwarded = await payer.give(anvil.tokens.usdc, bill.deposit_address, units);
  await polled(12);
  const [deposit] = (await world.payment(bill.paymentId)).deposits;
  expect(deposit).toMatchObject({ status: "CONVERTED", txHash: forwarded });
});

test("what code has taken is a case of its transaction, to whom, for each payment, and one letter; between ours nothing is missing", async () => {
  await payer.pay([safe.address, 5n * ETHER]);
  await polled();
  const ours = await address();
  const before = await books();
  const txHash = await give([THIEF, TENTH], [ours, 2n * TENTH], [THIEF, 1n]);
  await polled(3);
  expect(await books()).toEqual({
    ...before,
    custody: before.custody - TENTH / GWEI - 1n,
    missing: before.missing + TENTH / GWEI + 1n,
  });
  const found = await spends();
  expect(found.map(({ causeFacts: { txHash: by, to, left, contract } }) => [by, to, left, contract]).sort()).toEqual(
    [
      [txHash, THIEF, true, true],
      [txHash, THIEF, true, true],
      [txHash, same(ours), false, true],
    ].sort(),
  );
  expect(found.map(({ cause }) => cause).join("\n")).toContain(
    `The code of a contract has moved 0.1 ETH from the account ${same(safe.address)} of ours to ${THIEF} on eth, and no approved payout or move says so: ${txHash}.`,
  );
  expect(await letters()).toHaveLength(1);
  expect(await differences()).toEqual([0n]);
});

test("what was agreed to is that move, of a batch as well: no case; away with its block, and back; a person links what came before", async () => {
  await payer.pay([safe.address, ETHER]);
  await polled();
  const [before, cases, written] = [await books(), (await spends()).length, (await letters()).length];
  const snapshot = await anvil.ask("evm_snapshot");
  const moveId = await asked("taken out");
  const txHash = await give([OWNER, TENTH], [THIEF, 1n]);
  const signed = await anvil.ask("eth_getRawTransactionByHash", [txHash]);
  await polled();
  const after = { ...before, custody: before.custody - TENTH / GWEI - 1n, missing: before.missing + 1n };
  expect([await books(), await statusOf(moveId)]).toEqual([after, "ARRIVED"]);
  expect(JSON.stringify(await getMove(ada, { moveId }))).toContain(txHash);
  expect([(await spends()).length, (await letters()).length]).toEqual([cases + 1, written + 1]);
  expect(await world.broken()).toEqual([]);
  await anvil.ask("evm_revert", [snapshot]);
  await anvil.ask("evm_increaseTime", [7]);
  await polled(4);
  expect([await books(), await statusOf(moveId)]).toEqual([before, "APPROVED"]);
  expect(await world.broken()).toEqual([]);
  await anvil.ask("eth_sendRawTransaction", [signed]);
  await polled();
  expect([await books(), await statusOf(moveId)]).toEqual([after, "ARRIVED"]);

  const early = await give([OWNER, TENTH]);
  await polled();
  const found = (await spends()).find(({ causeFacts }) => causeFacts.txHash === early);
  const link = { kind: "LINK", subjectId: found?.caseId.slice("UNKNOWN_SPEND-".length) ?? "", note: "ours" } as const;
  const second = await asked("taken out before");
  await expect(resolveOrAsk(ada, { ...link, moveId: second })).rejects.toEqual(code("FORBIDDEN"));
  expect(await resolveOrAsk(hugo, { ...link, moveId: second })).toMatchObject({ subject: "GAS", reference: early });
  await polled();
  expect(await statusOf(second)).toBe("ARRIVED");
  expect(await books()).toEqual({ ...after, custody: after.custody - TENTH / GWEI });
  expect(await differences()).toEqual([0n]);
});

test("of a node that traces in the other way alone it is the same", async () => {
  const before = [(await spends()).length, (await gifts()).length];
  const ours = await address();
  await withChain(anvilTracing(anvil, ["trace_block"]), async () => {
    const out = await give([THIEF, TENTH]);
    const last = await openPayer(anvil, TENTH);
    const back = await last.end(ours);
    await payer.undone(ours, TENTH);
    const into = await payer.pay([ours, TENTH]);
    await polled(2);
    expect((await spends()).map(({ causeFacts }) => causeFacts.txHash)).toContain(out);
    const named = (await gifts()).map(({ causeFacts }) => causeFacts.txHash);
    expect([named.includes(back), named.includes(into)]).toEqual([true, true]);
  });
  expect([(await spends()).length, (await gifts()).length]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 2]);
  expect(await differences()).toEqual([0n]);
});

test("a node that traces none says what is gone by the block, and what came to an account unknown so far as nobody's", async () => {
  const ours = await address();
  const before = await books();
  await withChain(anvilTracing(anvil, []), async () => {
    await give([THIEF, TENTH]);
    await payer.pay([ours, TENTH]);
    await polled();
    const gone = (await spends()).filter(({ causeFacts }) => causeFacts.txHash === undefined);
    expect(gone).toHaveLength(1);
    const came = (await gifts()).filter(({ causeFacts }) => causeFacts.txHash === undefined);
    expect(came.map(({ causeFacts }) => causeFacts.address)).toEqual([same(ours)]);
  });
  expect(await books()).toEqual({
    custody: before.custody,
    missing: before.missing + TENTH / GWEI,
    given: before.given + TENTH / GWEI,
  });
  expect(await differences()).toEqual([0n]);
  await polled();
  expect(await books()).toMatchObject({ custody: before.custody });
});

test("a trace that leaves a call out, or makes one up, is not believed", async () => {
  const chain = anvilChain(anvil);
  const missingBy = async (bend: (moves: readonly CodeMove[]) => readonly CodeMove[]) => {
    const bent: Chain = { ...chain, movedByCode: async (block) => bend((await chain.movedByCode?.(block)) ?? []) };
    const before = await books();
    await withChain(bent, async () => {
      await give([THIEF, TENTH], [THIEF, 2n * TENTH]);
      await polled();
    });
    expect((await books()).missing - before.missing).toBe((3n * TENTH) / GWEI);
    return (await spends()).filter(({ causeFacts }) => causeFacts.txHash === undefined).length;
  };
  const unnamed = (await spends()).filter(({ causeFacts }) => causeFacts.txHash === undefined).length;
  expect(await missingBy((moves) => moves.slice(1))).toBe(unnamed + 1);
  expect(await missingBy((moves) => [...moves, ...moves.slice(0, 1)])).toBe(unnamed + 2);
  expect(await differences()).toEqual([0n]);
});

test("two workers name it once", async () => {
  const before = [await books(), (await spends()).length, (await letters()).length] as const;
  await give([THIEF, TENTH]);
  await anvil.mine(1);
  await runUntilIdle(worker, 60_000);
  const others = [worker, worker, worker].map(({ app }) =>
    contextFor({ ...app, slots: new Slots() }, { actor: { kind: "worker" }, requestId: "test" }),
  );
  await Promise.all(others.map((other) => keepGas(other, purposes)));
  expect((await books()).missing - before[0].missing).toBe(TENTH / GWEI);
  expect([(await spends()).length, (await letters()).length]).toEqual([before[1] + 1, before[2] + 1]);
});

/** A node that says it traces nothing once `first` is done. */
const untracedAfter = (first: () => Promise<unknown>): Chain => ({
  ...anvilChain(anvil),
  async movedByCode() {
    await first();
    throw new ChainFault("eth", "The node refused to trace.", false);
  },
});

test("where one of two workers is told by whom alone, it is booked once, whichever is first, and by the proof as well", async () => {
  const [traced, untraced] = [anvilChain(anvil), anvilTracing(anvil, [])];
  const looks = (chain: Chain) => withChain(chain, () => keepGas(worker, purposes));
  const mined = async () => {
    await anvil.mine(1);
    await runUntilIdle(worker, 60_000);
  };
  const before = await books();
  await give([THIEF, TENTH]);
  await mined();
  await looks({
    ...traced,
    async movedByCode(block) {
      const moves = (await traced.movedByCode?.(block)) ?? [];
      await looks(untraced);
      return moves;
    },
  });
  expect((await books()).missing - before.missing).toBe(TENTH / GWEI);
  await give([THIEF, TENTH]);
  await mined();
  await looks(untracedAfter(() => looks(traced)));
  expect((await books()).missing - before.missing).toBe((2n * TENTH) / GWEI);

  await payer.pay([safe.address, TENTH]);
  await mined();
  const chain = untracedAfter(() => looks(traced));
  await withChain(chain, () => proveCustody(worker, purposes));
  expect((await books()).given - before.given).toBe(TENTH / GWEI);
  expect(await differences()).toEqual([0n]);
});

test("more calls than are looked into are told as where nothing is traced: gone, by the block", async () => {
  const before = [await books(), await spends()] as const;
  const dust = Array.from({ length: 251 }, (): [string, bigint] => [safe.address, 1n]);
  for (const _ of [1, 2]) await payer.pay(...dust);
  await give([THIEF, TENTH]);
  await polled();
  expect((await books()).missing - before[0].missing).toBe(TENTH / GWEI);
  const known = before[1].map(({ caseId }) => caseId);
  const found = (await spends()).filter(({ caseId }) => !known.includes(caseId));
  expect(found.map(({ causeFacts }) => causeFacts.txHash)).toEqual([undefined]);
});
