import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { HDKey } from "@scure/bip32";
import { pbkdf2Sync } from "node:crypto";
import type { UtxoNetwork } from "#lib/chains/bitcoin.ts";
import { type RawInput, writeRaw } from "#lib/chains/raw-transaction.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isWitnessScript, SIGHASH_ALL, signedDigest } from "#lib/signing/sighash.ts";
import { needToSign } from "#lib/signing/to-sign.ts";
import { type PreparedUtxo, unsignedOf } from "#lib/signing/utxo-signed.ts";
import { hexText, type PreparedEvm } from "#lib/signing/evm-signed.ts";
import { accountOfKey } from "#lib/wallets/encodings.ts";
import { writeSignedEvm, writeUnsignedEvm } from "#lib/chains/evm-raw.ts";
import { tronHash, tronJson, writeTron } from "#lib/chains/tron-raw.ts";
import type { PreparedTron } from "#lib/signing/tron-signed.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { signEndpoint } from "./contract.ts";

/** The published test mnemonic of BIP39: anybody has its keys, and live mode refuses them. */
const MNEMONIC = `${"abandon ".repeat(11)}about`;
const master = (): HDKey =>
  HDKey.fromMasterSeed(Uint8Array.from(pbkdf2Sync(MNEMONIC, "mnemonic", 2_048, 64, "sha512")));

/**
 * The signer of a sandbox's owner: what a hardware wallet, or a program apart, does for real funds. Refuses with
 * INVALID_STATE a wallet whose keys are not the published ones.
 */
export async function signPrepared(
  ctx: Ctx,
  { preparedId }: InputOf<typeof signEndpoint>,
): Promise<OutputOf<typeof signEndpoint>> {
  must(ctx.app.mode === "sandbox", "only the sandbox's keys are published");
  const toSign = await needToSign(ctx, preparedId);
  const account = master().derive(toSign.path);
  const keys = toSign.keys.map(([branch, index]) => account.deriveChild(branch).deriveChild(index));
  if ("utxo" in toSign) return { signed: signUtxo(toSign.utxo, keys) };
  return { signed: "tron" in toSign ? signTron(toSign.tron, keys[0]) : signEvm(toSign.evm, keys[0]) };
}

const notPublished = (): Refusal =>
  new Refusal("INVALID_STATE", "The keys of this wallet are none of the sandbox's published ones.");

function signEvm(prepared: PreparedEvm, key: HDKey | undefined): string {
  const { signature, recovery } = signedBy(prepared.sender, key, keccak_256(writeUnsignedEvm(prepared)));
  return hexText(writeSignedEvm(prepared, { signature, yParity: recovery }));
}

/** As a wallet of Tron gives it back. */
function signTron(prepared: PreparedTron, key: HDKey | undefined): string {
  const raw = writeTron(prepared);
  const { signature, recovery } = signedBy(prepared.sender, key, sha256(raw));
  return JSON.stringify({
    visible: false,
    txID: tronHash(bytesToHex(raw)),
    raw_data: tronJson(prepared),
    raw_data_hex: bytesToHex(raw),
    signature: [bytesToHex(signature) + (recovery + FIRST_RECOVERY).toString(16)],
  });
}

/** How Tron writes which of two keys signed. */
const FIRST_RECOVERY = 27;

function signedBy(sender: string, key: HDKey | undefined, digest: Uint8Array) {
  must(key?.privateKey && key.publicKey, "a key that was derived is whole");
  const account = accountOfKey(secp256k1.Point.fromBytes(key.publicKey).toBytes(false).subarray(1));
  if (bytesToHex(account) !== sender) throw notPublished();
  const signed = secp256k1.sign(digest, key.privateKey, { prehash: false, lowS: true, format: "recovered" });
  return { signature: signed.subarray(1), recovery: signed[0] ?? 0 };
}

function signUtxo(prepared: PreparedUtxo, keys: readonly HDKey[]): string {
  const unsigned = unsignedOf(prepared);
  const inputs = unsigned.inputs.map((input, n): RawInput => {
    const [spent, { privateKey: key, publicKey } = {}] = [prepared.inputs[n], keys[n]];
    must(spent && key && publicKey, "each input has its key");
    if (bytesToHex(publicKey) !== spent.publicKey) throw notPublished();
    const signature = signatureOf(prepared.network, signedDigest(prepared.network, unsigned, n, spent), key);
    if (isWitnessScript(spent.script)) return { ...input, witness: [signature, spent.publicKey] };
    return { ...input, script: [signature, spent.publicKey].map(pushed).join("") };
  });
  return writeRaw({ ...unsigned, inputs }, { witnesses: true });
}

function signatureOf(network: UtxoNetwork, digest: Uint8Array, key: Uint8Array): string {
  const der = secp256k1.sign(digest, key, { prehash: false, lowS: true, format: "der" });
  return bytesToHex(der) + SIGHASH_ALL[network].toString(16).padStart(2, "0");
}

const pushed = (hex: string): string => bytesToHex(Uint8Array.of(hexToBytes(hex).length)) + hex;
