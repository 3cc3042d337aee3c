import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { expect, test } from "vitest";
import { BILL_KINDS } from "./kinds.ts";
import { isPublishedTestKey, SANDBOX_WALLETS } from "./sandbox-keys.ts";

const ROOT = HDKey.fromMasterSeed(mnemonicToSeedSync(`${"abandon ".repeat(11)}about`));

test.each(SANDBOX_WALLETS)("the $kind wallet of the sandbox is $path of the published mnemonic", ({ path, xpub }) => {
  expect(xpub).toBe(ROOT.derive(path).publicExtendedKey);
});

test("every kind of wallet has one", () => {
  expect(SANDBOX_WALLETS.map(({ kind }) => kind)).toEqual([...BILL_KINDS]);
});

test("they are known as published, in any spelling and for other accounts too", () => {
  for (const { xpub } of SANDBOX_WALLETS) expect(isPublishedTestKey(xpub)).toBe(true);
  expect(
    isPublishedTestKey(
      "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
    ),
  ).toBe(true);
  expect(isPublishedTestKey(ROOT.derive("m/84'/0'/7'").publicExtendedKey)).toBe(true);
});

test("another seed's keys are not", () => {
  expect(
    isPublishedTestKey(HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).derive("m/84'/0'/0'").publicExtendedKey),
  ).toBe(false);
});
