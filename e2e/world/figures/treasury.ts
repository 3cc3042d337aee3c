import { rowOf } from "./accounts.ts";
import { clock, type Hand, literal, symbolOf } from "./amounts.ts";
import { add, type Figure, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";
import type { Read } from "./treasury-now.ts";
import {
  type Parts,
  partsNow,
  partsThen,
  rateNow,
  rateWritten,
  readStored,
  type StoredPrice,
  worthNow,
  worthThen,
} from "./worth.ts";

/** What the postings before an instant come to on one ledger account. */
type Sum = { code: string; asset: string; account: string | null; units: bigint };
/** A posting at a place, and what its transaction cost of the asset. */
type Flow = { transaction: string; code: string; asset: string; units: bigint; cost: bigint };

export type Means = { sums: Sum[]; before: Sum[]; flows: Flow[]; at: number | undefined };
type Seen = { means: Means; stored: readonly StoredPrice[]; hand: Hand };

const sumSql = `select l.code, l.asset, a.name as account, sum(p.amount)::text as units from posting p
  join ledger_transaction t on t.id = p.transaction_id join ledger_account l on l.id = p.ledger_account_id
  left join account a on a.id = l.account_id where t.at < to_timestamp($1::double precision / 1000)
  and (l.account_id is not null or l.code = 'house:unassigned' or l.code ~ '^(bank|transit|custody:.*|venue:.*|bank:.*)$')
  group by 1, 2, 3 order by 1, 2`;
const flowSql = `select t.id as transaction, l.code, l.asset, p.amount::text as units, coalesce((select sum(c.amount) from posting c
    join ledger_account f on f.id = c.ledger_account_id where c.transaction_id = t.id and c.asset = l.asset
    and f.code ~ '^house:(network|venue|bank)-fee$'), 0)::text as cost
  from posting p join ledger_transaction t on t.id = p.transaction_id join ledger_account l on l.id = p.ledger_account_id
  where t.at >= to_timestamp($1::double precision / 1000) and t.at < to_timestamp($2::double precision / 1000)
  and l.code ~ '^(bank|transit|custody:.*|venue:.*|bank:.*)$' order by p.id`;

const DAY_MS = 86_400_000;
/** Days of a chart. */
const DAYS = 30;
const FAR = 4e12;

/** The house's means as of an instant, or now, summed up from every posting before it; the flows are of its day. */
export async function readMeans({ rows }: Hands, at: number | undefined, now: number): Promise<Means> {
  const sumsBefore = async (instant: number): Promise<Sum[]> =>
    (await rows(sumSql, [instant])).map((row) => ({ ...(row as Omit<Sum, "units">), units: BigInt(row["units"]) }));
  const begin = Math.floor((at ?? now) / DAY_MS) * DAY_MS;
  const flows = (await rows(flowSql, [begin, at ?? FAR])).map((row) => ({
    ...(row as Omit<Flow, "units" | "cost">),
    units: BigInt(row["units"]),
    cost: BigInt(row["cost"]),
  }));
  return { sums: await sumsBefore(at ?? FAR), before: await sumsBefore(begin), flows, at };
}

const isPlace = ({ code, account }: Sum): boolean => account === null && code !== "house:unassigned";
const isCash = (asset: string): boolean => /^[A-Z]{3}$/.test(asset) && !["BTC", "BCH"].includes(asset);
const KINDS = { custody: "Custody", venue: "Venues", bank: "Banks", transit: "In transit" } as const;
const kindOf = (code: string) => KINDS[(code.split(":")[0] ?? "") as keyof typeof KINDS];
const NAMES = { custody: "Custody", venue: "Venue", bank: "Bank", transit: "In transit" } as const;
/** What the pages call a network. */
export const NETWORK_NAMES: Readonly<Record<string, string>> = {
  bitcoin: "Bitcoin",
  bitcoincash: "Bitcoin Cash",
  eth: "Ethereum",
  tron: "Tron",
};
export const nameOf = (code: string): string => {
  const [kind = "", ...named] = code.split(":");
  const rest = kind === "custody" ? named.map((network) => NETWORK_NAMES[network] ?? network) : named;
  if (code === "bank") rest.push("main");
  return [NAMES[kind as keyof typeof NAMES], ...rest].join(" ");
};
const sumUp = <One>(all: readonly One[], unitsOf: (one: One) => bigint): bigint =>
  all.reduce((sum, one) => sum + unitsOf(one), 0n);
/** Percent with one decimal, rounded down. */
export const shareOf = (part: bigint, all: bigint): string => {
  const tenths = part * 1000n;
  const floor = tenths < 0n && tenths % all !== 0n ? tenths / all - 1n : tenths / all;
  return literal(floor, 1).replace("-", "−");
};

type Claim = { owner: string; asset: string; kind: string; units: bigint };

function claimsOf(sums: readonly Sum[]): Claim[] {
  return sums
    .filter((one) => !isPlace(one))
    .map(({ code, asset, account, units }) => ({
      owner: account ?? "Unassigned",
      asset,
      kind: account === null ? "available" : (code.split(":")[2] ?? ""),
      units,
    }));
}

const holdingOf = (claims: readonly Claim[]): bigint =>
  sumUp(claims, ({ kind, units }) => (kind === "owed" ? -units : units));

/** Units of each asset by who or where they are. */
function partsOf<One extends { asset: string }>(
  all: readonly One[],
  nameOf: (one: One) => string,
  of: (one: One) => bigint,
) {
  const parts = new Map<string, Map<string, bigint>>();
  for (const one of all) {
    const own = parts.get(one.asset) ?? new Map<string, bigint>();
    own.set(nameOf(one), (own.get(nameOf(one)) ?? 0n) + of(one));
    parts.set(one.asset, own);
  }
  return parts;
}

type Lying = Pick<Sum, "code" | "asset" | "units">;

/** What lies in each place is worth, in EUR: the places of an asset are one whole. */
export function worthOfPlaces(places: readonly Lying[], partsAt: typeof partsNow): (one: Lying) => bigint {
  const units = partsOf(
    places,
    ({ code }) => code,
    (one) => one.units,
  );
  const worths = new Map([...units].map(([asset, parts]) => [asset, partsAt(parts, asset)]));
  return ({ code, asset }) => worths.get(asset)?.get(code) ?? 0n;
}

/** Whose each asset is: what lies anywhere less what is owed is the house's own. */
function owningOf(places: readonly Sum[], claims: readonly Claim[]): Map<string, Parts> {
  const owning = partsOf(
    claims,
    ({ owner }) => (owner === "Unassigned" ? "UNASSIGNED" : owner),
    ({ kind, units }) => (kind === "owed" ? -units : units),
  );
  for (const [asset, lying] of Map.groupBy(places, (one) => one.asset)) {
    const own = owning.get(asset) ?? new Map<string, bigint>();
    const claimed = sumUp([...own.values()], (units) => units);
    owning.set(asset, own.set("OWN", sumUp(lying, ({ units }) => units) - claimed));
  }
  return owning;
}

/** The whole of it: places, claims, their worth in EUR, as the page must show it. */
function reckoned({ means: { sums, at }, stored }: Seen) {
  const partsAt: typeof partsNow = (parts, asset) =>
    at === undefined ? partsNow(parts, asset) : partsThen(parts, asset, stored, at);
  const places = sums.filter(isPlace);
  const claims = claimsOf(sums);
  const byOwner = Map.groupBy(claims, ({ owner }) => owner);
  const worth = worthOfPlaces(places, partsAt);
  const owning = [...owningOf(places, claims)].map(([asset, parts]) => partsAt(parts, asset));
  const worthOfOwner = (name: string) => sumUp(owning, (worths) => worths.get(name) ?? 0n);
  const owed = sumUp(
    [...byOwner.keys()].filter((owner) => owner !== "Unassigned"),
    worthOfOwner,
  );
  const unassigned = worthOfOwner("UNASSIGNED");
  const total = sumUp(places, worth);
  return { worth, places, claims, byOwner, worthOfOwner, owed, unassigned, total };
}

/** One figure with its parts, the instant that all is of, and how far each place moved on its day until then. */
function common(sheet: Sheet, seen: Seen): ReturnType<typeof reckoned> {
  const { means, hand } = seen;
  const all = reckoned(seen);
  const { places, worth, total, owed, unassigned } = all;
  const euros = (value: bigint) => hand.money(value, "EUR");
  const part = (of: (asset: string) => boolean) =>
    sumUp(
      places.filter(({ asset }) => of(asset)),
      worth,
    );
  add(sheet, "Cash and crypto | ", hand.sum(total, "EUR"));
  add(sheet, "Cash and crypto | Cash", euros(part(isCash)));
  add(sheet, "Cash and crypto | Crypto", euros(part((asset) => !isCash(asset))));
  add(sheet, "Cash and crypto | Owed to accounts", euros(owed));
  if (unassigned !== 0n) add(sheet, "Cash and crypto | Unassigned", euros(unassigned));
  const own = total - owed - unassigned;
  add(sheet, "Cash and crypto | Own funds", euros(own), `${shareOf(own, total)} %`);
  if (means.at !== undefined) {
    const [day, month] = hand.day(means.at).split(" ");
    const instant = `${day} ${month} ${new Date(means.at).getUTCFullYear()}`;
    add(sheet, `Treasury | button As of#${month}##UTC Change the instant`, instant, clock(means.at));
  }
  movement(sheet, seen, worth);
  return all;
}

function movement(sheet: Sheet, { means, hand }: Seen, worth: (one: Lying) => bigint): void {
  for (const { code, asset, units } of means.sums.filter(isPlace)) {
    const opening = means.before.find((one) => one.code === code && one.asset === asset)?.units ?? 0n;
    const own = means.flows.filter((one) => one.code === code && one.asset === asset);
    let [received, went, fees] = [0n, 0n, 0n];
    for (const same of Map.groupBy(own, ({ transaction }) => transaction).values()) {
      const net = sumUp(same, (one) => one.units);
      const cost = same[0]?.cost ?? 0n;
      if (net + cost > 0n) received += net + cost;
      else went -= net + cost;
      fees += cost;
    }
    if ([opening, received, went, fees, units].every((one) => one === 0n)) continue;
    const cell = (column: string, ...figures: Figure[]) =>
      add(sheet, `Movement | [${nameOf(code)}] ${column}`, ...figures);
    cell("Opening", hand.money(opening, asset));
    if (received !== 0n) cell("In", hand.signed(received, asset));
    if (went !== 0n) cell("Out", hand.money(-went, asset));
    if (fees !== 0n) cell("Fees", hand.money(-fees, asset));
    cell("Closing", hand.money(units, asset));
    cell("Value, EUR", hand.money(worth({ code, asset, units }), "EUR"));
  }
}

const TABLE = "Holdings | ";

/** The views of the holdings, each in the order of the page. */
export const VIEWS = ["asset", "place", "network", "customer"] as const;

export function treasuryPage(view: (typeof VIEWS)[number], seen: Seen): Sheet {
  const sheet: Sheet = new Map();
  const all = common(sheet, seen);
  ({ asset: byAsset, place: byPlace, network: byNetwork, customer: byOwner })[view](sheet, seen, all);
  add(sheet, "Holdings | ", seen.hand.sum(all.total, "EUR"));
  return sheet;
}

type All = ReturnType<typeof reckoned>;

/** Value and share, and the price where a row is of one asset. */
function valued(sheet: Sheet, row: string, { hand, means, stored }: Seen, value: bigint, total: bigint, of?: string) {
  const price = (asset: string) => (means.at === undefined ? rateNow(asset) : rateWritten(asset, stored, means.at));
  if (of !== undefined) add(sheet, `${row} Price, EUR`, hand.price(price(of)));
  add(sheet, `${row} Value, EUR`, hand.money(value, "EUR"));
  add(sheet, `${row} Share`, `${shareOf(value, total)} %`);
}

/** What lies in each kind of place, and all of it. */
function byAsset(sheet: Sheet, seen: Seen, { places, worth, total }: All): void {
  for (const [asset, same] of Map.groupBy(places, (one) => one.asset)) {
    const row = `${TABLE}[${rowOf(asset)}]`;
    for (const [kind, there] of Map.groupBy(same, ({ code }) => kindOf(code)))
      add(
        sheet,
        `${row} ${kind}`,
        seen.hand.money(
          sumUp(there, ({ units }) => units),
          asset,
        ),
      );
    add(
      sheet,
      `${row} Total`,
      seen.hand.money(
        sumUp(same, ({ units }) => units),
        asset,
      ),
    );
    valued(sheet, row, seen, sumUp(same, worth), total, asset);
  }
}

function byPlace(sheet: Sheet, seen: Seen, { places, worth, total }: All): void {
  for (const one of places) {
    const { code, asset, units } = one;
    const row = `${TABLE}[${nameOf(code)}]`;
    add(sheet, `${row} Balance`, seen.hand.money(units, asset));
    valued(sheet, row, seen, worth(one), total, asset);
  }
}

const NETWORK: Readonly<Record<string, string>> = { BTC: "bitcoin", BCH: "bitcoincash", USDC: "eth", ETH: "eth" };
const networkOf = (asset: string): string =>
  isCash(asset) ? "No network, fiat" : (asset.split("@")[1] ?? NETWORK[asset] ?? "tron");

function byNetwork(sheet: Sheet, seen: Seen, { places, worth, total }: All): void {
  for (const [network, same] of Map.groupBy(places, ({ asset }) => networkOf(asset))) {
    const row = `${TABLE}[${NETWORK_NAMES[network] ?? network}]`;
    for (const [asset, there] of Map.groupBy(same, (one) => one.asset))
      add(
        sheet,
        `${row} Holds`,
        seen.hand.sum(
          sumUp(there, ({ units }) => units),
          asset,
        ),
      );
    valued(sheet, row, seen, sumUp(same, worth), total);
  }
}

/** What each account is owed, what is unassigned, and of each asset what is left to the house. */
function byOwner(sheet: Sheet, seen: Seen, { places, claims, byOwner: owners, total, ...all }: All): void {
  const kinds = { available: "Available", reserved: "Reserved", pending: "Pending", owed: "Owes" };
  for (const [owner, own] of owners) {
    const row = `${TABLE}[${owner}]`;
    for (const [asset, same] of Map.groupBy(own, (one) => one.asset))
      for (const [kind, title] of Object.entries(kinds)) {
        const units = sumUp(
          same.filter((one) => (one.kind === "locked" ? "reserved" : one.kind) === kind),
          (one) => one.units,
        );
        if (units !== 0n) add(sheet, `${row} ${title}`, seen.hand.sum(units, asset));
      }
    valued(sheet, row, seen, all.worthOfOwner(owner === "Unassigned" ? "UNASSIGNED" : owner), total);
  }
  for (const asset of new Set(places.map((one) => one.asset))) {
    const lying = places.filter((one) => one.asset === asset);
    const left = sumUp(lying, ({ units }) => units) - holdingOf(claims.filter((one) => one.asset === asset));
    if (left !== 0n) add(sheet, `${TABLE}[Own funds] Available`, seen.hand.sum(left, asset));
  }
  valued(sheet, `${TABLE}[Own funds]`, seen, total - all.owed - all.unassigned, total);
}

/** What lay in all places at the close of each of the last days at the prices of that moment, and what lies there now, as a table. */
export async function houseDays(sheet: Sheet, { hands, now, hand }: Read): Promise<void> {
  const stored = await readStored(hands);
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  add(sheet, "From the payer to the bank | ", `${DAYS}`);
  for (let back = 0; back < DAYS; back += 1) {
    const close = today - (back - 1) * DAY_MS;
    const day = hand.day(close - 1);
    const { sums } = await readMeans(hands, close, now);
    const lying = partsOf(
      // What pays for transactions has no price.
      sums.filter((one) => isPlace(one) && !["ETH", "TRX"].includes(one.asset)),
      ({ asset }) => asset,
      ({ units }) => units,
    );
    const worths = new Map<string, bigint>();
    for (const [asset, parts] of lying) {
      const units = sumUp([...parts.values()], (one) => one);
      const worth = (back === 0 ? worthNow(units, asset) : worthThen(units, asset, stored, close)) ?? 0n;
      if (units !== 0n) worths.set(symbolOf(asset), (worths.get(symbolOf(asset)) ?? 0n) + worth);
    }
    const row = `Balance over time | [${day}]`;
    add(sheet, `${row} Day, UTC`, day);
    for (const [symbol, worth] of worths) add(sheet, `${row} ${symbol}`, hand.money(worth, "EUR"));
    const total = sumUp([...worths.values()], (one) => one);
    add(sheet, `${row} Total, EUR`, hand.money(total, "EUR"));
  }
}
