import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { HARDENED_OFFSET, HDKey } from "@scure/bip32";
import { invalid, type Refusal } from "#lib/kernel/errors.ts";
import { base58check, base58checkBytes } from "./base58check.ts";
import { childOf, type Parent } from "./child-keys.ts";

/** How the owner's wallet wrote the key (SLIP-132): for `1…`, for segwit inside `3…`, or for `bc1q…` addresses. */
export type ExtendedKeyForm = "xpub" | "ypub" | "zpub";

/** An account's extended public key; `xpub` is the same key written under BIP32's own version, whatever form it came in. */
export type ExtendedKey = {
  xpub: string;
  form: ExtendedKeyForm;
  /** Number of the account, the hardened third step of `m/purpose'/coin'/account'`. */
  account: number;
  /** First four bytes of the key's own hash in hex (BIP32), and those of its parent. */
  fingerprint: string;
  parentFingerprint: string;
};

const XPUB = "0488b21e";
const FORMS: Record<string, ExtendedKeyForm> = { [XPUB]: "xpub", "049d7cb2": "ypub", "04b24746": "zpub" };
const TEST_VERSIONS = ["043587cf", "044a5262", "045f1cf6", "024289ef", "02575483"];
/** Version, depth, parent's fingerprint, child number, chain code, key (BIP32, "Serialization format"). */
const LENGTH = 78;
const ACCOUNT_DEPTH = 3;

/**
 * Reads an account-level extended public key: xpub, ypub or zpub. Everything private is refused, and so are keys of test
 * networks, of another depth and damaged ones, all as VALIDATION_FAILED naming the field `xpub`. No sentence repeats
 * any of the text, since it may be a secret pasted by mistake.
 */
export function readExtendedKey(text: string): ExtendedKey {
  if (looksPrivate(text)) throw privateKeyRefusal();
  const bytes = base58checkBytes(text);
  if (bytes?.length !== LENGTH) {
    throw refusal("The extended public key is damaged or incomplete; copy the whole xpub, ypub or zpub again.");
  }
  const form = formOf(bytes);
  const xpub = base58check(concatBytes(hexToBytes(XPUB), bytes.slice(4)));
  const key = publicKeyOf(xpub);
  if (key.depth !== ACCOUNT_DEPTH || key.index < HARDENED_OFFSET) {
    throw refusal("The extended public key is not an account's; export the one at m/purpose'/coin'/account', depth 3.");
  }
  return {
    xpub,
    form,
    account: key.index - HARDENED_OFFSET,
    fingerprint: fingerprintText(key.fingerprint),
    parentFingerprint: fingerprintText(key.parentFingerprint),
  };
}

/** The two chains of an account (BIP44): the external one, whose children receive deposits, and that of change. */
export const EXTERNAL = 0;
export const CHANGE = 1;
export type Branch = typeof EXTERNAL | typeof CHANGE;

/** The public key and chain code of `account/branch`. */
export function chainOf(extendedKey: string, branch: Branch): Parent {
  return childOf(publicKeyOf(readExtendedKey(extendedKey).xpub), branch);
}

/** Every version of an extended private key is spelled `?prv`, damaged ones too; the key's own first byte tells the others. */
const looksPrivate = (text: string): boolean => /prv/i.test(text.trim().slice(0, 4));

function formOf(bytes: Uint8Array): ExtendedKeyForm {
  const version = bytesToHex(bytes.slice(0, 4));
  if (bytes[45] === 0) throw privateKeyRefusal();
  if (TEST_VERSIONS.includes(version))
    throw refusal("The extended public key is one of a test network; give the main network's.");
  const form = FORMS[version];
  if (!form) throw refusal("The extended public key is of an unknown kind; give an xpub, ypub or zpub.");
  return form;
}

function publicKeyOf(xpub: string): HDKey {
  try {
    return HDKey.fromExtendedKey(xpub);
  } catch {
    throw refusal("The extended public key holds no valid public key; copy the whole xpub, ypub or zpub again.");
  }
}

const refusal = (sentence: string): Refusal => invalid("xpub", sentence);

const privateKeyRefusal = (): Refusal =>
  refusal(
    "xpub must be an extended public key, and this one is private: treat it as exposed, and never enter it anywhere.",
  );

const fingerprintText = (fingerprint: number): string => fingerprint.toString(16).padStart(8, "0");
