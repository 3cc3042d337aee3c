import { Prisma } from "#lib/kernel/database.ts";

// The cases of what the nodes have, a branch of the facts in ./facts-store.ts.

/** A day and so long after its last proof, custody that cannot be proven is a case. */
const UNPROVEN_HOURS = 2;
/** So many scans in turn that fail are a case. */
const FAILED_SCANS = 3;

/** Assets of which the nodes, asked last, have another quantity than the books, and networks that could not be asked, or scanned. */
export const custody = ({ isHouse, now }: { isHouse: Prisma.Sql; now: Prisma.Sql }): Prisma.Sql => Prisma.sql`
  select 'CUSTODY', p.asset, null::uuid, null::uuid, null::uuid, null::uuid, p.asset, abs(custody_difference(p))::numeric, p.at,
    custody_difference(p)::text, null, jsonb_build_object('network', p.network, 'height', p.height,
      'due', trim_scale(amount_of(p.ledger_units + p.waiting_units, p.asset))::text, 'came', trim_scale(amount_of(p.node_units, p.asset))::text)
  from (select distinct on (asset) * from custody_proof order by asset, at desc, id desc) l join custody_proof p on p.id = l.id
  where ${isHouse} and custody_difference(p) <> 0
  union all select 'CUSTODY', f.id::text, null::uuid, null::uuid, null::uuid, null::uuid, f.asset, abs(f.units)::numeric, f.found_at,
    f.units::text, null, jsonb_build_object('network', f.network, 'height', f.height, 'address', f.address, 'left', f.units < 0,
      'txHash', f.tx_hash, 'detail', f.tx_hash || ':' || f.output_index)
  from custody_finding f where ${isHouse} and f.ended_at is null and (f.tx_hash is null or not is_known_output(f.network, f.tx_hash, f.output_index))
  union all select 'CUSTODY', u.network, null::uuid, null::uuid, null::uuid, null::uuid, null::text, null::numeric, u.since,
    u.since::text, null, jsonb_build_object('network', u.network)
  from custody_unproven u where ${isHouse} and u.since <= ${now} - make_interval(hours => ${UNPROVEN_HOURS}::int)
  union all select 'CUSTODY', n.network || '-scan', null::uuid, null::uuid, null::uuid, null::uuid, null::text, null::numeric, f.ended_at,
    f.since::text, null, jsonb_build_object('network', n.network, 'waiting', f.tries, 'detail', f.fault)
  from (values ('bitcoin'), ('bitcoincash')) n(network) cross join lateral failed_scans(n.network) f where ${isHouse} and f.tries >= ${FAILED_SCANS}`;
