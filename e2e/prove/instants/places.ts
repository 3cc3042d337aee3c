import { micros, type Period } from "./bills.ts";
import { amount, networkTypeOf, quotientDown, symbolOf, write } from "./exact.ts";
import type { Rates } from "./prices.ts";
import type { Posted } from "./rows.ts";
import { type Part, partWorths, worthUnits } from "./values.ts";

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

/** What all parts are worth, by asset and name, together, and what of them has no price. */
function worthOf(parts: readonly Part[], rates: Rates, fiat: string) {
  const value = partWorths(parts, rates, fiat);
  const without = parts.filter(({ name, asset, units }) => units !== 0n && value(asset, name) === undefined);
  return {
    value,
    total: parts.reduce((all, { asset, name }) => all + (value(asset, name) ?? 0n), 0n),
    unpriced: [...new Set(without.map(({ asset }) => symbolOf(asset)))],
  };
}

const named = ({ code, asset, units }: Sum): Part => ({ name: code, asset, units });
const shown = (value: bigint | undefined, fiat: string) => (value === undefined ? undefined : amount(fiat, value));

const priced = (asset: string, rates: Rates) => {
  const rate = rates.get(symbolOf(asset));
  return rate && { rate: write(rate.rate), rateTime: rate.at };
};

/** `GET /house/v1/places?at=&in=`, of what lies anywhere, without what places say. */
export function placesAt(posted: readonly Posted[], at: number | undefined, rates: Rates, fiat: string) {
  const lying = sums(posted, at, (code) => PLACE.test(code));
  const { value, total, unpriced } = worthOf(lying.map(named), rates, fiat);
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
      value: shown(value(asset, code), fiat),
      share: share(value(asset, code), total),
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
  const parts: (Part & { owner: string })[] = [
    ...[...claims.values()].map(({ id, asset, kinds }) => ({
      ...{ owner: "ACCOUNT", name: names.get(id) ?? "", asset },
      units: holding(kinds),
    })),
    ...unassigned.map(({ asset, units }) => ({ owner: "UNASSIGNED", name: "UNASSIGNED", asset, units })),
  ];
  const left = new Map<string, bigint>();
  for (const [sign, some] of [
    [1n, lying],
    [-1n, parts],
  ] as const)
    for (const { asset, units } of some) left.set(asset, (left.get(asset) ?? 0n) + sign * units);
  for (const [asset, units] of left) if (units !== 0n) parts.push({ owner: "OWN", name: "OWN", asset, units });
  const { value, total, unpriced } = worthOf(parts, rates, fiat);
  const totalOf = (owner: string) =>
    parts.reduce((all, one) => (one.owner === owner ? all + (value(one.asset, one.name) ?? 0n) : all), 0n);
  const plain = (units: string) => ({ available: units, reserved: "0", pending: "0", owed: "0" });
  return {
    in: fiat,
    total: amount(fiat, total),
    unpriced,
    owedTotal: amount(fiat, totalOf("ACCOUNT")),
    unassignedTotal: amount(fiat, totalOf("UNASSIGNED")),
    ownTotal: amount(fiat, totalOf("OWN")),
    data: parts.map(({ owner, name, asset, units }, at) => {
      const kinds = [...claims.values()][at]?.kinds;
      return {
        owner,
        ...(owner === "ACCOUNT" && { account: name }),
        ...nameOf(asset),
        ...plain(amount(asset, units)),
        ...(kinds && {
          available: amount(asset, kinds.get("available") ?? 0n),
          reserved: amount(asset, (kinds.get("locked") ?? 0n) + (kinds.get("reserved") ?? 0n)),
          pending: amount(asset, kinds.get("pending") ?? 0n),
          owed: amount(asset, kinds.get("owed") ?? 0n),
        }),
        holding: amount(asset, units),
        ...priced(asset, rates),
        value: shown(value(asset, name), fiat),
        share: share(value(asset, name), total),
      };
    }),
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
  const { value, total, unpriced } = worthOf(closing.map(named), rates, fiat);
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
        value: shown(value(asset, code) ?? worthUnits(asset, 0n, rates, fiat), fiat),
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
