import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startUtxoNode, type UtxoNode } from "#e2e/world/litecoin.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { bitcoinChain } from "#lib/chains/bitcoin.ts";
import type { Chain, OutputScan, ScanResult } from "#lib/chains/chain.ts";
import { jsonRpc } from "#lib/chains/json-rpc.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { extendChange } from "#lib/wallets/change.ts";
import { askScan } from "./ask-scan.ts";
import { getCustody } from "./get-custody.ts";
import { scanCustody, stopScans } from "./scan-custody.ts";
import { scanNow } from "./scan-now.ts";

// What lies on addresses of ours and is in no book is found by asking the node for all it has there.

let world: World;
let utxo: UtxoNode;
let chain: Chain;
let hugo: Ctx;
beforeAll(async () => {
  [world, utxo] = await Promise.all([openWorld({ alone: true }), startUtxoNode()]);
  hugo = await personOfHouse(world, "Hugo", "operator");
  chain = bitcoinChain(
    { network: "bitcoin", reorgLimit: 10, landmarks: [{ height: 0, hash: utxo.genesis }] },
    utxo.node,
  );
  await world.price("BTC", "EUR", "60000");
  await extendChange(workerWith(chain));
  await runUntilIdle(workerWith(chain), 30_000);
});
afterAll(async () => {
  await utxo?.stop();
  await world?.close();
});

/** A worker of a process of its own, before this node. */
function workerWith(bitcoin: Chain): Ctx {
  const app = { ...world.app, slots: new Slots(), chains: { bitcoin } };
  return contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
}
const askedBy = (bitcoin: Chain): Ctx => ({ ...hugo, app: { ...hugo.app, chains: { bitcoin } } });
const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.app.database.pool.query(text, values)).rows as T[];
const last = async () => (await getCustody(hugo)).scans.find(({ network }) => network === "bitcoin");
const found = async () =>
  (await getCustody(hugo)).findings.map(({ address, outputIndex, difference }) => [
    address,
    outputIndex,
    String(difference),
  ]);
const cases = async () => (await listCases(hugo, { kind: "CUSTODY" })).data;

const changeAt = async (index: number) =>
  (
    await rows<{ script: string; address: string }>(
      "select c.script, c.address from change_address c join wallet w on w.id = c.wallet_id where w.kind = 'BTC_P2WPKH' and c.index = $1",
      [index],
    )
  )[0];

/** Pays a script in a block that nobody here reads: as what lay there before the house looked, or fell through a gap. */
async function paidUnseen(script: string, quantity: string): Promise<string> {
  const txHash = await utxo.pay(script, quantity);
  await utxo.mine(1);
  const hash = (await utxo.ask("getbestblockhash")) as string;
  const height = (await utxo.ask("getblockcount")) as number;
  await rows("update chain_cursor set height = $1, hash = $2 where network = 'bitcoin'", [height, hash]);
  return txHash;
}

test("a real node finds what lies on a change address and on one handed out, and what is known is nothing new", async () => {
  const bill = await world.bill({ bech32: true });
  const [place] = await rows<{ script: string }>("select script from deposit_address where address = $1", [
    bill.deposit_address,
  ]);
  await utxo.pay(place?.script ?? "", bill.quantity.toString());
  await utxo.mine(3);
  await runUntilIdle(workerWith(chain), 30_000);
  const [{ status } = { status: "" }] = await scanNow(workerWith(chain));
  expect(status).toBe("DONE");
  expect(await found()).toEqual([]);

  const change = await changeAt(3);
  const txHash = await paidUnseen(change?.script ?? "", "0.123");
  await scanNow(workerWith(chain));
  expect(await last()).toMatchObject({ status: "DONE", unknown: 1, progress: 100, askedBy: "worker" });
  expect(await found()).toEqual([[change?.address, expect.any(Number), "0.123"]]);
  const [one] = await cases();
  expect(one?.cause).toContain(`0.12300000 BTC lie on bitcoin at ${change?.address}`);
  expect(one?.cause).toContain(`${txHash}:`);
  expect(one?.causeFacts).toMatchObject({ txHash, address: change?.address });
  // Found again it stays one, with the time it was found at.
  const [before] = (await getCustody(hugo)).findings;
  await scanNow(workerWith(chain));
  expect((await getCustody(hugo)).findings).toEqual([before]);
});

test("what lies above the block that the books stand at is no finding yet", async () => {
  const known = (await found()).length;
  const [pooled] = await rows<{ script: string }>(
    "select script from deposit_address where network = 'bitcoin' and bill_id is null and script like '0014%' limit 1",
  );
  await utxo.pay(pooled?.script ?? "", "0.2");
  await utxo.mine(1);
  await scanNow(workerWith(chain));
  expect(await found()).toHaveLength(known);
  // Read as any block, it is a payment of no bill, and so is what lies on change, whose block is read with it.
  await runUntilIdle(workerWith(chain), 30_000);
  await scanNow(workerWith(chain));
  expect(await found()).toEqual([]);
});

test("what is spent, or known meanwhile, is a finding and a case no more", async () => {
  await paidUnseen((await changeAt(4))?.script ?? "", "0.4");
  await scanNow(workerWith(chain));
  const [finding] = (await getCustody(hugo)).findings;
  expect(finding?.difference.toString()).toBe("0.4");
  const [at] = await rows<{ id: string }>("select id from deposit_address where network = 'bitcoin' limit 1");
  await rows(
    `insert into stray_deposit (id, address_id, network, asset, tx_hash, output_index, quantity_units, status, block_height, block_hash, confirmations_required, created_at, updated_at)
     values (gen_random_uuid(), $1, 'bitcoin', 'BTC', $2, $3, 1, 'UNCONFIRMED', 1, 'x', 9999, business_now(), business_now())`,
    [at?.id, finding?.txHash, finding?.outputIndex],
  );
  expect(await found()).toEqual([]);
  expect(await cases()).toEqual([]);
  await rows("delete from stray_deposit where block_hash = 'x'").catch(() => undefined);
});

/** A node that looks for as long as the test wants. */
function slow(result: ScanResult = { height: 1, outputs: [] }) {
  let end: ((found: ScanResult | undefined) => void) | undefined;
  const calls = { start: 0, abort: 0 };
  const scan: OutputScan = {
    start: () =>
      new Promise((resolve) => {
        calls.start += 1;
        end = resolve;
      }),
    progress: async () => 43,
    abort: async () => {
      calls.abort += 1;
      end?.(undefined);
    },
  };
  return { chain: { ...chain, scan }, calls, finish: () => end?.(result) };
}

test("a long scan holds up no round, is one at a time, and tells how far it is", async () => {
  const node = slow();
  const worker = workerWith(node.chain);
  const asked = await askScan(askedBy(node.chain), { network: "bitcoin", action: "START" });
  expect(asked).toMatchObject({ status: "WAITING", askedBy: "staff:Hugo" });
  await expect(askScan(askedBy(node.chain), { network: "bitcoin", action: "START" })).rejects.toThrow("already");
  expect(await scanCustody(worker)).toBe(1);
  expect(await scanCustody(worker)).toBe(0);
  await vi.waitFor(async () => expect(await last()).toMatchObject({ status: "RUNNING", progress: 43 }), 15_000);
  // Another process takes nothing of it.
  expect(await scanCustody(workerWith(node.chain))).toBe(0);
  expect(node.calls).toEqual({ start: 1, abort: 0 });
  node.finish();
  await vi.waitFor(async () => expect(await last()).toMatchObject({ status: "DONE", unknown: 0 }), 15_000);
});

test("a person ends it, at once where nobody has begun it, else by the node", async () => {
  const node = slow();
  const person = askedBy(node.chain);
  await expect(askScan(person, { network: "bitcoin", action: "ABORT" })).rejects.toThrow("is not being scanned");
  await askScan(person, { network: "bitcoin", action: "START" });
  expect(await askScan(person, { network: "bitcoin", action: "ABORT" })).toMatchObject({ status: "ABORTED" });
  await askScan(person, { network: "bitcoin", action: "START" });
  await scanCustody(workerWith(node.chain));
  expect(await askScan(person, { network: "bitcoin", action: "ABORT" })).toMatchObject({
    status: "RUNNING",
    abortBy: "staff:Hugo",
  });
  await vi.waitFor(async () => expect(await last()).toMatchObject({ status: "ABORTED" }), 15_000);
  expect(node.calls.abort).toBeGreaterThan(0);
});

test("stopped in order, or gone with its lease, it waits for the next, whose node is told to leave off first", async () => {
  const node = slow();
  await askScan(askedBy(node.chain), { network: "bitcoin", action: "START" });
  const worker = workerWith(node.chain);
  await scanCustody(worker);
  await stopScans(worker.app);
  expect(await last()).toMatchObject({ status: "WAITING", progress: 0 });
  expect(await scanCustody(worker)).toBe(0);

  const gone = slow();
  await scanCustody(workerWith(gone.chain));
  await rows(
    "update custody_scan set lease = gen_random_uuid(), leased_until = clock_timestamp() - interval '1 second' where status = 'RUNNING'",
  );
  const next = slow();
  await scanCustody(workerWith(next.chain));
  expect(next.calls).toEqual({ start: 1, abort: 1 });
  // The one whose lease is lost writes nothing, whatever its node answers.
  gone.finish();
  next.finish();
  await vi.waitFor(async () => expect(await last()).toMatchObject({ status: "DONE" }), 15_000);
});

test("once a day by the business clock; a node that fails says so, is asked again, and is a case after the third failure", async () => {
  const broken: Chain = {
    ...chain,
    scan: {
      ...slow().chain.scan,
      start: () => jsonRpc("bitcoin", "http://127.0.0.1:1/", { patient: true })("scantxoutset", []) as never,
    },
  };
  const worker = workerWith(broken);
  await rows("update deployment set created_at = created_at - interval '2 days'").catch(() => undefined);
  await world.later(86_400_000 - 60_000);
  expect(await scanCustody(worker)).toBe(0);
  await world.later(2 * 60_000);
  expect(await scanCustody(worker)).toBe(1);
  await vi.waitFor(
    async () =>
      expect(await last()).toMatchObject({ status: "FAILED", fault: expect.stringContaining("does not answer") }),
    15_000,
  );
  expect(await scanCustody(worker)).toBe(0);
  const failing = async () => (await cases()).filter(({ caseId }) => caseId === "custody-bitcoin-scan");
  for (const minutes of [10, 20]) {
    expect(await failing()).toEqual([]);
    await world.later((minutes - 1) * 60_000);
    expect(await scanCustody(worker)).toBe(0);
    await world.later(2 * 60_000);
    expect(await scanCustody(worker)).toBe(1);
    await vi.waitFor(async () => expect(await last()).toMatchObject({ status: "FAILED" }), 15_000);
  }
  const [one] = await failing();
  expect(one?.cause).toContain("3 times in turn");
  expect(one?.cause).toContain("does not answer");
  await scanNow(workerWith(chain));
  expect(await failing()).toEqual([]);
});

test("an account that has another balance than the books is named with its address", async () => {
  const sandbox = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  const bill = await world.bill({ cryptoType: "USDT", networkType: "tron" });
  await world.pay(bill, Decimal.from("50"), "tron");
  const { proveCustody } = await import("./prove-custody.ts");
  const { purposes } = await import("#lib/worker/due.ts");
  await proveCustody(sandbox, purposes);
  expect((await getCustody(hugo)).findings.filter(({ network }) => network === "tron")).toEqual([]);
  await rows(
    "update sandbox_transfer set quantity_units = quantity_units - 7 where asset = 'USDT@tron' and address = $1",
    [bill.deposit_address],
  );
  await proveCustody(sandbox, purposes);
  expect(await found()).toContainEqual([bill.deposit_address, undefined, "-0.000007"]);
  const named = (await cases()).find(({ causeFacts }) => causeFacts.address === bill.deposit_address);
  expect(named?.cause).toContain(`0.000007 USDT less at ${bill.deposit_address}`);
  await rows(
    "update sandbox_transfer set quantity_units = quantity_units + 7 where asset = 'USDT@tron' and address = $1",
    [bill.deposit_address],
  );
  await proveCustody(sandbox, purposes);
  expect((await found()).filter(([address]) => address === bill.deposit_address)).toEqual([]);
});

test("a node may take for its answer as long as it likes", async () => {
  const server = createServer((_, response) => {
    setTimeout(() => response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { amount: 0.1 } })), 300);
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
  const asked = (patient: boolean) =>
    jsonRpc("bitcoin", url, { exact: ["amount"], timeoutMs: 50, patient })("scantxoutset", ["start", []]);
  await expect(asked(false)).rejects.toThrow("in time");
  expect(await asked(true)).toEqual({ amount: "0.1" });
  server.close();
});
