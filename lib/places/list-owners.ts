import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Fiat, LedgerAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { mustHavePassed, ratesOf } from "#lib/ledger/get-balances.ts";
import { shownAsset } from "#lib/moves/requested-asset.ts";
import type { Rates } from "#lib/pricing/worth.ts";
import type { listOwnersEndpoint } from "./contract.ts";
import { holdingUnits, isPlace, type Owned, ownedOf } from "./owned.ts";
import { type HeldAnywhere, heldEverywhere } from "./store.ts";
import { shareOf, totalOfUnits, valueOfUnits, worthOfUnits } from "./worth.ts";

/**
 * Whose the house's means are (rulebook 13.29), now or just before an instant, valued in one fiat. One look at the ledger
 * tells both where they lie and whose they are, so that the two come to the same to the last digit, in value too: the
 * house's own is valued as what is left. Refuses an instant that has not come.
 */
export async function listOwners(
  ctx: Ctx,
  { at, in: fiat = "EUR" }: InputOf<typeof listOwnersEndpoint>,
): Promise<OutputOf<typeof listOwnersEndpoint>> {
  if (at !== undefined) await mustHavePassed(ctx, "at", at);
  const held = await heldEverywhere(ctx.db, at);
  const rates = await ratesOf(ctx, fiat, at);
  const places = held.filter(isPlace);
  const { total, unpriced } = totalOfUnits(places, rates, fiat);
  const owned = ownedOf(held);
  const claims = owned.filter(({ owner }) => owner !== "OWN");
  const claimsOf = (some: readonly Owned[]) =>
    totalOfUnits(
      some.map(({ asset, balances }) => ({ asset, units: holdingUnits(balances) })),
      rates,
      fiat,
    );
  const owedTotal = claimsOf(claims.filter(({ owner }) => owner === "ACCOUNT"));
  const unassignedTotal = claimsOf(claims.filter(({ owner }) => owner === "UNASSIGNED"));
  return {
    in: fiat,
    total,
    unpriced: [...new Set([...unpriced, ...owedTotal.unpriced, ...unassignedTotal.unpriced])],
    owedTotal: owedTotal.total,
    unassignedTotal: unassignedTotal.total,
    ownTotal: total.minus(owedTotal.total).minus(unassignedTotal.total),
    data: owned.flatMap((one) => {
      const units = holdingUnits(one.balances);
      const worth = worthOfUnits({ asset: one.asset, units }, rates, fiat);
      const left = one.owner === "OWN" && worth.value ? leftOf(one.asset, held, claims, rates, fiat) : worth.value;
      // Of what is none of the house's own the rounding of its places may still leave something.
      if (one.owner === "OWN" && units === 0n && (left === undefined || left.isZero())) return [];
      return [{ ...recordOf(one), ...worth, value: left, share: shareOf(left, total) }];
    }),
  };
}

/** What the places' values of an asset leave when those of all claims on it are taken. */
function leftOf(
  asset: LedgerAsset,
  held: readonly HeldAnywhere[],
  claims: readonly Owned[],
  rates: Rates,
  fiat: Fiat,
): Decimal {
  const value = (units: bigint) => valueOfUnits({ asset, units }, rates, fiat) ?? Decimal.ZERO;
  const lying = held.filter((one) => isPlace(one) && one.asset === asset).map(({ units }) => value(units));
  const owed = claims.filter((one) => one.asset === asset).map(({ balances }) => value(holdingUnits(balances)));
  const sum = (values: readonly Decimal[]) => values.reduce((all, one) => all.plus(one), Decimal.ZERO);
  return sum(lying).minus(sum(owed));
}

function recordOf({ owner, account, asset, balances }: Owned) {
  return {
    owner,
    ...(account && { account: account.name }),
    ...shownAsset(asset),
    available: amountOf(asset, balances.available),
    reserved: amountOf(asset, balances.locked + balances.reserved),
    pending: amountOf(asset, balances.pending),
    owed: amountOf(asset, balances.owed),
    holding: amountOf(asset, holdingUnits(balances)),
  };
}
