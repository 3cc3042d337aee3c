import { type Fiat, isFiat, NETWORKS, type Network } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { floorTo } from "#lib/kernel/money.ts";
import type { Balance } from "#components/overview/overview-data.ts";

/** The kinds of an account's balances; what is owed counts against the others. */
export const KINDS = ["available", "pending", "locked", "reserved", "owed"] as const;
type Kind = (typeof KINDS)[number];

/** Where a balance is: fiat at a bank, crypto on its chain. */
export type Place = "bank" | Network;

/** What all lines below come to in one fiat; assets without a price are in no sum and named. */
type Sum = { value: Decimal; unpriced: string[] };
export type Leaf = { balance: Balance; quantity: Decimal; value: Decimal | undefined };
export type PlaceBranch = Sum & { place: Place; leaves: Leaf[] };
export type KindBranch = Sum & { kind: Kind; places: PlaceBranch[] };

const ORDER: readonly Place[] = ["bank", ...NETWORKS];
const CHAINS: Readonly<Record<string, Network>> = { BTC: "bitcoin", BCH: "bitcoincash", USDC: "eth", USDT: "eth" };

function placeOf({ asset, networkType }: Pick<Balance, "asset" | "networkType">): Place {
  if (isFiat(asset)) return "bank";
  return networkType ?? CHAINS[asset] ?? "eth";
}

/** Balances by kind, place and asset; what is nothing is left out. Each line is rounded down, and sums add up the lines. */
export function treeOf(balances: readonly Balance[], fiat: Fiat): KindBranch[] {
  return KINDS.flatMap((kind) => {
    const leaves = balances.filter((one) => !one[kind].isZero()).map((one) => leafOf(one, kind, fiat));
    if (leaves.length === 0) return [];
    const places = ORDER.flatMap((place) => {
      const there = leaves.filter(({ balance }) => placeOf(balance) === place);
      return there.length === 0 ? [] : [{ place, leaves: there, ...sumOf(there) }];
    });
    return [{ kind, places, ...sumOf(leaves) }];
  });
}

function leafOf(balance: Balance, kind: Kind, fiat: Fiat): Leaf {
  const rate = balance.asset === fiat ? Decimal.from("1") : balance.rate;
  const worth = rate && floorTo(fiat, balance[kind].times(rate));
  if (kind !== "owed") return { balance, quantity: balance[kind], value: worth };
  return { balance, quantity: Decimal.ZERO.minus(balance[kind]), value: worth && Decimal.ZERO.minus(worth) };
}

/** Of all lines of some branches or of one. */
function sumOf(leaves: readonly Pick<Leaf, "balance" | "value">[]): Sum {
  const unpriced = leaves.filter(({ value }) => value === undefined).map(({ balance }) => balance.asset);
  const value = leaves.reduce((sum, one) => (one.value ? sum.plus(one.value) : sum), Decimal.ZERO);
  return { value, unpriced: [...new Set(unpriced)] };
}
