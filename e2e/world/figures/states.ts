import { Decimal } from "#lib/kernel/decimal.ts";
import { type Hands, type Made, NETWORKS } from "./hands.ts";

/** What each bill of the world is there for; the reader of the books finds it by this, its subaccount. */
export const BILLS = {
  /** Made long ago, so that all of them have ended. */
  past: {
    late: { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 250 },
    under: { cryptoType: "BCH", fiat: "GBP", fiatReceivable: 75.5, feeModel: "EXPLICIT", bech32: true },
    "paid-out": { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 2000, strategy: "RAI" },
    expired: { cryptoType: "USDC", fiat: "CAD", fiatReceivable: 40 },
    "late-market": { cryptoType: "USDT", networkType: "tron", fiat: "EUR", fiatReceivable: 500, strategy: "ACA" },
    "late-limit": { cryptoType: "USDT", fiat: "JPY", fiatReceivable: 10_000, strategy: "LMT", limitPrice: 140 },
    "late-as-is": { cryptoType: "USDC", fiat: "USD", fiatReceivable: 310, strategy: "RAI" },
  },
  /** Still open, with less than five minutes left. */
  ending: {
    ending: { cryptoType: "BCH", fiat: "USD", fiatReceivable: 65.4, bech32: true },
  },
  gone: {
    reversed: { cryptoType: "BTC", fiat: "CAD", fiatReceivable: 120 },
    dropped: { cryptoType: "BTC", fiat: "USD", fiatReceivable: 33.3 },
  },
  now: {
    paid: { cryptoType: "USDT", networkType: "tron", fiat: "USD", fiatReceivable: 1234.56, feeModel: "EXPLICIT" },
    multiple: { cryptoType: "BTC", fiat: "JPY", fiatReceivable: 10_000, feeModel: "EXPLICIT" },
    over: { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, feeModel: "EXPLICIT" },
    "over-market": { cryptoType: "BCH", fiat: "EUR", fiatReceivable: 75.5, strategy: "ACA", bech32: true },
    partial: { cryptoType: "BTC", fiat: "GBP", fiatReceivable: 90, bech32: true },
    "as-is": { cryptoType: "USDC", fiat: "EUR", fiatReceivable: 1500, strategy: "RAI", feeModel: "EXPLICIT" },
    "limit-not-met": { cryptoType: "USDT", fiat: "EUR", fiatReceivable: 60, strategy: "LMT", limitPrice: 1.5 },
    "limit-met": {
      cryptoType: "USDT",
      networkType: "tron",
      fiat: "EUR",
      fiatReceivable: 61,
      strategy: "LMT",
      limitPrice: 0.5,
    },
    "wrong-asset": { cryptoType: "USDT", fiat: "EUR", fiatReceivable: 7.77 },
    held: { cryptoType: "BCH", fiat: "CAD", fiatReceivable: 800, bech32: true },
    declined: { cryptoType: "BCH", fiat: "CAD", fiatReceivable: 900, bech32: true },
    "free-1": { cryptoType: "USDC", fiat: "USD", fiatReceivable: 101, strategy: "RAI" },
    "free-2": { cryptoType: "USDC", fiat: "USD", fiatReceivable: 202, strategy: "RAI", feeModel: "EXPLICIT" },
    "free-3": { cryptoType: "USDC", fiat: "USD", fiatReceivable: 303, strategy: "RAI" },
    "sold-eth": {
      cryptoType: "USDT",
      networkType: "eth",
      fiat: "EUR",
      fiatReceivable: 111,
      strategy: "RAI",
      feeModel: "EXPLICIT",
    },
    "sold-tron": {
      cryptoType: "USDT",
      networkType: "tron",
      fiat: "EUR",
      fiatReceivable: 222,
      strategy: "RAI",
      feeModel: "EXPLICIT",
    },
    created: { cryptoType: "BTC", fiat: "GBP", fiatReceivable: 410, strategy: "RAI" },
    quoted: { cryptoType: "BTC", fiat: "CAD", fiatReceivable: 420, strategy: "RAI", feeModel: "EXPLICIT" },
    ended: { cryptoType: "BTC", fiat: "JPY", fiatReceivable: 43_000, strategy: "RAI" },
    executing: { cryptoType: "BCH", fiat: "USD", fiatReceivable: 440, strategy: "RAI" },
    cancelled: { cryptoType: "BTC", fiat: "USD", fiatReceivable: 450, strategy: "RAI" },
    refused: { cryptoType: "BCH", fiat: "EUR", fiatReceivable: 460, strategy: "RAI" },
    failed: { cryptoType: "BCH", fiat: "JPY", fiatReceivable: 47_000, strategy: "RAI" },
  },
  last: {
    processing: { cryptoType: "USDC", fiat: "GBP", fiatReceivable: 50 },
    pending: { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, reference: "order 4711" },
    "pending-yen": {
      cryptoType: "USDT",
      networkType: "tron",
      fiat: "JPY",
      fiatReceivable: 9_800,
      strategy: "RAI",
      feeModel: "EXPLICIT",
    },
    "pending-pound": { cryptoType: "BCH", fiat: "GBP", fiatReceivable: 930, feeModel: "EXPLICIT", bech32: true },
    detected: { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 640 },
  },
} as const;

type Group = keyof typeof BILLS;
export type BillName = { [G in Group]: keyof (typeof BILLS)[G] }[Group];

/** The conversions of the world, by the bills that each sells. */
export const CONVERSIONS = {
  created: ["created"],
  quoted: ["quoted"],
  ended: ["ended"],
  executing: ["executing"],
  executed: ["sold-eth", "sold-tron"],
  cancelled: ["cancelled"],
  refused: ["refused"],
  failed: ["failed"],
} as const satisfies Record<string, readonly BillName[]>;
export type ConversionName = keyof typeof CONVERSIONS;

/** Bids that stay: every pair has one of its own, so that another pair's price is seen where it does not belong. */
export const BIDS = {
  BTC: { EUR: "60000", USD: "65123.45", GBP: "51234.5", CAD: "89321.7", JPY: "9876543" },
  BCH: { EUR: "412.37", USD: "447.9", GBP: "351.12345678", CAD: "613.4", JPY: "67890.5" },
  USDT: { EUR: "0.92", USD: "0.9987", GBP: "0.7863", CAD: "1.3712", JPY: "150.25" },
  USDC: { EUR: "0.9213", USD: "0.9991", GBP: "0.7871", CAD: "1.3725", JPY: "150.75" },
} as const;

/** From more than so much BCH at once, a deposit is held. */
export const DEPOSIT_LIMIT = "1.15";

/** An endpoint that no event arrives at. */
const DEAF = "http://localhost:9/hook";

/** How much open bills in pounds may promise. */
export const EXPOSURE_LIMIT = { fiat: "GBP", units: 100_000_00n };

/** Bids while the first bills are made, so that what is sold at a fresh price differs from what was promised. */
const OPENING = { BTC: { EUR: "61000" }, BCH: { EUR: "420.5" }, USDT: { EUR: "0.93" } };

/** The venue's price when the executed conversion is sent, some basis points below its quote's bid. */
const SLIPPED = 0.9195;

/** Another than the spread, so that the one is not taken for the other. */
export const EXPLICIT_FEE_BPS = 120;

const LIFETIME_AND_MORE_MS = 21 * 60_000;
const MOST_OF_A_LIFETIME_MS = 15 * 60_000 + 30_000;
const ENOUGH = 25;

/** Brings the world to every state of a bill and of a conversion; nothing moves by itself afterwards but the clock. */
export async function playStates(hands: Hands): Promise<Record<ConversionName, string>> {
  const { control, settings, staff } = hands;
  await control("chain", { autoMine: false });
  await setBids(hands, BIDS);
  await staff("POST", "/manage/v1/webhook-endpoints", { url: DEAF, description: "nobody listens" });
  await settings({
    "depositLimit.BCH": Number(DEPOSIT_LIMIT),
    "openExposureLimit.GBP": Number(EXPOSURE_LIMIT.units / 100n),
    "quoteLifetimeMs.BTC.CAD": 60_000,
    explicitFeeBps: EXPLICIT_FEE_BPS,
  });
  await playPast(hands);
  await hands.bills(BILLS.ending);
  await control("clock", { advanceMs: MOST_OF_A_LIFETIME_MS });
  await playGone(hands);
  await playNow(hands);
  const invoices = await playConversions(hands);
  await playLast(hands);
  return invoices;
}

/** Prices that stay. */
export async function setBids(
  { control }: Pick<Hands, "control">,
  all: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<void> {
  for (const [base, bids] of Object.entries(all))
    for (const [quote, price] of Object.entries(bids)) await control("prices", { base, quote, price: Number(price) });
}

/** All that is under way has its confirmations, and is treated. */
export async function confirmed({ control }: Hands): Promise<void> {
  await control("settle");
  for (const network of NETWORKS) await control("blocks", { network, count: ENOUGH });
  await control("settle");
}

async function playPast(hands: Hands): Promise<void> {
  await setBids(hands, OPENING);
  const made = await hands.bills(BILLS.past);
  await setBids(hands, BIDS);
  await hands.send(made.late, "0.002");
  await hands.send(made.under, share(made.under, 37n));
  await hands.send(made["paid-out"]);
  await confirmed(hands);
  await hands.control("clock", { advanceMs: LIFETIME_AND_MORE_MS });
  await hands.control("settle");
  await hands.send(made.late, rest(made.late, "0.002"));
  for (const name of ["late-market", "late-limit", "late-as-is"] as const) await hands.send(made[name]);
  await confirmed(hands);
  await hands.staff("POST", "/manage/v1/payouts", {
    asset: "BTC",
    quantity: 0.0123,
    paymentId: made["paid-out"].paymentId,
    reference: "refund 12",
  });
}

/** Money that a chain took back: once after it was credited and partly paid out, so that it is owed, once before. */
async function playGone(hands: Hands): Promise<void> {
  const made = await hands.bills(BILLS.gone);
  const reversed = await hands.send(made.reversed);
  await confirmed(hands);
  await hands.staff("POST", "/manage/v1/payouts", { asset: "CAD", quantity: 50.05, reference: "day 1" });
  const dropped = await hands.send(made.dropped);
  await hands.control("settle");
  await hands.control("reorg", { network: "bitcoin", depth: ENOUGH + 2, drop: [reversed], doubleSpend: [dropped] });
  await hands.control("settle");
}

async function playNow(hands: Hands): Promise<void> {
  const { send, staff } = hands;
  await setBids(hands, OPENING);
  const made = await hands.bills(BILLS.now);
  await setBids(hands, BIDS);
  await send(made.multiple, "0.0004");
  await hands.control("settle");
  await send(made.multiple, rest(made.multiple, "0.0004"));
  await send(made.over, "0.0025");
  await send(made["over-market"], "0.3");
  await send(made.partial, share(made.partial, 41n));
  await send(made["wrong-asset"], "8.25", { cryptoType: "USDC" });
  const whole = Object.keys(BILLS.now).filter((name) => !UNEVEN.includes(name)) as (keyof typeof BILLS.now)[];
  for (const name of whole) await send(made[name]);
  await confirmed(hands);
  const [declined] = (await hands.payment(made.declined)).deposits;
  await staff("POST", `/manage/v1/deposits/${declined?.txId}/decline`, { note: "nobody knows the sender" });
}
const UNEVEN = ["multiple", "over", "over-market", "partial", "wrong-asset"];

/** The world's last act: what waits, and what is on its way. */
async function playLast(hands: Hands): Promise<void> {
  const made = await hands.bills(BILLS.last);
  await hands.control("prices", { base: "USDC", quote: "GBP", stale: true });
  await hands.send(made.processing, share(made.processing, 150n));
  await hands.control("settle");
  await hands.control("blocks", { network: "eth", count: ENOUGH });
  await hands.control("settle");
  await hands.send(made.detected, undefined, { confirmations: 1 });
  await hands.control("settle");
}

async function playConversions(hands: Hands): Promise<Record<ConversionName, string>> {
  const invoices = {} as Record<ConversionName, string>;
  for (const [name, bills] of Object.entries(CONVERSIONS))
    invoices[name as ConversionName] = await hands.convert(bills);
  const { quote, execute, control } = hands;
  await quote(invoices.executed);
  await control("prices", { base: "USDT", quote: "EUR", price: SLIPPED });
  await execute(invoices.executed);
  await setBids(hands, { USDT: BIDS.USDT });
  await quote(invoices.refused);
  await control("venue", { fault: "reject", count: 1 });
  await execute(invoices.refused);
  await hands.cancel(invoices.cancelled);
  await hands.cancel(invoices.failed);
  await hands.fail(invoices.failed, "The venue closed the market.");
  await quote(invoices.ended);
  await quote(invoices.executing);
  await control("venue", { fault: "timeout-before-accept", count: 1 });
  await execute(invoices.executing);
  await hands.stall(invoices.executing);
  return invoices;
}

const rest = ({ quantity }: Made, part: string): string => quantity.minus(Decimal.from(part)).toString();

/** So many percent of what a bill asks for, rounded down to six decimals, which every crypto has. */
const share = ({ quantity }: Made, percent: bigint): string =>
  Decimal.of(quantity.times(Decimal.of(percent, 2)).floorUnits(6), 6).toString();
