import type { UtxoNetwork } from "#lib/chains/bitcoin.ts";
import { writeRaw } from "#lib/chains/raw-transaction.ts";
import { keyAt, type KeyFacts, type WalletKey } from "#lib/wallets/key-origin.ts";
import { psbtOf } from "./psbt.ts";
import type { PreparedInputRow, PreparedOutputRow } from "./store.ts";
import { type PreparedUtxo, unsignedOf } from "./utxo-signed.ts";

/** What a draft is made of, as its rows say it. */
export type Drafted = {
  network: UtxoNetwork;
  wallet: KeyFacts;
  inputs: readonly PreparedInputRow[];
  outputs: readonly Omit<PreparedOutputRow, "n">[];
};

const VERSION = 2;
const LOCK_TIME = 0;
/** Says that a greater fee may take its place (BIP 125); bitcoincash knows no such thing. */
export const SEQUENCE: Readonly<Record<UtxoNetwork, number>> = { bitcoin: 0xfffffffd, bitcoincash: 0xffffffff };

/** A draft with the public key of each input, as the signed one is compared with. */
export function preparedUtxo({ network, wallet, inputs, outputs }: Drafted): PreparedUtxo {
  return {
    network,
    version: VERSION,
    lockTime: LOCK_TIME,
    inputs: inputs.map((input) => ({ ...input, publicKey: keyOf(wallet, input).publicKey })),
    outputs,
  };
}

/** The unsigned bytes, and the PSBT around them; `before` are the transactions whose outputs are spent, where they can be had. */
export function draftOf(drafted: Drafted, before: ReadonlyMap<string, string>): { unsigned: string; content: string } {
  const { wallet, inputs, outputs } = drafted;
  const prepared = preparedUtxo(drafted);
  const psbt = psbtOf(prepared, {
    inputs: inputs.map((input) => ({ ...keyOf(wallet, input), before: before.get(input.sourceHash) })),
    outputs: outputs.map(({ keyIndex }) =>
      keyIndex === undefined ? undefined : keyAt(wallet, CHANGE_BRANCH, keyIndex),
    ),
  });
  return {
    unsigned: writeRaw(unsignedOf(prepared), { witnesses: false }),
    content: Buffer.from(psbt).toString("base64"),
  };
}

const CHANGE_BRANCH = 1;

const keyOf = (wallet: KeyFacts, { branch, keyIndex }: PreparedInputRow): WalletKey => keyAt(wallet, branch, keyIndex);
