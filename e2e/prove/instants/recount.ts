import {
  customersOf,
  exposureOf,
  dayBegin,
  dayOf,
  micros,
  millis,
  outcomesOf,
  outcomesSince,
  type Period,
  volumeOf,
  arrivalsOf,
  waitingOf,
} from "./bills.ts";
import { amount, networkTypeOf, symbolOf, write } from "./exact.ts";
import { ownersAt, placeMovement, placesAt } from "./places.ts";
import { FIATS, Prices, type Rates } from "./prices.ts";
import type { Entry, Rows } from "./rows.ts";
import { inFiat, type Sums, summed, totals, worth, worthUnits } from "./values.ts";

const DAY_MS = 86_400_000;
const KINDS = ["pending", "available", "locked", "reserved", "owed"];

const nameOf = (asset: string) => ({ asset: symbolOf(asset), networkType: networkTypeOf(asset) });
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The figures that the product has to show, reckoned from its rows: in the shape of its answers. */
export class Recount {
  readonly rows: Rows;
  readonly #prices: Prices;

  constructor(rows: Rows) {
    this.rows = rows;
    this.#prices = new Prices(rows);
  }

  /** `GET /manage/v1/balances`. */
  balances(at: number | undefined, fiat: string) {
    const held = this.#heldBefore(at);
    const rates = this.#prices.rates(fiat, at);
    const data = [...held].map(([asset, kinds]) => {
      const rate = rates.get(symbolOf(asset));
      const record = Object.fromEntries(KINDS.map((kind) => [kind, amount(asset, kinds.get(kind) ?? 0n)]));
      const holding = holdingOf(kinds);
      return {
        ...nameOf(asset),
        ...record,
        holding: amount(asset, holding),
        ...(rate && { rate: write(rate.rate), rateTime: rate.at, value: worth(asset, holding, rates, fiat) }),
      };
    });
    return { data, ...totals(holdings(held), rates, fiat) };
  }

  /** Where it lies, whose it is, and how what lies somewhere moved. */
  places = (at: number | undefined, fiat: string) => placesAt(this.rows.posted, at, this.#prices.rates(fiat, at), fiat);
  owners = (at: number | undefined, fiat: string) =>
    ownersAt(this.rows.posted, this.rows.accounts, at, this.#prices.rates(fiat, at), fiat);
  placeMovement = (period: Period, fiat: string) =>
    placeMovement(this.rows.posted, period, this.#prices.rates(fiat, period.to), fiat);

  /** `GET /manage/v1/balances/movement`. */
  movement({ from, to }: Period, fiat: string) {
    const entries = this.#before(to);
    const rates = this.#prices.rates(fiat, to);
    const customers = Map.groupBy(
      entries.filter(({ at }) => at >= micros(from)),
      ({ subaccount }) => subaccount,
    );
    return {
      ...this.#period(entries, from, rates, fiat),
      customers: [...customers].flatMap(([subaccount, own]) =>
        [...flows(own)].map(([asset, flow]) => ({ subaccount, ...nameOf(asset), ...shownFlow(asset, flow) })),
      ),
    };
  }

  /** `GET /manage/v1/customers/one`. */
  customer(subaccount: string | undefined, { from, to }: Period, fiat: string) {
    const entries = this.#before(to).filter((entry) => entry.subaccount === subaccount);
    const rates = this.#prices.rates(fiat, to);
    const { unpriced, ...period } = this.#period(entries, from, rates, fiat);
    if (subaccount === undefined) return { ...period, unpriced };
    const own = this.rows.bills.filter((bill) => bill.subaccount === subaccount);
    const made = own.filter((bill) => bill.made >= micros(from) && (to === undefined || bill.made < micros(to)));
    const { outcomes, created, ...receivable } = outcomesOf(made, rates, fiat);
    const waiting = waitingOf(made, rates, fiat);
    const { exposure, ...now } = exposureOf(own, rates, fiat);
    return {
      subaccount,
      ...period,
      unpriced: [...new Set([...unpriced, ...receivable.unpriced, ...waiting.unpriced, ...now.unpriced])],
      exposure,
      bills: {
        created,
        outcomes,
        arrivals: arrivalsOf(made),
        waiting: { count: waiting.count, value: amount(fiat, waiting.value) },
        lastBillAt: Math.max(...own.map((bill) => millis(bill.made))),
      },
    };
  }

  /** `GET /manage/v1/customers`, all pages. */
  customers(period: Period, name: string, fiat: string) {
    return customersOf(this.rows.bills, period, name, this.#prices.rates(fiat, undefined), fiat);
  }

  /** `GET /manage/v1/outcomes`. */
  outcomes(from: number, now: number, fiat: string) {
    return outcomesSince(this.rows.bills, from, now, this.#prices.rates(fiat, undefined), fiat);
  }

  /** What `GET /manage/v1/overview` says of prices and sums, and what the page makes of its volume. */
  overview(now: number, fiat: string) {
    const rates = this.#prices.rates(fiat, undefined);
    return {
      prices: this.#prices.fresh(fiat).map(({ cryptoType, bid }) => ({ cryptoType, bid: write(bid) })),
      rates: FIATS.flatMap((one) => {
        const found = rates.get(one);
        return found ? [{ fiat: one, rate: write(found.rate), at: found.at }] : [];
      }),
      ...volumeOf(this.rows.bills, now, rates, fiat),
    };
  }

  /** `GET /manage/v1/balances/history`. */
  history(now: number, fiat: string, count: number) {
    const today = dayBegin(now);
    const closes = Array.from({ length: count - 1 }, (_, nth) => today - (count - 2 - nth) * DAY_MS);
    const days = [...closes, undefined].map((at) => {
      const held = holdings(this.#heldBefore(at));
      const rates = this.#prices.rates(fiat, at);
      const { in: _, ...total } = totals(held, rates, fiat);
      const data = [...held].map(([asset, units]) => ({
        ...nameOf(asset),
        holding: amount(asset, units),
        value: worth(asset, units, rates, fiat),
      }));
      return { day: dayOf(at === undefined ? now : at - 1), at: at ?? "now", ...total, data };
    });
    return { in: fiat, days };
  }

  /** What the overview's first figure and its parts say: cash and crypto, each currency on all its networks. */
  cashAndCrypto(fiat: string) {
    const rates = this.#prices.rates(fiat, undefined);
    const held = [...holdings(this.#heldBefore(undefined))];
    const bySymbol = Map.groupBy(held, ([asset]) => symbolOf(asset));
    const shown = [...bySymbol].flatMap(([symbol, parts]) => {
      const units = parts.reduce((sum, [, part]) => sum + part, 0n);
      const values = parts.map(([asset, part]) => worthUnits(asset, part, rates, fiat));
      const value = values.includes(undefined) ? undefined : values.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n);
      return units === 0n ? [] : [{ symbol, units, value }];
    });
    const sum = (isCash: boolean) =>
      shown.reduce((all, { symbol, value }) => all + (FIATS.includes(symbol) === isCash ? (value ?? 0n) : 0n), 0n);
    const [cash, crypto] = [sum(true), sum(false)];
    return {
      ...inFiat({ cash, crypto, total: cash + crypto }, fiat),
      holdings: shown.map(({ symbol, units, value }) => ({
        symbol,
        holding: amount(symbol, units),
        value: value === undefined ? undefined : amount(fiat, value),
      })),
    };
  }

  #before(instant: number | undefined): readonly Entry[] {
    return instant === undefined ? this.rows.entries : this.rows.entries.filter(({ at }) => at < micros(instant));
  }

  #heldBefore(instant: number | undefined): Map<string, Map<string, bigint>> {
    const held = new Map<string, Map<string, bigint>>();
    for (const { moved } of this.#before(instant))
      for (const { asset, kinds } of moved) {
        const sums = held.get(asset) ?? new Map<string, bigint>();
        for (const [kind, units] of kinds) sums.set(kind, (sums.get(kind) ?? 0n) + units);
        held.set(asset, sums);
      }
    return held;
  }

  /** What entries before a period's end make of it, by asset. */
  #period(entries: readonly Entry[], from: number, rates: Rates, fiat: string) {
    const net = (some: readonly Entry[]) =>
      summed(
        some.flatMap(({ moved }) => moved),
        ({ asset }) => asset,
        (one) => one.net,
      );
    const within = flows(entries.filter(({ at }) => at >= micros(from)));
    const [opening, closing] = [net(entries.filter(({ at }) => at < micros(from))), net(entries)];
    return {
      ...totals(closing, rates, fiat),
      startTime: from,
      data: [...closing].map(([asset, units]) => ({
        ...nameOf(asset),
        opening: amount(asset, opening.get(asset) ?? 0n),
        ...shownFlow(asset, within.get(asset) ?? { in: 0n, out: 0n, fees: 0n }),
        closing: amount(asset, units),
        value: worth(asset, units, rates, fiat),
      })),
    };
  }
}

type Flow = { in: bigint; out: bigint; fees: bigint };

/** What came, before fees, and went: what one transaction moves of an asset is netted. */
function flows(entries: readonly Entry[]): Map<string, Flow> {
  const found = new Map<string, Flow>();
  for (const { moved } of entries)
    for (const { asset, net, fee } of moved) {
      const flow = found.get(asset) ?? { in: 0n, out: 0n, fees: 0n };
      flow.in += most(net + fee, 0n);
      flow.out += most(-net - fee, 0n);
      flow.fees += fee;
      found.set(asset, flow);
    }
  return found;
}

const shownFlow = (asset: string, flow: Flow) => ({
  in: amount(asset, flow.in),
  out: amount(asset, flow.out),
  fees: amount(asset, flow.fees),
});

const holdingOf = (kinds: Sums): bigint =>
  KINDS.reduce((sum, kind) => sum + (kind === "owed" ? -1n : 1n) * (kinds.get(kind) ?? 0n), 0n);
const holdings = (held: ReadonlyMap<string, Sums>): Sums =>
  new Map([...held].map(([asset, kinds]) => [asset, holdingOf(kinds)]));
