import { shownAsset } from "#lib/kernel/assets.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { passedPeriod } from "#lib/kernel/periods.ts";
import { ratesOf } from "#lib/ledger/get-balances.ts";
import { placeOfCode } from "#lib/ledger/move-journal.ts";
import type { getPlaceMovementEndpoint } from "./contract.ts";
import { kindOfCode } from "./list-places.ts";
import { isPlace } from "./owned.ts";
import { type HeldAnywhere, heldEverywhere, movedAtPlaces } from "./store.ts";
import { worthsOfUnits } from "./worth.ts";

/**
 * How what lies in each place moved from one instant until before another (rulebook 13.30): opening + in − out − fees =
 * closing. Both ends are the balances of those instants, so a movement that the middle leaves out would show. Refuses an
 * end that has not come, or that lies before its beginning.
 */
export async function getPlaceMovement(
  ctx: Ctx,
  { in: fiat = "EUR", ...period }: InputOf<typeof getPlaceMovementEndpoint>,
): Promise<OutputOf<typeof getPlaceMovementEndpoint>> {
  const { from, to } = await passedPeriod(ctx, period);
  const [before, after, moved, rates] = await Promise.all([
    heldEverywhere(ctx.db, from),
    heldEverywhere(ctx.db, to),
    movedAtPlaces(ctx.db, from, to),
    ratesOf(ctx, fiat, period.endTime),
  ]);
  const opening = new Map(before.map((one) => [keyOf(one), one.units]));
  const flows = new Map(moved.map((one) => [keyOf(one), one]));
  const lying = after.filter((one) => isPlace(one) && hasMoved(one, to));
  const { worths, ...sums } = worthsOfUnits(
    lying.map(({ code: name, asset, units }) => ({ name, asset, units })),
    rates,
    fiat,
  );
  return {
    in: fiat,
    ...sums,
    startTime: from.getTime(),
    endTime: to.getTime(),
    data: lying.map(({ code, asset, units }, at) => {
      const flow = flows.get(keyOf({ code, asset }));
      return {
        place: placeOfCode(code),
        kind: kindOfCode(code),
        ...shownAsset(asset),
        opening: amountOf(asset, opening.get(keyOf({ code, asset })) ?? 0n),
        in: amountOf(asset, flow?.received ?? 0n),
        out: amountOf(asset, flow?.went ?? 0n),
        fees: amountOf(asset, flow?.fees ?? 0n),
        closing: amountOf(asset, units),
        value: worths[at]?.value,
      };
    }),
  };
}

const keyOf = ({ code, asset }: Pick<HeldAnywhere, "code" | "asset">): string => `${code} ${asset}`;
const hasMoved = ({ opened, units }: HeldAnywhere, by: Date): boolean =>
  (opened !== undefined && opened < by) || units !== 0n;
