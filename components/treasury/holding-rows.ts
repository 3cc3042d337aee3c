import { assetOf, type Fiat, isFiat, isGas, type LedgerAsset } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { floorTo } from "#lib/kernel/money.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { listOwnersEndpoint, OwnerRecord, PlaceRecord } from "#lib/places/contract.ts";

/** How holdings are seen: what lies where, by what it is, or whose it is. */
export const VIEWS = ["asset", "place", "network", "customer"] as const;
export type View = (typeof VIEWS)[number];

export type Valued = { value?: Decimal | undefined };

export const sumOf = (values: readonly (Decimal | undefined)[]): Decimal =>
  values.reduce<Decimal>((sum, one) => (one ? sum.plus(one) : sum), Decimal.ZERO);

/** What rows are worth together; undefined while one of which there is some has no price. */
export function worthOf(rows: readonly (Valued & { quantity: Decimal })[]): Decimal | undefined {
  if (rows.some(({ value, quantity }) => value === undefined && !quantity.isZero())) return undefined;
  return sumOf(rows.map(({ value }) => value));
}

/** Percent of a total above zero, one decimal, rounded down. */
export const shareOf = (value: Decimal | undefined, total: Decimal): Decimal | undefined =>
  value === undefined || total.compare(Decimal.ZERO) <= 0
    ? undefined
    : value.times(Decimal.of(100n)).dividedDown(total, 1);

/** What lies where, with what its place itself says of it. */
export function withDifferences(lying: OutputOf<typeof listOwnersEndpoint>["places"], says: readonly PlaceRecord[]) {
  const keyOf = ({ place, asset, networkType }: Pick<PlaceRecord, "place" | "asset" | "networkType">) =>
    `${place} ${asset} ${networkType ?? ""}`;
  const differences = new Map(says.map((one) => [keyOf(one), one.difference]));
  return lying.map((one): PlaceRecord => ({ ...one, difference: differences.get(keyOf(one)) }));
}

/** What lies where of one asset, a line for each network that it is on. */
export type AssetRow = Valued & {
  symbol: PlaceRecord["asset"];
  network: PlaceRecord["networkType"];
  places: readonly PlaceRecord[];
  rate: Decimal | undefined;
  total: Decimal;
};

export function assetRows(places: readonly PlaceRecord[]): AssetRow[] {
  const byAsset = Map.groupBy(places, ({ asset, networkType }) => `${asset} ${networkType ?? ""}`);
  return [...byAsset.values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    return [
      {
        symbol: first.asset,
        network: first.networkType,
        places: rows,
        rate: first.rate,
        total: sumOf(rows.map(({ balance }) => balance)),
        value: worthOf(rows.map(({ balance, value }) => ({ quantity: balance, value }))),
      },
    ];
  });
}

/** The ledger's asset of a record, which knows how many decimals it has. */
export const assetIn = ({ asset, networkType }: Pick<PlaceRecord, "asset" | "networkType">): LedgerAsset =>
  isFiat(asset) || isGas(asset) ? asset : assetOf(asset, networkType);

/** What lies on a network, wherever it is held; fiat is on none. */
export type NetworkRow = Valued & { network: string | undefined; assets: readonly AssetRow[] };

const NETWORK: Readonly<Record<string, string>> = {
  BTC: "bitcoin",
  BCH: "bitcoincash",
  USDC: "eth",
  ETH: "eth",
  TRX: "tron",
};

export function networkRows(places: readonly PlaceRecord[]): NetworkRow[] {
  const byNetwork = Map.groupBy(assetRows(places), ({ symbol, network }) =>
    isFiat(symbol) ? undefined : (network ?? NETWORK[symbol]),
  );
  return [...byNetwork].map(([network, assets]) => ({
    network,
    assets,
    value: worthOf(assets.map(({ total, value }) => ({ quantity: total, value }))),
  }));
}

/** What one owner has, in all assets. */
export type OwnerRow = Valued & {
  owner: OwnerRecord["owner"];
  account: string | undefined;
  parts: readonly OwnerRecord[];
};

const ORDER = ["ACCOUNT", "UNASSIGNED", "OWN"] as const;

/** Accounts first, those of most worth before the others, then what is unassigned, and the house's own last. */
export function ownerRows(owners: readonly OwnerRecord[]): OwnerRow[] {
  const rows = [...Map.groupBy(owners, ({ owner, account }) => `${owner} ${account ?? ""}`).values()].flatMap(
    (parts) => {
      const [first] = parts;
      if (!first) return [];
      const value = worthOf(parts.map((one) => ({ quantity: one.holding, value: one.value })));
      return [{ owner: first.owner, account: first.account, parts, value }];
    },
  );
  return rows.sort(
    (one, other) =>
      ORDER.indexOf(one.owner) - ORDER.indexOf(other.owner) ||
      (other.value ?? Decimal.ZERO).compare(one.value ?? Decimal.ZERO),
  );
}

/** Cash and crypto apart: whatever has a value. */
export function cashAndCrypto(
  rows: readonly Pick<OwnerRecord, "asset" | "value">[],
  fiat: Fiat,
): { cash: Decimal; crypto: Decimal } {
  const [cash, crypto] = [true, false].map((ofCash) =>
    sumOf(rows.filter(({ asset }) => isFiat(asset) === ofCash).map(({ value }) => value)),
  );
  const none = floorTo(fiat, Decimal.ZERO);
  return { cash: cash ?? none, crypto: crypto ?? none };
}
