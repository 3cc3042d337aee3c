import type { World } from "./sandbox.ts";

/** A transaction in a block that pays a payout where it goes, and is known to carry it out; the books are left to the test. */
export async function carriedOut(world: World, payoutId: string, txHash: string): Promise<void> {
  await world.app.database.pool.query(
    `with paid as (select o.asset, o.quantity_units as units, p.network, p.script from payout o cross join lateral place_of_payout(o) p where o.id = $1::uuid),
      made as (insert into outgoing (id, network, tx_hash, status, block_height, block_hash, confirmations_required, times_posted, seen_at, updated_at)
        select gen_random_uuid(), network, $2, 'IN_BLOCK', 1, $2, 2, 1, now(), now() from paid returning id),
      output as (insert into outgoing_output (outgoing_id, output_index, asset, script, units, own)
        select made.id, 0, asset, script, units, false from made, paid)
    insert into outgoing_claim (outgoing_id, asset, kind, object_id, units, made_at)
    select made.id, asset, 'PAYOUT', $1::uuid, units, now() from made, paid`,
    [payoutId, txHash],
  );
}
