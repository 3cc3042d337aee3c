import { HARDENED_OFFSET, HDKey } from "@scure/bip32";
import { expect, test } from "vitest";
import { type KeyFacts, keyAt, withoutOrigin } from "./key-origin.ts";
import { SANDBOX_WALLETS } from "./sandbox-keys.ts";

const [wallet] = SANDBOX_WALLETS;
if (!wallet) throw new Error("there is a wallet");
const facts = (more: Partial<KeyFacts>): KeyFacts => ({
  xpub: wallet.xpub,
  path: "m/84'/0'/3'",
  fingerprint: "0000001f",
  masterFingerprint: "d34db33f",
  ...more,
});

test("the steps of a key lead from the master key where its fingerprint is known: hardened ones and plain ones", () => {
  const key = keyAt(facts({}), 1, 7);
  expect(key.path).toEqual([HARDENED_OFFSET + 84, HARDENED_OFFSET, HARDENED_OFFSET + 3, 1, 7]);
  expect(key.fingerprint).toBe(0xd34db33f);
  const child = HDKey.fromExtendedKey(wallet.xpub).deriveChild(1).deriveChild(7).publicKey;
  expect(key.publicKey).toBe(Buffer.from(child ?? []).toString("hex"));
  expect(keyAt(facts({ path: "m/45h/2/10'" }), 0, 0).path).toEqual([
    HARDENED_OFFSET + 45,
    2,
    HARDENED_OFFSET + 10,
    0,
    0,
  ]);
  expect(keyAt(facts({ path: "m" }), 0, 12).path).toEqual([0, 12]);
});

test("without it they lead from the account's own key, and name that one's fingerprint", () => {
  expect(keyAt(facts({ masterFingerprint: null }), 0, 5)).toMatchObject({ path: [0, 5], fingerprint: 0x1f });
});

const field = (name: string, message: RegExp) =>
  expect.objectContaining({ detail: { errors: [{ field: name, message: expect.stringMatching(message) }] } });

test("an extended key with its origin before it is taken apart; another path's, or one not written so, is refused", () => {
  const [path, origin] = ["m/84'/0'/0'", "[D34DB33F/84h/0H/0']"];
  expect(withoutOrigin(`${origin}zpub1`, path)).toEqual({ xpub: "zpub1", masterFingerprint: "d34db33f" });
  expect(withoutOrigin("zpub1", path)).toEqual({ xpub: "zpub1", masterFingerprint: undefined });
  expect(() => withoutOrigin("[d34db33f/84h/0h/1h]zpub1", path)).toThrow(field("path", /^path is not the one/));
  for (const wrong of [
    "[d34db33/84h/0h/0h]zpub1",
    "[d34db33f/84h/0h/0h]",
    "[d34db33f/84x]zpub1",
    "[d34db33f/h/0h]zpub1",
    "[x[d34db33f/84h]zpub1",
    "[d34db33f/84h/0h/0h]z b",
  ])
    expect(() => withoutOrigin(wrong, path), wrong).toThrow(field("xpub", /must be written as/));
});
