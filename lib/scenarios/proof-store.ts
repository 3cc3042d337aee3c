import type { Db } from "#lib/kernel/database.ts";

/** Keeps ordinary deliveries from an endpoint for a wall-clock time; false when another proof holds it already. */
export async function holdEndpoint(db: Db, endpointId: string, forMs: number): Promise<boolean> {
  const held = await db.$executeRaw`
    update webhook_endpoint set held_until = clock_timestamp() + ${forMs}::double precision * interval '1 millisecond'
    where id = ${endpointId}::uuid and (held_until is null or held_until <= clock_timestamp())`;
  return held === 1;
}

/** Lets ordinary deliveries go on. */
export async function freeEndpoint(db: Db, endpointId: string): Promise<void> {
  await db.$executeRaw`update webhook_endpoint set held_until = null where id = ${endpointId}::uuid`;
}

export type EventRow = { id: string; type: string; object_id: string; sequence: number; data: string; at: Date };

/** What happened to these objects, as far as the endpoint asks for its types, in the order it happened. */
export function eventsAbout(db: Db, endpointId: string, objectIds: readonly string[]): Promise<EventRow[]> {
  return db.$queryRaw<EventRow[]>`
    select e.id, e.type, e.object_id, e.sequence, e.data, e.at
    from event e join webhook_endpoint w on w.account_id = e.account_id
    where w.id = ${endpointId}::uuid and e.object_id = any(${[...objectIds]}::uuid[])
      and (w.event_types = '{}' or e.type = any(w.event_types))
    order by e.seq`;
}
