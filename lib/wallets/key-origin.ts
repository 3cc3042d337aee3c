import { bytesToHex } from "@noble/hashes/utils.js";
import { HARDENED_OFFSET } from "@scure/bip32";
import { invalid } from "#lib/kernel/errors.ts";
import { childOf } from "./child-keys.ts";
import { type Branch, chainOf } from "./extended-key.ts";

/** A wallet as far as its keys are named: `masterFingerprint` where its owner told it. */
export type KeyFacts = { xpub: string; path: string; fingerprint: string; masterFingerprint: string | null };

/** A key of a wallet by what its owner's signer knows it by: the fingerprint of a key, and the steps from there. */
export type WalletKey = { publicKey: string; fingerprint: number; path: readonly number[] };

/**
 * The key at `branch/index`. Its steps lead from the master key where the wallet's owner told its fingerprint, else from
 * the account's own key (BIP 174).
 */
export function keyAt(wallet: KeyFacts, branch: Branch, index: number): WalletKey {
  const { publicKey } = childOf(chainOf(wallet.xpub, branch), index);
  const { masterFingerprint } = wallet;
  const before = masterFingerprint === null ? [] : stepsOf(wallet.path);
  return {
    publicKey: bytesToHex(publicKey),
    fingerprint: Number.parseInt(masterFingerprint ?? wallet.fingerprint, 16),
    path: [...before, branch, index],
  };
}

/** `m/84'/0'/0'` as numbers. */
const stepsOf = (path: string): number[] =>
  path
    .split("/")
    .slice(1)
    .map((step) => Number.parseInt(step, 10) + (/['h]$/.test(step) ? HARDENED_OFFSET : 0));

/**
 * An extended key with where it comes from before it, as descriptors write it: `[d34db33f/84h/0h/0h]zpub…`. Refuses an
 * origin that is not written so, or that is not the path the wallet is added with.
 */
export function withoutOrigin(text: string, path: string): { xpub: string; masterFingerprint: string | undefined } {
  if (!text.startsWith("[")) return { xpub: text, masterFingerprint: undefined };
  const [, masterFingerprint = "", steps = "", xpub = ""] =
    /^\[([0-9a-fA-F]{8})((?:\/\d+['hH]?)*)\](\S+)$/.exec(text) ?? [];
  if (xpub === "") throw invalid("xpub", "The origin of the key must be written as in [d34db33f/84h/0h/0h]zpub….");
  if (`m${steps.replaceAll(/[hH]/g, "'")}` !== path)
    throw invalid("path", "path is not the one that the key's origin names.");
  return { xpub, masterFingerprint: masterFingerprint.toLowerCase() };
}
