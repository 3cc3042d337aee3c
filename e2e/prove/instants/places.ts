import { micros, type Period } from "./bills.ts";
import { amount, networkTypeOf, quotientDown, symbolOf, write } from "./exact.ts";
import type { Rates } from "./prices.ts";
import type { Posted } from "./rows.ts";
import { valued, worth, worthUnits } from "./values.ts";

const COSTS = new Set(["house:network-fee", "house:venue-fee", "house:bank-fee"]);
const PLACE = /^(bank|transit|(custody|venue|bank):.+)$/;
const KINDS: Readonly<Record<string, string>> = {
  custody: "CUSTODY",
  venue: "VENUE",
  bank: "BANK",
  transit: "TRANSIT",
};
const UNASSIGNED = "house:unassigned";

const kindOf = (code: string) => KINDS[code.split(":")[0] ?? ""];
const placeOf = (code: string) => (code === "bank" ? "bank:main" : code);
const nameOf = (asset: string) => ({ asset: symbolOf(asset), networkType: networkTypeOf(asset) });
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const size = (units: bigint): bigint => (units < 0n ? -units : units);

type Sum = { code: string; asset: string; units: bigint };

/** What each ledger account had before an instant, of the accounts that a test picks; credit of those that are owed. */
function sums(posted: readonly Posted[], at: number | undefined, wanted: (code: string) => boolean): Sum[] {
  const found = new Map<string, Sum>();
  for (const { at: when, lines } of posted) {
    if (at !== undefined && when >= micros(at)) continue;
    for (const { code, asset, credit } of lines) {
      if (!wanted(code)) continue;
      const own = found.get(`${code} ${asset}`) ?? { code, asset, units: 0n };
      own.units += PLACE.test(code) ? -credit : credit;
      found.set(`${code} ${asset}`, own);
    }
  }
  return [...found.values()].filter(({ units }) => units !== 0n);
}

const share = (value: bigint | undefined, total: bigint): string | undefined =>
  value === undefined || total <= 0n ? undefined : write({ units: quotientDown(value * 1000n, total), scale: 1 });

function totalsOf(parts: readonly Sum[], rates: Rates, fiat: string) {
  const each = parts.map(({ asset, units }) => valued(new Map([[asset, units]]), rates, fiat));
  return {
    total: each.reduce((all, { value }) => all + value, 0n),
    unpriced: [...new Set(each.flatMap(({ unpriced }) => unpriced))],
  };
}

const priced = (asset: string, rates: Rates) => {
  const rate = rates.get(symbolOf(asset));
  return rate && { rate: write(rate.rate), rateTime: rate.at };
};

/** `GET /house/v1/places?at=&in=`, of what lies anywhere, without what places say. */
export function placesAt(posted: readonly Posted[], at: number | undefined, rates: Rates, fiat: string) {
  const lying = sums(posted, at, (code) => PLACE.test(code));
  const { total, unpriced } = totalsOf(lying, rates, fiat);
  return {
    in: fiat,
    total: amount(fiat, total),
    unpriced,
    data: lying.map(({ code, asset, units }) => ({
      place: placeOf(code),
      kind: kindOf(code),
      ...nameOf(asset),
      balance: amount(asset, units),
      ...priced(asset, rates),
      value: worth(asset, units, rates, fiat),
      share: share(worthUnits(asset, units, rates, fiat), total),
    })),
  };
}

/** `GET /house/v1/owners?at=&in=`. */
export function ownersAt(
  posted: readonly Posted[],
  names: ReadonlyMap<string, string>,
  at: number | undefined,
  rates: Rates,
  fiat: string,
) {
  const lying = sums(posted, at, (code) => PLACE.test(code));
  const owed = sums(posted, at, (code) => code.startsWith("acc:"));
  const claims = new Map<string, { id: string; asset: string; kinds: Map<string, bigint> }>();
  for (const { code, asset, units } of owed) {
    const [, id = "", kind = ""] = code.split(":");
    const own = claims.get(`${id} ${asset}`) ?? { id, asset, kinds: new Map() };
    own.kinds.set(kind, kind === "owed" ? -units : units);
    claims.set(`${id} ${asset}`, own);
  }
  const unassigned = sums(posted, at, (code) => code === UNASSIGNED);
  const holding = (kinds: ReadonlyMap<string, bigint>) =>
    [...kinds].reduce((all, [kind, units]) => all + (kind === "owed" ? -units : units), 0n);
  const held: Sum[] = [...claims.values()].map(({ id, asset, kinds }) => ({ code: id, asset, units: holding(kinds) }));
  const whole = totalsOf(lying, rates, fiat);
  const [ofAccounts, ofNobody] = [totalsOf(held, rates, fiat), totalsOf(unassigned, rates, fiat)];
  const left = new Map<string, { units: bigint; value: bigint | undefined }>();
  const count = (parts: readonly Sum[], sign: bigint) => {
    for (const { asset, units } of parts) {
      const own = left.get(asset) ?? { units: 0n, value: 0n };
      const value = worthUnits(asset, units, rates, fiat);
      own.units += sign * units;
      own.value = own.value === undefined || value === undefined ? undefined : own.value + sign * value;
      left.set(asset, own);
    }
  };
  count(lying, 1n);
  count([...held, ...unassigned], -1n);
  const record = (asset: string, units: bigint, value: bigint | undefined) => ({
    ...nameOf(asset),
    holding: amount(asset, units),
    ...priced(asset, rates),
    value: value === undefined ? undefined : amount(fiat, value),
    share: share(value, whole.total),
  });
  const plain = (asset: string, units: bigint) => ({
    available: amount(asset, units),
    reserved: "0",
    pending: "0",
    owed: "0",
  });
  return {
    in: fiat,
    total: amount(fiat, whole.total),
    unpriced: [...new Set([...whole.unpriced, ...ofAccounts.unpriced, ...ofNobody.unpriced])],
    owedTotal: amount(fiat, ofAccounts.total),
    unassignedTotal: amount(fiat, ofNobody.total),
    ownTotal: amount(fiat, whole.total - ofAccounts.total - ofNobody.total),
    data: [
      ...[...claims.values()].map(({ id, asset, kinds }) => ({
        owner: "ACCOUNT",
        account: names.get(id),
        available: amount(asset, kinds.get("available") ?? 0n),
        reserved: amount(asset, (kinds.get("locked") ?? 0n) + (kinds.get("reserved") ?? 0n)),
        pending: amount(asset, kinds.get("pending") ?? 0n),
        owed: amount(asset, kinds.get("owed") ?? 0n),
        ...record(asset, holding(kinds), worthUnits(asset, holding(kinds), rates, fiat)),
      })),
      ...unassigned.map(({ asset, units }) => ({
        owner: "UNASSIGNED",
        ...plain(asset, units),
        ...record(asset, units, worthUnits(asset, units, rates, fiat)),
      })),
      ...[...left]
        // Of what is none of the house's own the rounding of its places may still leave something.
        .filter(([, { units, value }]) => units !== 0n || (value ?? 0n) !== 0n)
        .map(([asset, { units, value }]) => ({ owner: "OWN", ...plain(asset, units), ...record(asset, units, value) })),
    ],
  };
}

/** `GET /house/v1/places/movement`, of what was held or moved. */
export function placeMovement(posted: readonly Posted[], { from, to }: Period, rates: Rates, fiat: string) {
  const before = new Map(
    sums(posted, from, (code) => PLACE.test(code)).map((one) => [`${one.code} ${one.asset}`, one.units]),
  );
  const closing = sums(posted, to, (code) => PLACE.test(code));
  const after = new Map(closing.map((one) => [`${one.code} ${one.asset}`, one.units]));
  const flows = new Map<string, { in: bigint; out: bigint; fees: bigint }>();
  for (const { at, lines } of posted)
    if (at >= micros(from) && (to === undefined || at < micros(to))) addFlows(flows, lines);
  const moved = [...flows].filter(([, flow]) => [flow.in, flow.out, flow.fees].some((units) => units !== 0n));
  const keys = [...new Set([...before.keys(), ...after.keys(), ...moved.map(([key]) => key)])];
  const { total, unpriced } = totalsOf(closing, rates, fiat);
  return {
    in: fiat,
    total: amount(fiat, total),
    unpriced,
    startTime: from,
    data: keys.map((key) => {
      const [code = "", asset = ""] = key.split(" ");
      const flow = flows.get(key);
      const units = after.get(key) ?? 0n;
      return {
        place: placeOf(code),
        kind: kindOf(code),
        ...nameOf(asset),
        opening: amount(asset, before.get(key) ?? 0n),
        in: amount(asset, flow?.in ?? 0n),
        out: amount(asset, flow?.out ?? 0n),
        fees: amount(asset, flow?.fees ?? 0n),
        closing: amount(asset, units),
        value: worth(asset, units, rates, fiat),
      };
    }),
  };
}

/** What one transaction moves at each place; its costs go to the place that what they took came from, the largest first. */
function addFlows(flows: Map<string, { in: bigint; out: bigint; fees: bigint }>, lines: Posted["lines"]): void {
  for (const [asset, own] of Map.groupBy(lines, (line) => line.asset)) {
    const cost = own.reduce((all, { code, credit }) => all - (COSTS.has(code) ? credit : 0n), 0n);
    const nets = new Map<string, bigint>();
    for (const { code, credit } of own) if (PLACE.test(code)) nets.set(code, (nets.get(code) ?? 0n) - credit);
    const bearing = [...nets]
      .map(([code, net]) => ({ code, net, against: net * cost < 0n ? 0 : net * cost === 0n ? 1 : 2 }))
      .sort((a, b) => a.against - b.against || Number(size(b.net) - size(a.net)) || (a.code < b.code ? -1 : 1))
      .at(0);
    for (const [code, net] of nets) {
      const fee = bearing?.code === code ? cost : 0n;
      const flow = flows.get(`${code} ${asset}`) ?? { in: 0n, out: 0n, fees: 0n };
      flow.in += most(net + fee, 0n);
      flow.out += most(-net - fee, 0n);
      flow.fees += fee;
      flows.set(`${code} ${asset}`, flow);
    }
  }
}
