import { HDKey } from "@scure/bip32";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import { addWallet } from "#lib/wallets/add-wallet.ts";
import { prepareTransaction } from "./prepare.ts";
import { sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

// Of accounts with tokens those that were emptied are no candidates, nor those of a wallet that is a customer's own, and
// what a venue has sent back is one.

const SWEPT = 25;
const of = { asset: "USDT", networkType: "eth" } as const;

let world: World;
let hugo: Ctx;
let operator: Ctx;
let beneficiaryId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("USDT", "EUR", "0.9");
  hugo = await personOfHouse(world, "Hugo");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  const address = "0x901bb9583b24d97e995513c6778dc6888ab6870e";
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { ...of, name: "Acme", address }));
});
afterAll(() => world.close());

const mine = async () => {
  await mineBlocks(operator, { network: "eth", count: 80 });
  await world.settle();
};
const billOf = () => world.bill({ strategy: "RAI", cryptoType: "USDT", networkType: "eth" });
const payoutOf = async (quantity: string): Promise<string> => {
  const request = { ...of, quantity: Decimal.from(quantity), reference: "out", beneficiaryId };
  return JSON.parse(((await payOrAsk(world.ctx, request)) as Raw<PayoutRecord>).text).payoutId;
};
const prepare = (payoutId: string) => prepareTransaction(hugo, { network: "eth", payoutIds: [payoutId] });
/** Prepared, signed outside and mined; answers from which account it went. */
const paid = async (payoutId: string) => {
  const made = await prepare(payoutId);
  const { signed } = await signPrepared(operator, made);
  await takeSigned(hugo, { ...made, signed });
  await sendPrepared(hugo, made);
  await world.settle();
  await mine();
  expect(JSON.parse((await getPayout(world.ctx, { payoutId })).text)).toMatchObject({ status: "CONFIRMED" });
  return made.inputs.map(({ txHash }) => `0x${txHash}`.toLowerCase());
};

test("emptied accounts crowd out none that has enough", async () => {
  const swept = await Promise.all(Array.from({ length: SWEPT }, billOf));
  for (const { deposit_address: address } of swept)
    await sendDeposit(operator, { address, quantity: Decimal.from(100) });
  await mine();
  await spend(operator, {
    network: "eth",
    asset: "USDT",
    quantity: Decimal.from(100 * SWEPT),
    to: `0x${"9".repeat(40)}`,
  });
  await mine();
  const full = await billOf();
  await sendDeposit(operator, { address: full.deposit_address, quantity: Decimal.from(150) });
  await mine();
  const { eth } = world.app.chains;
  if (!eth?.balances) throw new Error("the sandbox tells what accounts have");
  const balances = vi.spyOn(eth as Required<typeof eth>, "balances");
  expect(await paid(await payoutOf("40"))).toEqual([full.deposit_address.toLowerCase()]);
  // The node tells of no emptied one.
  expect(balances.mock.calls.map(([, scripts]) => scripts)).toEqual([[full.deposit_address.slice(2).toLowerCase()]]);
  // By what came to it it would have these, and by what has left it has not.
  await expect(prepare(await payoutOf("120"))).rejects.toEqual(code("INSUFFICIENT_FUNDS", /No account of ours on eth/));
});

test("what a venue has sent back can be spent", async () => {
  const home = (await billOf()).deposit_address;
  const place = "custody:eth";
  const listed = await addDestinationOrAsk(hugo, { ...of, place, address: home, label: place });
  const { destinationId } = listed as { destinationId: string };
  const quantity = Decimal.from(300);
  const way = { ...of, kind: "FROM_VENUE", from: "venue:sandbox", to: place, quantity } as const;
  await requestMoveOrAsk(hugo, { ...way, destinationId, note: "back" });
  await playTransfer(operator, { ...of, kind: "WITHDRAWAL", quantity, address: home, reference: "W1" });
  await world.settle();
  await mine();
  expect(await paid(await payoutOf("200"))).toEqual([home.toLowerCase()]);
});

test("what is consolidated leaves another account than the one that it comes to", async () => {
  const payee = await billOf();
  await sendDeposit(operator, { address: payee.deposit_address, quantity: Decimal.from(60) });
  await mine();
  const place = "custody:eth";
  const listed = await addDestinationOrAsk(hugo, { ...of, place, address: payee.deposit_address, label: "one" });
  const { destinationId } = listed as { destinationId: string };
  const way = { ...of, kind: "CONSOLIDATION", from: place, to: place, quantity: Decimal.from(50) } as const;
  const moved = await requestMoveOrAsk(hugo, { ...way, destinationId, note: "together" });
  const { inputs } = await prepareTransaction(hugo, {
    network: "eth",
    moveIds: [(moved as { moveId: string }).moveId],
  });
  expect(inputs.map(({ txHash }) => `0x${txHash}`.toLowerCase())).not.toContain(payee.deposit_address.toLowerCase());
});

test("what an account's own wallet holds is taken for nobody unless that wallet is named", async () => {
  const [kind, path, accountId] = ["ETH", "m/44'/60'/0'", world.other.account?.id] as const;
  const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive(path).publicExtendedKey;
  const walletId = await addWallet(operator, { kind, path, xpub, accountId });
  const terms = { strategy: "RAI", cryptoType: "USDT", networkType: "eth", fiat: "EUR", subaccount: "shop-1" } as const;
  const { deposit_address: own } = await requestAddress(world.other, { ...terms, fiatReceivable: Decimal.from(100) });
  await sendDeposit(operator, { address: own, quantity: Decimal.from(900) });
  const full = await billOf();
  await sendDeposit(operator, { address: full.deposit_address, quantity: Decimal.from(950) });
  await mine();
  // Of those with enough the one with least would pay, and that is the other account's.
  const sources = async (quantity: string, named: { walletId?: string | undefined }) => {
    const payoutIds = [await payoutOf(quantity)];
    const { inputs } = await prepareTransaction(hugo, { network: "eth", payoutIds, ...named });
    return inputs.map(({ txHash }) => `0x${txHash}`.toLowerCase());
  };
  expect(await sources("890", {})).toEqual([full.deposit_address.toLowerCase()]);
  await expect(sources("880", {})).rejects.toEqual(code("INSUFFICIENT_FUNDS", /No account of ours on eth/));
  expect(await sources("870", { walletId })).toEqual([own.toLowerCase()]);
});
