import { shownAsset } from "#lib/kernel/assets.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { mustHavePassed } from "#lib/kernel/periods.ts";
import { ratesOf } from "#lib/ledger/get-balances.ts";
import type { listOwnersEndpoint } from "./contract.ts";
import { valued } from "./list-places.ts";
import { holdingUnits, lyingIn, type Owned, ownedOf } from "./owned.ts";
import { heldEverywhere } from "./store.ts";
import { shareOf, worthsOfUnits } from "./worth.ts";

/**
 * Whose the house's means are (rulebook 13.29), now or just before an instant, valued in one fiat. One look at the ledger
 * tells both where they lie and whose they are, so that the two come to the same to the last digit, in value too: all of
 * an asset are one whole. Refuses an instant that has not come.
 */
export async function listOwners(
  ctx: Ctx,
  { at, in: fiat = "EUR" }: InputOf<typeof listOwnersEndpoint>,
): Promise<OutputOf<typeof listOwnersEndpoint>> {
  if (at !== undefined) await mustHavePassed(ctx, "at", at);
  const held = await heldEverywhere(ctx.db, at);
  const rates = await ratesOf(ctx, fiat, at);
  const owned = ownedOf(held).map((one) => ({
    ...one,
    name: one.account?.name ?? one.owner,
    units: holdingUnits(one.balances),
  }));
  const lying = lyingIn(held, at).map(({ code: place, asset, units }) => ({ place, asset, units }));
  const { worths, total, unpriced } = worthsOfUnits(owned, rates, fiat);
  const totalOf = (owner: Owned["owner"]) =>
    owned.reduce(
      (sum, one, nth) => (one.owner === owner ? sum.plus(worths[nth]?.value ?? Decimal.ZERO) : sum),
      Decimal.ZERO,
    );
  return {
    in: fiat,
    total,
    unpriced,
    owedTotal: totalOf("ACCOUNT"),
    unassignedTotal: totalOf("UNASSIGNED"),
    ownTotal: totalOf("OWN"),
    data: owned.map((one, nth) => ({
      ...recordOf(one),
      ...worths[nth],
      share: shareOf(worths[nth]?.value, total),
    })),
    places: valued(lying, rates, fiat).data,
  };
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
