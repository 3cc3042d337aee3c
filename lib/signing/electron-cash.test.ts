import { describe, expect, test } from "vitest";
import { electronCashFile } from "./electron-cash.ts";
import { type Drafted, preparedUtxo } from "./utxo-draft.ts";
import { compareUtxo } from "./utxo-signed.ts";

// What Electron Cash 4.4.5 itself has written and signed of two coins of the published test mnemonic's account
// m/44'/145'/0': its Transaction.serialize() and Transaction.sign(), once with ECDSA and once with Schnorr's signatures.

const lines = (...parts: string[]): string => parts.join("");
const UNSIGNED = lines(
  "02000000022222222222222222222222222222222222222222222222222222222222222222000000005701ff4c53ff04",
  "88b21e032b72f5b780000000aa1efbd534066450c37e383d18dd3fc1b991d0340f9dd5e053dcae8675f8d74303f5d6ed",
  "4d10e9f9dfd26bd8799e4951e327d4a8d9a36e70fe71fe0cc5963545d500000700ffffffffa086010000000000333333",
  "3333333333333333333333333333333333333333333333333333333333030000005b01ff4c57ff0488b21e032b72f5b7",
  "80000000aa1efbd534066450c37e383d18dd3fc1b991d0340f9dd5e053dcae8675f8d74303f5d6ed4d10e9f9dfd26bd8",
  "799e4951e327d4a8d9a36e70fe71fe0cc5963545d50100ffff70110100ffffffff90d003000000000002e09304000000",
  "00001976a91476a04053bda0a88bda5177b86a15c3b29f55987388ac68bf0000000000001976a91427d232ae0619aea8",
  "b9e09b0b8a47f52eb671aede88ac00000000",
);
const BY_ECDSA = lines(
  "02000000022222222222222222222222222222222222222222222222222222222222222222000000006b483045022100",
  "e4b92b0cc4623a4b7eba50750bca81fb96c2f9b1ad17363f5b13ae0d8c55c1160220026bc69e3e1ad37905d750488e08",
  "a2f3cd54855edcec4dd1691acfc8eaa3ed81412103f9ccecd4caf5650727763e335ac4569b823f06aaf51e0a8f999ed3",
  "49563d68f5ffffffff3333333333333333333333333333333333333333333333333333333333333333030000006a4730",
  "440220787cb23117e96745200ba53fd3d63f8e1d3bc01454ba68fe63c12fdcf2b428b702204ea6d9e641fd88522d2521",
  "361c9e56b5d5a40cccee776b19d6b21c426187e838412102b95aa056b465698d282466698096fa7c7738b181c7da28bc",
  "99a125a3d662d523ffffffff02e0930400000000001976a91476a04053bda0a88bda5177b86a15c3b29f55987388ac68",
  "bf0000000000001976a91427d232ae0619aea8b9e09b0b8a47f52eb671aede88ac00000000",
);
const BY_SCHNORR = lines(
  "0200000002222222222222222222222222222222222222222222222222222222222222222200000000644180a4465214",
  "ad936aae7db2ea9022302d8a651150a1dba9803b4c468fdf2ecb4fc2b31c75c7529a1ab7721fab007d3fa5da18c503a4",
  "38c36261dc7a08365431f7412103f9ccecd4caf5650727763e335ac4569b823f06aaf51e0a8f999ed349563d68f5ffff",
  "ffff33333333333333333333333333333333333333333333333333333333333333330300000064412dd2445e26a5da70",
  "1a48bd24e5fef8ce6ba642139bd351815578060038675c35f4dfc6e7c3511fd85ceb5228efb15c0c92d25741dd7618d5",
  "d84fc80a6c1ca805412102b95aa056b465698d282466698096fa7c7738b181c7da28bc99a125a3d662d523ffffffff02",
  "e0930400000000001976a91476a04053bda0a88bda5177b86a15c3b29f55987388ac68bf0000000000001976a91427d2",
  "32ae0619aea8b9e09b0b8a47f52eb671aede88ac00000000",
);

const XPUB =
  "xpub6ByHsPNSQXTWZ7PLESMY2FufyYWtLXagSUpMQq7Un96SiThZH2iJB1X7pwviH1WtKVeDP6K8d6xxFzzoaFzF3s8BKCZx8oEDdDkNnp4owAZ";
const coin = { sequence: 0xffffffff } as const;
const paid = { objectId: undefined, address: "", keyIndex: undefined } as const;
const drafted: Drafted = {
  network: "bitcoincash",
  wallet: { xpub: XPUB, path: "m/44'/145'/0'", fingerprint: "00000000", masterFingerprint: null },
  inputs: [
    {
      ...coin,
      sourceHash: "22".repeat(32),
      sourceIndex: 0,
      units: 100_000n,
      script: "76a9142faf7c7480ca92f3cedd335b135d3f6574ef317788ac",
      branch: 0,
      keyIndex: 7,
    },
    // Its number takes more than two bytes.
    {
      ...coin,
      sourceHash: "33".repeat(32),
      sourceIndex: 3,
      units: 250_000n,
      script: "76a91427d232ae0619aea8b9e09b0b8a47f52eb671aede88ac",
      branch: 1,
      keyIndex: 70_000,
    },
  ],
  outputs: [
    { ...paid, kind: "PAYOUT", units: 300_000n, script: "76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac" },
    { ...paid, kind: "CHANGE", units: 49_000n, script: "76a91427d232ae0619aea8b9e09b0b8a47f52eb671aede88ac" },
  ],
};

describe("a file for Electron Cash", () => {
  test("is to the byte what it writes itself of the same coins and payees", () => {
    expect(JSON.parse(electronCashFile(drafted))).toEqual({ hex: UNSIGNED, complete: false, final: true });
  });

  test.each([
    ["ECDSA", BY_ECDSA],
    ["Schnorr", BY_SCHNORR],
  ])("comes back signed by %s as hex or as the file it saves, and is taken", (_how, hex) => {
    const prepared = preparedUtxo(drafted);
    const taken = compareUtxo(prepared, hex);
    expect(taken).toMatchObject({ hex, txHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const saved = JSON.stringify({ hex, complete: true, final: true }, undefined, 4);
    expect(compareUtxo(prepared, saved)).toEqual(taken);
    const more = { ...prepared, inputs: prepared.inputs.map((input) => ({ ...input, units: input.units + 1n })) };
    expect(compareUtxo(more, saved)).toMatchObject({ part: "SIGNATURE", at: 1 });
  });

  test("unsigned, or no transaction at all, is refused", () => {
    const prepared = preparedUtxo(drafted);
    for (const text of [electronCashFile(drafted), "{}", '{"hex":1}', "{", '{"hex":""}'])
      expect(compareUtxo(prepared, text)).toMatchObject({ part: "FORM" });
  });
});
