import type { World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";

/** No venue has ever told its transfers, until it is asked again: what a person says of them by hand counts. */
export const silence = ({ ctx }: World) => ctx.db.$executeRaw`update venue_watch set answered_at = null`;

/** The sandbox's venue has told of a deposit of bitcoin, and it is a move's. */
export async function depositReported(
  { ctx }: World,
  of: { moveId: string; proof: string; units: bigint },
): Promise<void> {
  const { moveId, proof, units } = of;
  const quantity = Decimal.of(units, 8).toString();
  await ctx.db.$executeRaw`insert into venue_transfer
    (id, venue, kind, venue_ref, asset, quantity, fee, units, fee_units, fraction, status, told_at, seen_at, done_at, belongs_to, move_id)
    values (${uuidv7()}::uuid, 'sandbox', 'DEPOSIT', ${proof}, 'BTC', ${quantity}::numeric, 0, ${units}, 0, 0, 'DONE',
      business_now(), business_now(), business_now(), 'MOVE', ${moveId}::uuid)`;
}
