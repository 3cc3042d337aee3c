import { concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import {
  compactSize,
  doubleSha256,
  littleEndian,
  outpoint,
  type RawTransaction,
  sized,
  writtenOutput,
} from "#lib/chains/raw-transaction.ts";
import type { UtxoNetwork } from "#lib/chains/bitcoin.ts";

/** A signature binds all inputs and all outputs, on bitcoincash with the mark of its fork (SIGHASH_FORKID). */
export const SIGHASH_ALL: Readonly<Record<UtxoNetwork, number>> = { bitcoin: 0x01, bitcoincash: 0x41 };

/** What an input spends, by its script: a public key's hash, in a witness or in a script. */
export const isWitnessScript = (script: string): boolean => /^0014[0-9a-f]{40}$/.test(script);

/** The script a key's hash is checked by, the same for both kinds of output. */
const keyScript = (script: string): string => (isWitnessScript(script) ? `76a914${script.slice(4)}88ac` : script);

/**
 * What the key of an input signs, with SIGHASH_ALL: as BIP 143 has it for witnesses and on bitcoincash, where the amount is
 * signed as well, and as of old for other scripts.
 */
export function signedDigest(
  network: UtxoNetwork,
  transaction: RawTransaction,
  at: number,
  spent: { script: string; units: bigint },
): Uint8Array {
  const type = SIGHASH_ALL[network];
  const code = keyScript(spent.script);
  return network === "bitcoincash" || isWitnessScript(spent.script)
    ? digestWithAmount(transaction, at, { code, units: spent.units, type })
    : digestOfOld(transaction, at, { code, type });
}

function digestWithAmount(
  { version, inputs, outputs, lockTime }: RawTransaction,
  at: number,
  { code, units, type }: { code: string; units: bigint; type: number },
): Uint8Array {
  const input = inputs[at];
  if (!input) throw new RangeError("there is no such input");
  return doubleSha256(
    concatBytes(
      littleEndian(version, 4),
      doubleSha256(concatBytes(...inputs.map(outpoint))),
      doubleSha256(concatBytes(...inputs.map(({ sequence }) => littleEndian(sequence, 4)))),
      outpoint(input),
      sized(code),
      littleEndian(units, 8),
      littleEndian(input.sequence, 4),
      doubleSha256(concatBytes(...outputs.map(writtenOutput))),
      littleEndian(lockTime, 4),
      littleEndian(type, 4),
    ),
  );
}

function digestOfOld(
  { version, inputs, outputs, lockTime }: RawTransaction,
  at: number,
  { code, type }: { code: string; type: number },
): Uint8Array {
  const written = inputs.map((input, n) =>
    concatBytes(outpoint(input), n === at ? sized(code) : hexToBytes("00"), littleEndian(input.sequence, 4)),
  );
  return doubleSha256(
    concatBytes(
      littleEndian(version, 4),
      compactSize(inputs.length),
      ...written,
      compactSize(outputs.length),
      ...outputs.map(writtenOutput),
      littleEndian(lockTime, 4),
      littleEndian(type, 4),
    ),
  );
}
