import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { createBase58check } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { describe, expect, test } from "vitest";
import { isRefusal } from "#lib/kernel/errors.ts";
import { readExtendedKey } from "./extended-key.ts";

const base58check = createBase58check(sha256);
const ROOT = HDKey.fromMasterSeed(mnemonicToSeedSync(`${"abandon ".repeat(11)}about`));
const ACCOUNT = ROOT.derive("m/84'/0'/5'");

/** The same key under other version bytes. */
function underVersion(key: string, version: string): string {
  const bytes = base58check.decode(key);
  bytes.set(hexToBytes(version));
  return base58check.encode(bytes);
}

/** The refusal of a text; fails when it is accepted, or when anything of the text can be read out of the error. */
function refusalOf(text: string): { code: string; message: string } {
  try {
    readExtendedKey(text);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const exposed = [error.message, error.stack, JSON.stringify(error.detail), String(error.cause)].join("\n");
    for (let at = 4; at + 12 <= text.length; at += 1) expect(exposed).not.toContain(text.slice(at, at + 12));
    expect(error.detail.errors?.[0]?.field).toBe("xpub");
    return error;
  }
  throw new Error("accepted");
}

describe("an account's extended public key", () => {
  test.each([
    ["xpub", "0488b21e"],
    ["ypub", "049d7cb2"],
    ["zpub", "04b24746"],
  ])("is read as %s and kept as xpub", (form, version) => {
    const text = underVersion(ACCOUNT.publicExtendedKey, version);
    expect(text.slice(0, 4)).toBe(form);
    expect(readExtendedKey(text)).toEqual({
      xpub: ACCOUNT.publicExtendedKey,
      form,
      account: 5,
      fingerprint: ACCOUNT.fingerprint.toString(16).padStart(8, "0"),
      parentFingerprint: "7ef32bdb",
    });
  });

  test("has fingerprints of eight digits, zeros in front", () => {
    const numbers = Array.from({ length: 64 }, (_, account) => account);
    const keys = numbers.map((account) => ROOT.derive(`m/84'/0'/${account}'`));
    const small = keys.find(({ fingerprint }) => fingerprint < 0x1000_0000);
    expect(small).toBeDefined();
    expect(readExtendedKey(small?.publicExtendedKey ?? "").fingerprint).toBe(
      small?.fingerprint.toString(16).padStart(8, "0"),
    );
    expect(small?.fingerprint.toString(16)).toHaveLength(7);
  });

  test("is read from the vectors of BIP32 (vector 1, m/0'/1/2')", () => {
    const key = readExtendedKey(
      "xpub6D4BDPcP2GT577Vvch3R8wDkScZWzQzMMUm3PWbmWvVJrZwQY4VUNgqFJPMM3No2dFDFGTsxxpG5uJh7n7epu4trkrX7x7DogT5Uv6fcLW5",
    );
    expect(key).toMatchObject({ account: 2, fingerprint: "ee7ab90c", parentFingerprint: "bef5a2f9" });
  });
});

describe("a private key is refused, and nothing of it is repeated", () => {
  test.each([
    ["xprv", "0488ade4"],
    ["yprv", "049d7878"],
    ["zprv", "04b2430c"],
    ["Yprv", "0295b005"],
    ["Zprv", "02aa7a99"],
    ["tprv", "04358394"],
    ["uprv", "044a4e28"],
    ["vprv", "045f18bc"],
  ])("%s", (form, version) => {
    const text = underVersion(ACCOUNT.privateExtendedKey, version);
    expect(text.slice(0, 4)).toBe(form);
    for (const pasted of [text, ` ${text}`, text.slice(0, -1), `${text}x`, text.toUpperCase()]) {
      expect(refusalOf(pasted)).toMatchObject({
        code: "VALIDATION_FAILED",
        message: expect.stringContaining("private"),
      });
    }
  });

  test("under a public version, or an unknown one", () => {
    for (const version of ["0488b21e", "049d7cb2", "04b24746", "00000000"]) {
      expect(refusalOf(underVersion(ACCOUNT.privateExtendedKey, version)).message).toContain("private");
    }
  });

  test.each([
    "0488ade4",
    "049d7878",
    "04b2430c",
    "0295b005",
    "02aa7a99",
    "04358394",
    "044a4e28",
    "045f18bc",
    "024285b5",
    "02575048",
  ])("by its version %s, whatever it holds", (version) => {
    expect(refusalOf(underVersion(ACCOUNT.publicExtendedKey, version)).message).toContain("private");
  });

  test("by its first four letters alone", () => {
    const named = ["prv1", "xprv", "  xPRV", "12prv", "x\nprv"].map((text) =>
      refusalOf(text).message.includes("private"),
    );
    expect(named).toEqual([true, true, true, false, false]);
  });

  test("as the BIP84 vectors write it", () => {
    expect(
      refusalOf(
        "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE",
      ).message,
    ).toContain("private");
  });

  test.each([
    ["a single key", "KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d"],
    ["a mnemonic", `${"abandon ".repeat(11)}about`],
    ["a key in hex", "c9bdb49cfbaedca21c4b1f3a7803c34636b1d7dc55a717132443fc3f4c5867e8"],
  ])("%s", (_, text) => {
    expect(refusalOf(text).code).toBe("VALIDATION_FAILED");
  });
});

describe("a damaged or unfit key is refused", () => {
  const good = ACCOUNT.publicExtendedKey;

  test.each([
    ["nothing", "", "damaged"],
    ["one character wrong", `${good.slice(0, 60)}${good[60] === "a" ? "b" : "a"}${good.slice(61)}`, "damaged"],
    ["one character short", good.slice(0, -1), "damaged"],
    ["a line end after it", `${good}\n`, "damaged"],
    ["an address", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", "damaged"],
    ["very long text", "x".repeat(5_000), "damaged"],
    ["a test network's", underVersion(good, "043587cf"), "test network"],
    ["a test network's of BIP49", underVersion(good, "044a5262"), "test network"],
    ["a test network's of BIP84", underVersion(good, "045f1cf6"), "test network"],
    ["a test network's of many keys", underVersion(good, "024289ef"), "test network"],
    ["a test network's of many keys in segwit", underVersion(good, "02575483"), "test network"],
    ["of an unknown version", underVersion(good, "01020304"), "unknown kind"],
    ["the master's", ROOT.publicExtendedKey, "depth 3"],
    ["a coin's", ROOT.derive("m/84'/0'").publicExtendedKey, "depth 3"],
    ["the external chain's", ACCOUNT.deriveChild(0).publicExtendedKey, "depth 3"],
    ["a third step without hardening", ROOT.derive("m/84'/0'/0").publicExtendedKey, "depth 3"],
  ])("%s", (_, text, sentence) => {
    expect(refusalOf(text).message).toContain(sentence);
  });

  /** Test vector 5 of BIP32: keys that must be recognised as invalid. */
  test.each([
    "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6LBpB85b3D2yc8sfvZU521AAwdZafEz7mnzBBsz4wKY5fTtTQBm",
    "xprv9s21ZrQH143K24Mfq5zL5MhWK9hUhhGbd45hLXo2Pq2oqzMMo63oStZzFGTQQD3dC4H2D5GBj7vWvSQaaBv5cxi9gafk7NF3pnBju6dwKvH",
    "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Txnt3siSujt9RCVYsx4qHZGc62TG4McvMGcAUjeuwZdduYEvFn",
    "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6N8ZMMXctdiCjxTNq964yKkwrkBJJwpzZS4HS2fxvyYUA4q2Xe4",
    "xprv9s2SPatNQ9Vc6GTbVMFPFo7jsaZySyzk7L8n2uqKXJen3KUmvQNTuLh3fhZMBoG3G4ZW1N2kZuHEPY53qmbZzCHshoQnNf4GvELZfqTUrcv",
    "xpub661no6RGEX3uJkY4bNnPcw4URcQTrSibUZ4NqJEw5eBkv7ovTwgiT91XX27VbEXGENhYRCf7hyEbWrR3FewATdCEebj6znwMfQkhRYHRLpJ",
  ])("invalid by BIP32, vector 5: %s", (text) => {
    expect(refusalOf(text).code).toBe("VALIDATION_FAILED");
  });

  test("a point that is not on the curve", () => {
    const bytes = base58check.decode(good);
    bytes.set(hexToBytes("020000000000000000000000000000000000000000000000000000000000000005"), 45);
    expect(refusalOf(base58check.encode(bytes)).message).toContain("no valid public key");
  });
});
