import { amount, networkTypeOf, scaleOf, symbolOf, timesDown } from "./exact.ts";
import type { Rates } from "./prices.ts";
import type { Bill } from "./rows.ts";
import { inFiat, summed, valued } from "./values.ts";

/** From an instant until before another; without an end until now. */
export type Period = { from: number; to: number | undefined };

const DAY_MS = 86_400_000;
const DAYS = 30;
const MINUTE = 60_000_000n;
const SOON = 20n * MINUTE;
const OUTCOMES = ["PAID", "LATE", "UNDERPAID", "OVERPAID", "EXPIRED", "OPEN"];
const PRICE_DECIMALS = 8;
const FURTHEST = 60;

export const micros = (ms: number): bigint => BigInt(ms) * 1000n;
export const millis = (at: bigint): number => Number(at / 1000n);
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const dayBegin = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** `GET /manage/v1/customers`, all pages. */
export function customersOf(all: readonly Bill[], { from, to }: Period, name: string, rates: Rates, fiat: string) {
  const found = all.filter(
    (bill) =>
      (from === undefined || bill.made >= micros(from)) &&
      (to === undefined || bill.made <= micros(to)) &&
      bill.subaccount.toLowerCase().includes(name.toLowerCase()),
  );
  const unpriced = new Set<string>();
  const total = { customers: 0, bills: 0, value: 0n, open: 0, openValue: 0n, waiting: 0, waitingValue: 0n };
  const data = [...Map.groupBy(found, ({ subaccount }) => subaccount)].map(([subaccount, bills]) => {
    const open = bills.filter(({ outcome }) => outcome === "OPEN");
    const waiting = waitingOf(bills, rates, fiat);
    const [each, openSum] = [receivableOf(bills, rates, fiat), receivableOf(open, rates, fiat)];
    for (const symbol of [...each.unpriced, ...waiting.unpriced]) unpriced.add(symbol);
    const counts = { bills: bills.length, open: open.length, waiting: waiting.count };
    const values = { value: each.value, openValue: openSum.value, waitingValue: waiting.value };
    total.customers += 1;
    for (const [key, count] of Object.entries(counts)) total[key as keyof typeof counts] += count;
    for (const [key, value] of Object.entries(values)) total[key as keyof typeof values] += value;
    const lastBillAt = Math.max(...bills.map(({ made }) => millis(made)));
    return { subaccount, ...counts, ...inFiat(values, fiat), lastBillAt };
  });
  const { value, openValue, waitingValue, ...counts } = total;
  return {
    data,
    in: fiat,
    unpriced: [...unpriced],
    total: { ...counts, ...inFiat({ value, openValue, waitingValue }, fiat) },
  };
}

/** `GET /manage/v1/outcomes`. */
export function outcomesSince(all: readonly Bill[], from: number, now: number, rates: Rates, fiat: string) {
  const { outcomes, created, unpriced } = outcomesOf(
    all.filter(({ made }) => made >= micros(from)),
    rates,
    fiat,
  );
  const soon = all.filter(
    ({ expires, standing }) => standing === 0 && expires > micros(now) && expires < micros(now) + SOON,
  );
  const minutes = Map.groupBy(soon, ({ expires }) => Number((expires - micros(now)) / MINUTE));
  return {
    in: fiat,
    startTime: from,
    endTime: "now",
    created,
    outcomes,
    unpriced: [...new Set([...unpriced, ...receivableOf(soon, rates, fiat).unpriced])],
    expiring: [...minutes].map(([minute, bills]) => ({ minute, ...countAndValue(bills, rates, fiat) })),
  };
}

/** What `GET /manage/v1/overview` says of prices and sums, and what the page makes of its volume. */
export function volumeOf(all: readonly Bill[], now: number, rates: Rates, fiat: string) {
  const since = micros(dayBegin(now) - (DAYS - 1) * DAY_MS);
  const received = all.filter((bill) => bill.received > 0n && bill.made >= since);
  const groups = Map.groupBy(received, (bill) => `${dayOf(millis(bill.made))} ${bill.asset} ${bill.fiat}`);
  const volume = [...groups].map(([key, bills]) => {
    const [day = "", asset = "", of = ""] = key.split(" ");
    const worth = (part: "retained" | "pending") =>
      timesDown(
        {
          units: bills.reduce((sum, bill) => sum + bill[part] * bill.price.units, 0n),
          scale: scaleOf(asset) + PRICE_DECIMALS,
        },
        { units: 1n, scale: 0 },
        of,
      );
    return {
      ...{ day, asset, fiat: of, count: bills.length },
      converted: bills.reduce((sum, { credited }) => sum + credited, 0n),
      kept: worth("retained"),
      pending: worth("pending"),
    };
  });
  const free = all.filter((bill) => bill.free > 0n);
  const days = Array.from({ length: DAYS }, (_, nth) => {
    const day = dayOf(now - (DAYS - 1 - nth) * DAY_MS);
    const own = volume.filter((one) => one.day === day);
    const sum = (kind: VolumePart) => valueOfAll(own, kind, rates, fiat);
    return {
      day,
      ...inFiat({ converted: sum("converted"), kept: sum("kept"), pending: sum("pending") }, fiat),
      count: own.reduce((all, { count }) => all + count, 0),
    };
  });
  return {
    unconverted: [...Map.groupBy(free, ({ asset }) => asset)].map(([asset, bills]) => ({
      ...cryptoName(asset),
      count: bills.length,
      quantity: amount(
        asset,
        bills.reduce((sum, bill) => sum + bill.free, 0n),
      ),
    })),
    volume: volume.map(({ day, asset, fiat: of, count, ...sums }) => ({
      ...{ day, ...cryptoName(asset), fiat: of, count },
      ...inFiat(sums, of),
    })),
    days,
    unpriced: [...new Set(volume.flatMap((one) => (rates.has(one.fiat) ? [] : [one.fiat])))],
  };
}

const receivableOf = (bills: readonly Bill[], rates: Rates, fiat: string) =>
  valued(
    summed(
      bills,
      (bill) => bill.fiat,
      ({ receivable }) => receivable,
    ),
    rates,
    fiat,
  );

export function waitingOf(bills: readonly Bill[], rates: Rates, fiat: string) {
  const waiting = bills.filter(({ free }) => free > 0n);
  const sums = summed(
    waiting,
    ({ asset }) => asset,
    ({ free }) => free,
  );
  return { count: waiting.length, ...valued(sums, rates, fiat) };
}

/** Bills by the minute of their first payment from expiry: the one before it is 0, and an hour is the furthest. */
export function arrivalsOf(bills: readonly Bill[]) {
  const found = bills.flatMap(({ paid, expires }) => {
    if (paid === undefined) return [];
    const after = paid - expires;
    const minute = Number(after / MINUTE) + (after > 0n && after % MINUTE > 0n ? 1 : 0);
    return [Math.min(FURTHEST, Math.max(-FURTHEST, minute))];
  });
  return [...Map.groupBy(found, (minute) => minute)]
    .map(([minute, own]) => ({ minute, count: own.length }))
    .sort((a, b) => a.minute - b.minute);
}

/** What a customer's bills promise and what is on its way to them, now, at a period's prices. */
export function exposureOf(bills: readonly Bill[], rates: Rates, fiat: string) {
  const worth = (key: "promised" | "unconfirmed", assetOf: (bill: Bill) => string) => {
    const own = bills.filter((bill) => bill[key] > 0n);
    const { value, unpriced } = valued(
      summed(own, assetOf, (bill) => bill[key]),
      rates,
      fiat,
    );
    return { figure: { count: own.length, value: amount(fiat, value) }, unpriced };
  };
  const [promised, unconfirmed] = [worth("promised", (bill) => bill.fiat), worth("unconfirmed", (bill) => bill.asset)];
  return {
    exposure: { promised: promised.figure, unconfirmed: unconfirmed.figure },
    unpriced: [...promised.unpriced, ...unconfirmed.unpriced],
  };
}

const countAndValue = (bills: readonly Bill[], rates: Rates, fiat: string) => ({
  count: bills.length,
  value: amount(fiat, receivableOf(bills, rates, fiat).value),
});

/** Each outcome's sum is valued by itself, and all of them make what was created. */
export function outcomesOf(bills: readonly Bill[], rates: Rates, fiat: string) {
  const parts = OUTCOMES.map((outcome) => ({ outcome, own: bills.filter((bill) => bill.outcome === outcome) }));
  const value = parts.reduce((sum, { own }) => sum + receivableOf(own, rates, fiat).value, 0n);
  return {
    created: { count: bills.length, value: amount(fiat, value) },
    outcomes: parts.map(({ outcome, own }) => ({ outcome, ...countAndValue(own, rates, fiat) })),
    unpriced: receivableOf(bills, rates, fiat).unpriced,
  };
}

const cryptoName = (asset: string) => ({ cryptoType: symbolOf(asset), networkType: networkTypeOf(asset) });

type VolumePart = "converted" | "kept" | "pending";

/** Every fiat at its rate, and the sum of all rounded down. */
function valueOfAll(
  volume: readonly ({ fiat: string } & Record<VolumePart, bigint>)[],
  kind: VolumePart,
  rates: Rates,
  fiat: string,
): bigint {
  const scale = 20;
  const units = volume.reduce((sum, one) => {
    const rate = rates.get(one.fiat)?.rate;
    return rate ? sum + one[kind] * rate.units * 10n ** BigInt(scale - scaleOf(one.fiat) - rate.scale) : sum;
  }, 0n);
  return timesDown({ units, scale }, { units: 1n, scale: 0 }, fiat);
}
