import type { World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getBalances } from "#lib/ledger/get-balances.ts";

/** Balances of the account by kind and asset, such as `available EUR` or `owed USDT tron`; zeros are left out. */
export type Balances = ReadonlyMap<string, Decimal>;

const KINDS = ["available", "pending", "locked", "owed"] as const;

export async function balancesOf(world: World): Promise<Balances> {
  const { data } = await getBalances(world.ctx);
  return withoutZeros(
    data.flatMap((row) =>
      KINDS.map((kind) => [[kind, row.asset, row.networkType].filter(Boolean).join(" "), row[kind]]),
    ),
  );
}

/** By how much each balance has moved between two looks. */
export function moved(before: Balances, after: Balances): Balances {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return withoutZeros(
    names.map((name) => [name, (after.get(name) ?? Decimal.ZERO).minus(before.get(name) ?? Decimal.ZERO)]),
  );
}

const withoutZeros = (entries: (readonly [string, Decimal] | (string | Decimal)[])[]): Balances =>
  new Map((entries as [string, Decimal][]).filter(([, amount]) => !amount.isZero()));
