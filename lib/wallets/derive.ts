import { bytesToHex } from "@noble/hashes/utils.js";
import { HARDENED_OFFSET } from "@scure/bip32";
import { type CryptoAsset, type Network, networkOf } from "#lib/kernel/assets.ts";
import { must } from "#lib/kernel/errors.ts";
import { childrenOf, type PublicKey } from "./child-keys.ts";
import {
  accountOfKey,
  ethAddress,
  hash160,
  p2pkhAddress,
  p2pkhScript,
  p2wpkhAddress,
  p2wpkhScript,
  tronAddress,
} from "./encodings.ts";
import { type Branch, chainOf, EXTERNAL } from "./extended-key.ts";
import { isSafe, type WalletKind } from "./kinds.ts";
import { safeAccount } from "./safe-account.ts";

/**
 * `address` in its default form (legacy on bitcoincash, EIP-55 on eth); `script` is what the chain is watched by, in
 * lower-case hex: the scriptPubKey on bitcoin and bitcoincash, the 20-byte account without 0x on eth and tron.
 */
export type DerivedAddress = { address: string; script: string };

/** One call derives at most this many: some seconds of work. */
const MAX_COUNT = 10_000;

/** Which wallet receives an asset; `bech32` chooses segwit for BTC and changes nothing else here (specification, bech32). */
export function walletKindFor(asset: CryptoAsset, bech32: boolean): WalletKind {
  switch (networkOf(asset)) {
    case "bitcoin":
      return bech32 ? "BTC_P2WPKH" : "BTC_P2PKH";
    case "bitcoincash":
      return "BCH_P2PKH";
    case "eth":
      return "ETH";
    case "tron":
      return "TRON";
  }
}

const NETWORK_OF_KIND: Record<WalletKind, Network> = {
  BTC_P2PKH: "bitcoin",
  BTC_P2WPKH: "bitcoin",
  BCH_P2PKH: "bitcoincash",
  ETH: "eth",
  TRON: "tron",
  ETH_SAFE: "eth",
};

export const networkOfKind = (kind: WalletKind): Network => NETWORK_OF_KIND[kind];

/**
 * The addresses at `account/branch/from … from + count − 1`: a pool derives them ahead, off the path of any request. A Safe
 * has one alone, its own.
 */
export function deriveAddresses(
  kind: WalletKind,
  extendedKey: string,
  from: number,
  count: number,
  branch: Branch = EXTERNAL,
): DerivedAddress[] {
  must(
    Number.isInteger(count) && count >= 1 && count <= MAX_COUNT,
    `between 1 and ${MAX_COUNT} addresses are derived at once`,
  );
  must(Number.isInteger(from) && from >= 0 && from + count <= HARDENED_OFFSET, "address indices are below 2^31");
  if (isSafe(kind)) return from === 0 && branch === EXTERNAL ? [safeAccount(extendedKey)] : [];
  const chain = chainOf(extendedKey, branch);
  return childrenOf(chain, from, count).map((key) => addressOf(kind, key));
}

function addressOf(kind: WalletKind, key: PublicKey): DerivedAddress {
  if (kind === "ETH" || kind === "TRON") {
    const account = accountOfKey(key.toBytes(false).subarray(1));
    return { address: kind === "ETH" ? ethAddress(account) : tronAddress(account), script: bytesToHex(account) };
  }
  const hash = hash160(key.toBytes(true));
  if (kind === "BTC_P2WPKH") return { address: p2wpkhAddress(hash), script: p2wpkhScript(hash) };
  return { address: p2pkhAddress(hash), script: p2pkhScript(hash) };
}
