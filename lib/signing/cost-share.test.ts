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
    const of = { network, asset, feeUnits, feeRate: median("1"), size, outputs };
    expect(written(costShare(of, { median: median(rate), coinUsd: undefined }))).toEqual(share);
    expect(costShare(of, undefined)).toEqual({
      basisPoints: share.basisPoints,
    });
  },
);

test("of a token, which another coin pays for, by what that costs in USD; the median alone where nobody tells it", () => {
  // 77 142 of energy at 100 sun and 345 bytes at 1 000: 8.0592 TRX, at 0.27 USD 2.175984 of 50.5: 4.3089 %.
  const tron = {
    network: "tron",
    asset: "USDT@tron",
    feeUnits: 8_059_200n,
    feeRate: median("100"),
    size: 77_142,
  } as const;
  const outputs = [{ ...paid(50_500_000n), kind: "PAYOUT" as const }];
  const fees = (rate: string, usd?: string) => ({ median: median(rate), coinUsd: usd ? median(usd) : undefined });
  expect(written(costShare({ ...tron, outputs }, fees("210")))).toEqual({ medianRate: "210" });
  expect(costShare({ ...tron, outputs }, undefined)).toBeUndefined();
  // At 50 sun of energy the bytes cost what they do: 4.2021 TRX, 1.134567 USD, 2.2467 %.
  expect(written(costShare({ ...tron, outputs }, fees("50", "0.27")))).toEqual({
    basisPoints: 431,
    medianRate: "50",
    medianBasisPoints: 225,
  });
  // 62 000 gas at 24 gwei are 0.001488 ether, at 2 950.5 USD 4.390344 of exactly 43.90344: a tenth, and a unit less is more.
  const eth = {
    network: "eth",
    asset: "USDC@eth",
    feeUnits: 62_000n * 24_000_000_000n,
    feeRate: median("24"),
    size: 62_000,
  } as const;
  const of = (units: bigint) => [{ ...paid(units), kind: "MOVE" as const }];
  expect(costShare({ ...eth, outputs: of(43_903_440n) }, fees("6", "2950.5"))).toMatchObject({
    basisPoints: 1_000,
    medianBasisPoints: 250,
  });
  expect(costShare({ ...eth, outputs: of(43_903_439n) }, fees("6", "2950.5"))?.basisPoints).toBe(1_001);
});

test("of TRX, whose bytes have a price of their own, there is no median", () => {
  const outputs = [{ ...paid(50_500_000n), kind: "PAYOUT" as const }];
  const trx = { network: "tron", asset: "TRX", feeUnits: 268_000n, feeRate: median("1000"), size: 268 } as const;
  expect(costShare({ ...trx, outputs }, { median: median("210"), coinUsd: median("0.27") })).toEqual({
    basisPoints: 54,
  });
});
