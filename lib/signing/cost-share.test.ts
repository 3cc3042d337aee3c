import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { costShare } from "./cost-share.ts";

const paid = (units: bigint) => ({ n: 0, objectId: "o", script: "", address: "", keyIndex: undefined, units });
const median = (rate: string) => Decimal.from(rate);
const written = (share: ReturnType<typeof costShare>) =>
  share && { ...share, ...(share.medianRate && { medianRate: share.medianRate.toString() }) };

test.each([
  // 1 692 of 25 000 000 satoshi: 0.6768 basis points, told as 1; half of it at the median.
  ["bitcoin", "BTC", 1_692n, 141, 25_000_000n, "6", { basisPoints: 1, medianRate: "6", medianBasisPoints: 1 }],
  // 41 000 of 1 000 000: 4.1 %; 41 bytes at 150 are 6 150: 0.615 %, rounded up.
  [
    "bitcoincash",
    "BCH",
    41_000n,
    41,
    1_000_000n,
    "150",
    { basisPoints: 410, medianRate: "150", medianBasisPoints: 62 },
  ],
  // Exactly a basis point is one, a unit more is two.
  [
    "bitcoin",
    "BTC",
    100n,
    100,
    1_000_000n,
    "1.00000001",
    { basisPoints: 1, medianRate: "1.00000001", medianBasisPoints: 2 },
  ],
  // Wei of gwei: 25 200 gas at 24 gwei of 0.01 ether are 6.048 %.
  [
    "eth",
    "ETH",
    25_200n * 24_000_000_000n,
    25_200,
    10_000_000n,
    "6",
    { basisPoints: 605, medianRate: "6", medianBasisPoints: 152 },
  ],
] as const)(
  "of %s, %s: the fee for each 10 000, rounded up, now and at the median",
  (network, asset, feeUnits, size, units, rate, share) => {
    const outputs = [
      { ...paid(units), kind: "MOVE" as const },
      { ...paid(9n * units), kind: "CHANGE" as const },
    ];
    expect(written(costShare({ network, asset, feeUnits, size, outputs }, median(rate)))).toEqual(share);
    expect(costShare({ network, asset, feeUnits, size, outputs }, undefined)).toEqual({
      basisPoints: share.basisPoints,
    });
  },
);

test("of a token, which another coin pays for, the median alone; of TRX, whose bytes have a price of their own, none", () => {
  const token = { network: "tron", asset: "USDT@tron", feeUnits: 8_059_200n, size: 77_142 } as const;
  const outputs = [{ ...paid(50_500_000n), kind: "PAYOUT" as const }];
  expect(written(costShare({ ...token, outputs }, median("210")))).toEqual({ medianRate: "210" });
  expect(costShare({ ...token, outputs }, undefined)).toBeUndefined();
  const trx = { network: "tron", asset: "TRX", feeUnits: 268_000n, size: 268 } as const;
  expect(costShare({ ...trx, outputs }, median("210"))).toEqual({ basisPoints: 54 });
});
