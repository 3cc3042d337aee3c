import { MOVE, STRANGER } from "./assigned.fixture.ts";

/** A transaction that is said to have used up an output of ours, and no posting tells of it. */
export const LEFT = `with made as (insert into outgoing (id, network, tx_hash, status, block_height, block_hash, confirmations_required, times_posted, seen_at, updated_at)
    values (gen_random_uuid(), 'bitcoin', gen_random_uuid()::text, 'IN_BLOCK', 1, 'block', 2, 1, now(), now()) returning id),
  used as (insert into outgoing_input (outgoing_id, source_hash, source_index, asset, units) select id, 'source', 0, 'BTC', 5 from made)
  insert into outgoing_amount (id, outgoing_id, asset, spent_units, own_units, fee_units) select gen_random_uuid(), id, 'BTC', 5, 1, 1 from made`;

export const ONCE = "what a transaction has taken out of custody is what it spent, each of it once";
const CLAIM = (
  kind: string,
  objectId: string,
  units: number,
) => `insert into outgoing_claim (outgoing_id, asset, kind, object_id, units, made_at)
    select id, 'BTC', '${kind}', '${objectId}', ${units}, now() from outgoing where block_hash = 'block'`;
/** A payout that has left by that transaction, and bears so much of its fee. */
const PAID = (feeUnits: number) => `insert into payout
    select (jsonb_populate_record(o, '{"id": "${STRANGER}", "asset": "BTC", "quantity_units": 3}')).* from payout o limit 1;
  insert into payout_exit (payout_id, proof, n, place, fee_units, left_at)
    select '${STRANGER}', tx_hash, 1, 'custody:bitcoin', ${feeUnits}, now() from outgoing where block_hash = 'block'`;
/** A move of nothing but its fee. */
const MOVED = `insert into move (id, kind, from_place, to_place, asset, quantity_units, reference, note, status, created_by, created_at, updated_at)
    values ('${MOVE}', 'TO_VENUE', 'custody:bitcoin', 'venue:v', 'BTC', 1, 'MV0000000001', 'x', 'SENT', 'x', now(), now());
  insert into move_fact (id, move_id, side, source, proof, units, fee_units, status, times_posted, told_by, at)
    select '${MOVE}', '${MOVE}', 'LEFT', 'CHAIN', tx_hash, 0, 1, 'POSTED', 1, 'x', now() from outgoing where block_hash = 'block'`;
const CLAIMED = CLAIM("PAYOUT", STRANGER, 3);

/** A payout has left by that transaction, which carries it out. */
export const LEFT_ONCE = `${LEFT}; ${PAID(1)}; ${CLAIMED}`;

/** What a superuser does to what left, by the rule that tells of it. */
export const OUTGOING_BREAKS: readonly (readonly [rule: string, sql: string])[] = [
  // Missing although it has left as approved.
  [ONCE, `${LEFT}; ${PAID(1)}`],
  // Its fee is borne by nobody, and twice.
  [ONCE, `${LEFT}; ${PAID(0)}; ${CLAIMED}`],
  [ONCE, `${LEFT_ONCE}; ${MOVED}; ${CLAIM("MOVE", MOVE, 0)}`],
  // More is recorded as paid by it than has left: the rest would be others'.
  ["unassigned crypto is what came for bills that are not known", `${LEFT}; ${CLAIM("RECORDED", STRANGER, 4)}`],
  // It has left by what does not carry it out, and is not booked.
  [ONCE, `${LEFT}; ${PAID(1)}; update outgoing set times_posted = 0 where block_hash = 'block'`],
];
