import { Prisma } from "#lib/kernel/database.ts";

// The cases of what is signed, each a branch of the facts in ./facts-store.ts.

/** Hours that a restore has lost, until it is stated that nothing signed in them is still to be sent. */
export const lostHours = ({ isHouse }: { isHouse: Prisma.Sql }): Prisma.Sql => Prisma.sql`
  select 'LOST_HOURS', l.epoch::text, null::uuid, null::uuid, null::uuid, null::uuid, null::text, null::numeric, l.until, l.epoch::text, null,
    '{}'::jsonb from open_lost_hours() l where ${isHouse}`;

/** Signed transactions that the node has refused last, in its own words. */
export const notSent = ({ isHouse }: { isHouse: Prisma.Sql }): Prisma.Sql => Prisma.sql`
  select 'NOT_SENT', p.id::text, null::uuid, null::uuid, null::uuid, null::uuid, p.asset,
    (select sum(units) from prepared_output x where x.prepared_id = p.id and x.kind <> 'CHANGE')::numeric, p.fault_at, p.fault, null,
    jsonb_build_object('network', p.network, 'txHash', p.tx_hash, 'detail', p.fault)
  from prepared_transaction p where ${isHouse} and p.status = 'BROADCAST' and p.fault is not null
    and not exists (select from prepared_transaction r where r.replaces_id = p.id and r.status in ('BROADCAST', 'CONFIRMED'))`;
