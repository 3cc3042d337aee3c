import { HDKey } from "@scure/bip32";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AnvilWorld, openAnvilWorld } from "#e2e/world/anvil-world.ts";
import { requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { proveCustody } from "#lib/outgoing/prove-custody.ts";
import { addWallet } from "#lib/wallets/add-wallet.ts";
import { purposes } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { cancelPrepared } from "./end-prepared.ts";
import { prepareTransaction } from "./prepare.ts";

// Gas of the house comes from the house: a wallet that is a customer's own pays for nobody unless it is named.

/** More than are asked for what they have. */
const OWN = 21;

let node: AnvilWorld;
let hugo: Ctx;
let walletId: string;
let own: string[];
let rich: string;
let poor: string;
beforeAll(async () => {
  node = await openAnvilWorld();
  const { world, anvil, worker } = node;
  hugo = await node.person("Hugo");
  [rich, poor] = [await node.paidBill(), await node.paidBill()];
  const [kind, path, accountId] = ["ETH", "m/44'/60'/0'", world.other.account?.id] as const;
  const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive(path).publicExtendedKey;
  walletId = (await addWallet(worker, { kind, path, xpub, accountId })) ?? "";
  const terms = { strategy: "RAI", cryptoType: "USDC", fiat: "EUR", subaccount: "shop-1" } as const;
  own = [];
  for (let nth = 0; nth < OWN; nth += 1) {
    const bill = await requestAddress(world.other, { ...terms, fiatReceivable: Decimal.from(100) });
    await anvil.send(anvil.tokens.usdc, bill.deposit_address, 1_000_000n);
    own.push(bill.deposit_address);
  }
  const has = (address: string, ether: bigint) =>
    anvil.ask("anvil_setBalance", [address, `0x${(ether * 10n ** 18n).toString(16)}`]);
  for (const address of own) await has(address, 5n);
  await has(rich, 2n);
  await anvil.mine(12);
  await runUntilIdle(worker, 60_000);
  await proveCustody(worker, purposes);
});
afterAll(() => node?.close());

test("what customers' own wallets hold is taken for nobody unless that wallet is named, and hides nothing of ours", async () => {
  const way = { kind: "GAS", from: "custody:eth", to: "custody:eth", asset: "ETH", note: "gas" } as const;
  const wanted = { ...way, quantity: Decimal.from("0.01"), address: poor };
  const { moveId } = (await requestMoveOrAsk(hugo, wanted)) as MoveRecord;
  const source = async (named: { walletId?: string }) => {
    const made = await prepareTransaction(hugo, { network: "eth", moveIds: [moveId], ...named });
    await cancelPrepared(hugo, { ...made, note: "another" });
    return made.inputs.map(({ txHash }) => `0x${txHash}`.toLowerCase());
  };
  expect(await source({})).toEqual([rich.toLowerCase()]);
});

test("named, it pays", async () => {
  const way = { kind: "GAS", from: "custody:eth", to: "custody:eth", asset: "ETH", note: "gas" } as const;
  const wanted = { ...way, quantity: Decimal.from("0.02"), address: poor };
  const { moveId } = (await requestMoveOrAsk(hugo, wanted)) as MoveRecord;
  const { inputs } = await prepareTransaction(hugo, { network: "eth", moveIds: [moveId], walletId });
  expect(own.map((address) => address.toLowerCase())).toContain(`0x${inputs[0]?.txHash}`.toLowerCase());
  expect(await node.world.broken()).toEqual([]);
});
