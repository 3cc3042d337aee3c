import { hexToBytes } from "@noble/hashes/utils.js";
import { base58 } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openElectrum, type Signer } from "#e2e/world/electrum.ts";
import { startUtxoNode, type UtxoNode } from "#e2e/world/litecoin.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { SEED } from "#e2e/world/owner.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import { bitcoinChain } from "#lib/chains/bitcoin.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { Slots } from "#lib/kernel/slots.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { base58check } from "#lib/wallets/base58check.ts";
import { extendChange } from "#lib/wallets/change.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { prepareTransaction } from "./prepare.ts";
import { getPrepared, readPrepared } from "./read-prepared.ts";
import { sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

const PAID = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

// Electrum, offline and with the keys, signs what we prepare; a node of Bitcoin Core's family takes what it gives back.

let world: World;
let utxo: UtxoNode;
let worker: Ctx;
let hugo: Ctx;
const signers: Signer[] = [];
beforeAll(async () => {
  [world, utxo] = await Promise.all([openWorld({ alone: true }), startUtxoNode()]);
  const person = await personOfHouse(world, "Hugo");
  const chain = bitcoinChain(
    { network: "bitcoin", reorgLimit: 10, landmarks: [{ height: 0, hash: utxo.genesis }] },
    utxo.node,
  );
  const app = { ...world.app, slots: new Slots(), chains: { bitcoin: chain } };
  worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
  hugo = contextFor(app, { actor: person.actor, account: person.account, requestId: "test" });
  await world.price("BTC", "EUR", "60000");
  await extendChange(worker);
});
afterAll(async () => {
  for (const signer of signers) signer.close();
  await utxo?.stop();
  await world?.close();
});

/** The account's extended private key as test networks write it. */
function accountKey(path: string, version: string): string {
  const { privateExtendedKey } = HDKey.fromMasterSeed(hexToBytes(SEED)).derive(path);
  const bytes = base58.decode(privateExtendedKey);
  return base58check(Uint8Array.from([...hexToBytes(version), ...bytes.slice(4, -4)]));
}

test.each([
  { kind: "segwit", bech32: true, path: "m/84'/0'/0'", version: "045f18bc" },
  { kind: "of old", bech32: false, path: "m/44'/0'/0'", version: "04358394" },
])("coins $kind: signed by Electrum, compared, sent, and confirmed to the unit", async ({ bech32, path, version }) => {
  for (const amount of ["0.01", "0.02"]) {
    const bill = await world.bill({ strategy: "RAI", fiatReceivable: Decimal.from("600"), bech32 });
    await utxo.pay((await findPayable(world.ctx, bill.deposit_address))?.script ?? "", amount);
  }
  await utxo.mine(3);
  await runUntilIdle(worker, 30_000);
  const { beneficiaryId } = await makeBeneficiary(world.ctx, {
    name: `Acme ${path}`,
    asset: "BTC",
    address: bech32 ? PAID : LEGACY,
  });
  const input = { asset: "BTC", quantity: Decimal.from("0.025"), reference: "out", beneficiaryId } as const;
  const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<PayoutRecord>).text) as PayoutRecord;
  const made = await prepareTransaction(hugo, {
    network: "bitcoin",
    payoutIds: [payoutId],
    feeRate: Decimal.from("12"),
    ...(await walletAt(path)),
  });
  expect(made.inputs).toHaveLength(2);
  const signer = openElectrum(accountKey(path, version));
  signers.push(signer);
  const { bytes } = (await readPrepared(hugo, made)) as { bytes: Uint8Array };
  const signed = signer.sign(Buffer.from(bytes).toString("base64"));
  const { txHash } = await takeSigned(hugo, { ...made, signed });
  await sendPrepared(hugo, made);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "BROADCAST", txHash, fault: undefined });
  expect(await utxo.ask("getrawmempool")).toEqual([txHash]);
  await utxo.mine(3);
  await runUntilIdle(worker, 30_000);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CONFIRMED", txHash });
  const payout = JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord;
  expect(payout).toMatchObject({ status: "CONFIRMED", txHash });
  expect(await world.broken()).toEqual([]);
});

const LEGACY = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
async function walletAt(path: string): Promise<{ walletId: string }> {
  const { id } = await world.app.database.prisma.wallet.findFirstOrThrow({ where: { path, network: "bitcoin" } });
  return { walletId: id };
}
