import { HISTORIES } from "./read-history.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { HDKey } from "@scure/bip32";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startUtxoNode, type UtxoNode } from "#e2e/world/litecoin.ts";
import { memoryChain } from "#e2e/world/memory-chain.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { startTronNode, tronSettings } from "#e2e/world/tron.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { deriveAddress } from "#lib/wallets/derive.fixture.ts";
import { activateWallet, listWallets, makeWallet } from "#lib/wallets/wallets.ts";
import { bitcoinChain } from "./bitcoin.ts";
import type { Chain, Transfer } from "./chain.ts";
import { evmChain } from "./evm.ts";
import { jsonRpc } from "./json-rpc.ts";
import { TRON_LIMITS } from "./main-nets.ts";
import { everyEndpoint } from "./endpoints.ts";
import { finishHistories, readHistories } from "./read-history.ts";

type Shown = Awaited<ReturnType<typeof makeWallet>>;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => world?.close());

const staff = (): Ctx =>
  contextFor(world.app, {
    actor: { kind: "staff", userId: "00000000-0000-7000-8000-000000000000", name: "Ada", role: "admin" },
    requestId: "test",
  });
const on = (chain: Chain): Ctx =>
  contextFor(
    { ...world.app, slots: new Slots(), chains: { bitcoin: chain } },
    { actor: { kind: "worker" }, requestId: "test" },
  );
/** An account's key of a seed of its own. */
const keyOf = (seed: number): string =>
  HDKey.fromMasterSeed(new Uint8Array(32).fill(seed)).derive("m/84'/0'/0'").publicExtendedKey;
const scriptOf = (xpub: string, index: number) => deriveAddress("BTC_P2WPKH", xpub, index).script;
const importKey = async (xpub: string, more: object): Promise<Shown> =>
  await makeWallet(staff(), { kind: "BTC_P2WPKH", path: "m/84'/0'/0'", xpub, ...more });
const shown = async (walletId: string): Promise<Shown> => {
  const { data } = await listWallets(staff());
  const found = data.find((wallet) => wallet.walletId === walletId);
  if (!found) throw new Error("the wallet was made before");
  return found;
};
const paid = (xpub: string, index: number): Transfer => ({
  txHash: index.toString(16).padStart(64, "0"),
  outputIndex: 0,
  position: 0,
  asset: "BTC",
  script: scriptOf(xpub, index),
  units: 1_000n,
});

describe("an imported key with a past", () => {
  test("is not activated before its past is known; then it hands out the address after the last used one", async () => {
    const xpub = keyOf(11);
    const memory = memoryChain("bitcoin");
    memory.mine(3, [paid(xpub, 0)]);
    memory.mine(2, [paid(xpub, 7), paid(xpub, 3)]);
    const made = await importKey(xpub, { historyFrom: 1 });
    expect(made.history).toMatchObject({ from: 1, gapLimit: 20, used: 0, scannedTo: 0 });
    const firstAddress = (made["addresses"] as { address: string }[])[0]?.address ?? "";
    await expect(activateWallet(staff(), { walletId: made.walletId, firstAddress })).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
    const worker = on(memory.view());
    expect(await readHistories(worker)).toBe(1);
    await worker.app.slots.get(HISTORIES);
    const known = await shown(made.walletId);
    expect(known).toMatchObject({ nextIndex: 8, longestGap: 3 });
    expect(known.history).toMatchObject({
      used: 3,
      highestUsed: 7,
      scannedTo: 5,
      sentence: "3 addresses were used before, the last of them 7; 20 after it were not.",
    });
    expect(await readHistories(worker)).toBe(0);
    await activateWallet(staff(), { walletId: made.walletId, firstAddress });
    const bill = await world.bill({ bech32: true });
    expect(bill.deposit_address).toBe(deriveAddress("BTC_P2WPKH", xpub, 8).address);
  });

  test("is read again for the next addresses while used ones come near the end of those looked for", async () => {
    const xpub = keyOf(12);
    const memory = memoryChain("bitcoin");
    memory.mine(2, [paid(xpub, 205)]);
    memory.mine(2, [paid(xpub, 190)]);
    const { walletId } = await importKey(xpub, { historyFrom: 0 });
    await finishHistories(on(memory.view()));
    expect((await shown(walletId)).history).toMatchObject({ used: 2, highestUsed: 205 });
    expect(await shown(walletId)).toMatchObject({ nextIndex: 206 });
  });

  test("waits for a node that errs, says why, and goes on where it stood", async () => {
    const xpub = keyOf(13);
    const memory = memoryChain("bitcoin");
    memory.mine(4, [paid(xpub, 1)]);
    let away = true;
    const view = memory.view({ away: () => away });
    const { walletId } = await importKey(xpub, { historyFrom: 0 });
    await finishHistories(on(view));
    expect((await shown(walletId)).history).toMatchObject({ sentence: "The endpoint does not answer in time." });
    away = false;
    await finishHistories(on(view));
    expect((await shown(walletId)).history).toMatchObject({ used: 1, highestUsed: 1, scannedTo: 4 });
  });

  test("takes nothing of a block of which two endpoints tell other transfers", async () => {
    const xpub = keyOf(18);
    const memory = memoryChain("bitcoin");
    memory.mine(4, [paid(xpub, 1)]);
    const whole = memory.view();
    const hiding: Chain = {
      ...whole,
      block: async (height) => {
        const block = await whole.block(height);
        return block && { ...block, transfers: [] };
      },
    };
    const { walletId } = await importKey(xpub, { historyFrom: 0 });
    await finishHistories(on(everyEndpoint([hiding, whole])));
    expect((await shown(walletId)).history).toMatchObject({
      used: 0,
      sentence: expect.stringMatching(/different transfers of block 1/),
    });
    await finishHistories(on(everyEndpoint([whole, whole])));
    expect((await shown(walletId)).history).toMatchObject({ used: 1, highestUsed: 1 });
  });

  test("that was never used keeps its beginning", async () => {
    const memory = memoryChain("bitcoin");
    memory.mine(3);
    const { walletId } = await importKey(keyOf(14), { historyFrom: 2, gapLimit: 50 });
    await finishHistories(on(memory.view()));
    expect(await shown(walletId)).toMatchObject({ nextIndex: 0 });
    expect((await shown(walletId)).history).toMatchObject({ sentence: "No address was used since block 2." });
  });

  test("needs a block to begin at when a gap limit is given", async () => {
    await expect(importKey(keyOf(15), { gapLimit: 30 })).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });
});

/** Without the node's binary for this machine this counts as skipped; Linux on x64 always has it. */
describe("on nodes of accounts", () => {
  let tron: Awaited<ReturnType<typeof startTronNode>>;
  beforeAll(async () => {
    tron = await startTronNode();
  });
  afterAll(async () => tron?.stop());

  test("the receivers themselves are asked for, within Tron's limits", async () => {
    const { anvil, url } = tron;
    const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(17)).derive("m/44'/195'/0'").publicExtendedKey;
    for (const index of [4, 1]) {
      await anvil.send(anvil.tokens.usdt, `0x${deriveAddress("TRON", xpub, index).script}`, 5_000_000n);
      await anvil.mine(10);
    }
    const { walletId } = await makeWallet(staff(), {
      kind: "TRON",
      path: "m/44'/195'/0'",
      xpub,
      historyFrom: 0,
      gapLimit: 500,
    });
    const few = { ...TRON_LIMITS, byReceiver: 7 };
    const chain = evmChain({ ...tronSettings({ anvil }), limits: few }, jsonRpc("tron", url));
    await finishHistories(
      contextFor(
        { ...world.app, slots: new Slots(), chains: { tron: chain } },
        { actor: { kind: "worker" }, requestId: "test" },
      ),
    );
    expect(await shown(walletId)).toMatchObject({ nextIndex: 5, longestGap: 2 });
    expect((await shown(walletId)).history).toMatchObject({ used: 2, highestUsed: 4 });
  });
});

/** Without a node of Bitcoin Core's family this counts as skipped; on Debian root installs one. */
describe("on a real node", () => {
  let utxo: UtxoNode;
  beforeAll(async () => {
    utxo = await startUtxoNode();
  });
  afterAll(async () => utxo?.stop());

  test("the used addresses of a wallet are found, also those used out of order", async () => {
    const xpub = keyOf(16);
    for (const index of [2, 0, 21, 5]) {
      await utxo.pay(scriptOf(xpub, index), "0.01");
      await utxo.mine(1);
    }
    const { walletId } = await importKey(xpub, { historyFrom: 0 });
    const settings = { network: "bitcoin", reorgLimit: 10, landmarks: [{ height: 0, hash: utxo.genesis }] } as const;
    await finishHistories(on(bitcoinChain(settings, utxo.node)));
    expect(await shown(walletId)).toMatchObject({ nextIndex: 22, longestGap: 15 });
    expect((await shown(walletId)).history).toMatchObject({ used: 4, highestUsed: 21, scannedTo: 105 });
  });
});
