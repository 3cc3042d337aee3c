import { bytesToHex, concatBytes } from "@noble/hashes/utils.js";
import { base58 } from "@scure/base";
import { compactSize, littleEndian, outpoint, sized, writtenOutput } from "#lib/chains/raw-transaction.ts";
import { type Drafted, preparedUtxo } from "./utxo-draft.ts";

/** Stands where a signature will; an extended key of BIP32 begins so as well. */
const NO_SIGNATURE = Uint8Array.of(0xff);
const EXTENDED_KEY = 0xff;
/** An extended key in Base58Check: 78 bytes before its checksum. */
const KEY_BYTES = 78;
const [PUSH_DATA_1, SHORT_PUSH] = [0x4c, 0x4b];
/** A step of a path in two bytes says by this that it takes four more. */
const LONG_STEP = 0xffff;

/**
 * A transaction as Electron Cash saves and loads it (`electroncash/transaction.py`: serialize_input, parse_input): the
 * bytes of Bitcoin with, in place of each signature, the mark that there is none and the extended public key and steps of
 * its key, and behind each sequence what the coin is worth, which a signer that is offline signs over.
 */
export function electronCashFile(drafted: Drafted): string {
  const { version, inputs, outputs, lockTime } = preparedUtxo(drafted);
  const written = concatBytes(
    littleEndian(version, 4),
    compactSize(inputs.length),
    ...inputs.map((input, n) => {
      const { branch = 0, keyIndex = 0 } = drafted.inputs[n] ?? {};
      const unlocking = concatBytes(pushed(NO_SIGNATURE), pushed(extendedKey(drafted.wallet.xpub, branch, keyIndex)));
      return concatBytes(
        outpoint({ txHash: input.sourceHash, index: input.sourceIndex }),
        sized(bytesToHex(unlocking)),
        littleEndian(input.sequence, 4),
        littleEndian(input.units, 8),
      );
    }),
    compactSize(outputs.length),
    ...outputs.map(writtenOutput),
    littleEndian(lockTime, 4),
  );
  return `${JSON.stringify({ hex: bytesToHex(written), complete: false, final: true }, undefined, 4)}\n`;
}

const pushed = (bytes: Uint8Array): Uint8Array =>
  concatBytes(
    bytes.length <= SHORT_PUSH ? Uint8Array.of(bytes.length) : Uint8Array.of(PUSH_DATA_1, bytes.length),
    bytes,
  );

/** The account's extended public key, and the steps from it, as keystore.py has it (get_xpubkey). */
const extendedKey = (xpub: string, branch: number, index: number): Uint8Array =>
  concatBytes(
    Uint8Array.of(EXTENDED_KEY),
    base58.decode(xpub).subarray(0, KEY_BYTES),
    stepBytes(branch),
    stepBytes(index),
  );

const stepBytes = (step: number): Uint8Array =>
  step < LONG_STEP ? littleEndian(step, 2) : concatBytes(littleEndian(LONG_STEP, 2), littleEndian(step, 4));
