import type { RowOf } from "#lib/kernel/statement.ts";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./proof.sql.ts";

/** Keeps ordinary deliveries from an endpoint for a wall-clock time; false when another proof holds it already. */
export async function holdEndpoint(db: Db, endpointId: string, forMs: number): Promise<boolean> {
  const held = await sql.holdEndpoint(db, { forMs, endpointId });
  return held === 1;
}

/** Lets ordinary deliveries go on. */
export async function freeEndpoint(db: Db, endpointId: string): Promise<void> {
  await db.webhookEndpoint.updateMany({ where: { id: endpointId }, data: { heldUntil: null } });
}

export type EventRow = RowOf<typeof sql.eventsAbout>;

/** What happened to these objects, as far as the endpoint asks for its types, in the order it happened. */
export function eventsAbout(db: Db, endpointId: string, objectIds: readonly string[]): Promise<EventRow[]> {
  return sql.eventsAbout(db, { endpointId, objectIds });
}
