import { type CryptoAsset, type Fiat, type Network, CRYPTO_FACTS } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { PAST_BILLS, referenceOf } from "#lib/overview/filling.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What becomes of a bill: how much of its quantity is paid, in thousandths, and how long after it was made. */
export type Ending = { paidThousandths: bigint; afterMs: number };

const ENDINGS: readonly Ending[] = [
  { paidThousandths: 1000n, afterMs: 90_000 },
  { paidThousandths: 1000n, afterMs: 240_000 },
  { paidThousandths: 0n, afterMs: 0 },
  { paidThousandths: 1000n, afterMs: 400_000 },
  { paidThousandths: 1000n, afterMs: 35 * 60_000 },
  { paidThousandths: 820n, afterMs: 150_000 },
  { paidThousandths: 1000n, afterMs: 60_000 },
  { paidThousandths: 1400n, afterMs: 300_000 },
];

/** Invented firms, each billing in the money of its country. */
export const CUSTOMERS = [
  { name: "Quillhaven Books", fiat: "EUR" },
  { name: "Tarnfell Outdoor", fiat: "EUR" },
  { name: "Zephyrine Cycles", fiat: "USD" },
  { name: "Mirabrook Travel", fiat: "EUR" },
  { name: "Brindlewick Coffee", fiat: "GBP" },
  { name: "Larkmoor Interiors", fiat: "USD" },
  { name: "Kitsuyo Ceramics", fiat: "JPY" },
  { name: "Halvorne Instruments", fiat: "CAD" },
] as const satisfies readonly { name: string; fiat: Fiat }[];

const STRATEGIES = ["RFQ", "RFQ", "RAI", "RFQ", "RFQ", "ACA", "RFQ"] as const;

/** One bill of the story, and what becomes of it. Its reference tells it from all others. */
export type Planned = {
  reference: string;
  asset: CryptoAsset;
  network: Network;
  bech32: boolean;
  fiat: Fiat;
  fiatReceivable: Decimal;
  subaccount: string;
  strategy: (typeof STRATEGIES)[number];
  ending: Ending;
};

/** How many yen, and how many hundredths of another currency, stand for one of an amount's hundredths. */
const IN_FIAT: Record<Fiat, readonly [units: bigint, scale: number]> = {
  EUR: [1n, 2],
  USD: [1n, 2],
  GBP: [1n, 2],
  CAD: [1n, 2],
  JPY: [2n, 0],
};

function planned(nth: number, asset: CryptoAsset, cents: number): Planned {
  const { name, fiat } = CUSTOMERS[(nth * 5 + (nth >> 3)) % CUSTOMERS.length] ?? CUSTOMERS[0];
  const [units, scale] = IN_FIAT[fiat];
  return {
    reference: referenceOf(nth),
    asset,
    network: CRYPTO_FACTS[asset].network,
    bech32: nth % 3 !== 0,
    fiat,
    fiatReceivable: Decimal.of(BigInt(cents) * units, scale),
    subaccount: name,
    strategy: STRATEGIES[nth % STRATEGIES.length] ?? "RFQ",
    ending: ENDINGS[(nth * 3 + (nth >> 3)) % ENDINGS.length] as Ending,
  };
}

/** Hours in which a person bills: how many days ago, on which chain, and how many bills. Denser towards today. */
const HOURS: readonly (readonly [daysAgo: number, asset: CryptoAsset, bills: number])[] = [
  [87, "BTC", 1],
  [84, "USDT@eth", 1],
  [82, "BTC", 1],
  [79, "BCH", 1],
  [75, "BTC", 1],
  [71, "USDC@eth", 1],
  [68, "BTC", 1],
  [64, "USDT@tron", 2],
  [61, "BTC", 1],
  [57, "BCH", 1],
  [54, "BTC", 1],
  [50, "USDT@eth", 2],
  [47, "BTC", 1],
  [43, "USDC@eth", 2],
  [40, "BTC", 1],
  [37, "BCH", 1],
  [34, "BTC", 2],
  [31, "USDT@tron", 2],
  [28, "BTC", 1],
  [26, "USDC@eth", 2],
  [23, "BTC", 2],
  [20, "BCH", 2],
  [17, "BTC", 2],
  [14, "USDT@eth", 2],
  [12, "BTC", 2],
  [9, "USDT@tron", 3],
  [7, "BTC", 2],
  [6, "BCH", 2],
  [4, "USDC@eth", 3],
  [2, "BTC", 2],
  [1, "BTC", 1],
];

/** How far back the story goes. */
export const STORY_DAYS = (HOURS[0]?.[0] ?? 0) + 1;

const SATURDAY = 6;
/** Every so many hours of a weekend is kept there: a person sells on Saturdays too. */
const OPEN_ON_WEEKENDS = 7;
const OPENS_AT = 8;
const HOURS_OPEN = 9;
const APART_MS = 2 * HOUR_MS;

export type BusyHour = { atMs: number; network: Network; bills: readonly Planned[] };

/** The story's hours up to now, on working days but for some: what fell on a weekend was done the Friday before. */
export function busyHours(nowMs: number): BusyHour[] {
  const today = nowMs - (nowMs % DAY_MS);
  const hours: BusyHour[] = [];
  let bills = 0;
  for (const [nth, [daysAgo, asset, count]] of HOURS.entries()) {
    const wanted = workday(today - daysAgo * DAY_MS, nth) + (OPENS_AT + ((nth * 4) % HOURS_OPEN)) * HOUR_MS;
    const atMs = Math.max(wanted, (hours.at(-1)?.atMs ?? 0) + APART_MS);
    const first = bills;
    bills += count;
    const made = Array.from({ length: count }, (_, at) => planned(first + at, asset, growing(nth, first + at)));
    hours.push({ atMs, network: CRYPTO_FACTS[asset].network, bills: made });
  }
  return hours;
}

function workday(dayMs: number, nth: number): number {
  const weekday = new Date(dayMs).getUTCDay();
  if (nth % OPEN_ON_WEEKENDS === 0) return dayMs;
  if (weekday === SATURDAY) return dayMs - DAY_MS;
  return weekday === 0 ? dayMs - 2 * DAY_MS : dayMs;
}

/** From some hundreds in the first weeks to some thousands now, in hundredths. */
const growing = (hour: number, bill: number): number => 60_000 + hour * 9_000 + ((bill * 791_903) % 140_000);

/** Bills of the present, smaller and of every coin; the first of them are open when the desk is opened first. */
export function presentBill(nth: number): Planned {
  const asset = PRESENT_ASSETS[nth % PRESENT_ASSETS.length] ?? "BTC";
  const bill = planned(PAST_BILLS + nth, asset, 900 + ((nth * 7_919) % 7_000));
  return { ...bill, ending: { paidThousandths: PRESENT_PAID[nth % PRESENT_PAID.length] ?? 1000n, afterMs: 0 } };
}

/** Most of a day's bills are simply paid; what was not is still open, or a few cases. */
const PRESENT_PAID = [
  ...[1000n, 0n, 1000n, 1000n, 1000n, 1000n, 1000n, 1000n, 0n, 1000n, 1000n],
  ...[1000n, 1000n, 820n, 1000n, 1000n, 1000n, 1000n, 1000n, 0n, 1000n, 1000n, 1400n],
];
const PRESENT_ASSETS = ["BTC", "USDT@tron", "USDC@eth", "BTC", "USDT@eth", "BCH"] as const;

const BULK_ASSETS = ["BTC", "USDT@tron", "BTC", "USDC@eth", "BCH", "USDT@eth"] as const;
const BULK_STRATEGIES = ["RFQ", "RFQ", "RAI", "RFQ", "RFQ"] as const;
const BULK_FIATS = ["EUR", "EUR", "USD", "EUR", "GBP", "JPY"] as const;

/** A bill of much data to look at, which is no part of the story: every coin, currency and trouble in turn. */
export function bulkBill(nth: number): Planned {
  const asset = BULK_ASSETS[nth % BULK_ASSETS.length] ?? "BTC";
  const fiat = BULK_FIATS[nth % BULK_FIATS.length] ?? "EUR";
  const cents = BigInt(2_000 + ((nth * 7_919) % 48_000));
  return {
    reference: `order-${1_000 + nth}`,
    asset,
    network: CRYPTO_FACTS[asset].network,
    bech32: nth % BULK_ASSETS.length === 0 || asset === "BCH",
    fiat,
    fiatReceivable: fiat === "JPY" ? Decimal.of(cents * 10n) : Decimal.of(cents, 2),
    subaccount: `shop-${1 + (nth % 7)}`,
    strategy: BULK_STRATEGIES[nth % BULK_STRATEGIES.length] ?? "RFQ",
    ending: ENDINGS[(nth * 5 + (nth >> 3)) % ENDINGS.length] as Ending,
  };
}
