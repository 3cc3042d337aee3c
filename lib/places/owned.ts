import type { LedgerAsset } from "#lib/kernel/assets.ts";
import { ACCOUNT_BALANCES, type AccountBalance, UNASSIGNED } from "#lib/ledger/chart.ts";
import type { HeldAnywhere } from "./store.ts";

/** Balances of one owner in one asset, in smallest units. */
export type Owned = {
  owner: "ACCOUNT" | "UNASSIGNED" | "OWN";
  account: HeldAnywhere["account"];
  asset: LedgerAsset;
  balances: Record<AccountBalance, bigint>;
};

/** A ledger account of a place is nobody's, and no bookkeeping of the house. */
export const isPlace = ({ code, account }: HeldAnywhere): boolean => account === undefined && code !== UNASSIGNED;

/** What lies in places that there were by then: now, all of them. Pure. */
export const lyingIn = (held: readonly HeldAnywhere[], at: Date | undefined): HeldAnywhere[] =>
  held.filter((one) => isPlace(one) && (!at || (one.opened && one.opened < at) || one.units !== 0n));

const none = (): Record<AccountBalance, bigint> =>
  Object.fromEntries(ACCOUNT_BALANCES.map((kind) => [kind, 0n])) as Record<AccountBalance, bigint>;

/** An owner's claim on the house. */
export const holdingUnits = ({ pending, available, locked, reserved, owed }: Owned["balances"]): bigint =>
  pending + available + locked + reserved - owed;

/**
 * Whose everything is: each account's, what is unassigned, and the house's own, which is what lies anywhere less the two.
 * Pure.
 */
export function ownedOf(held: readonly HeldAnywhere[]): Owned[] {
  const claims = new Map<string, Owned>();
  for (const { code, asset, units, account } of held) {
    if (!account && code !== UNASSIGNED) continue;
    const key = `${account?.id ?? ""} ${asset}`;
    const own = claims.get(key) ?? { owner: account ? "ACCOUNT" : "UNASSIGNED", account, asset, balances: none() };
    own.balances[account ? kindOf(code) : "available"] += units;
    claims.set(key, own);
  }
  const owned = [...claims.values()].filter(({ balances }) => Object.values(balances).some((units) => units !== 0n));
  return [...owned, ...ownMeans(held, owned)];
}

function kindOf(code: string): AccountBalance {
  const kind = ACCOUNT_BALANCES.find((name) => name === code.split(":")[2]);
  if (!kind) throw new Error(`${code} is no balance of an account`);
  return kind;
}

/** Of each asset what lies in all places less all claims on it. */
function ownMeans(held: readonly HeldAnywhere[], claims: readonly Owned[]): Owned[] {
  const own = new Map<LedgerAsset, bigint>();
  const add = (asset: LedgerAsset, units: bigint) => own.set(asset, (own.get(asset) ?? 0n) + units);
  for (const one of held) if (isPlace(one)) add(one.asset, one.units);
  for (const { asset, balances } of claims) add(asset, -holdingUnits(balances));
  return [...own]
    .filter(([, units]) => units !== 0n)
    .map(([asset, units]) => ({ owner: "OWN", account: undefined, asset, balances: { ...none(), available: units } }));
}
