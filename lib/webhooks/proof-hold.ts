import type { Ctx } from "#lib/kernel/context.ts";
import { type EventRow, eventsAbout, freeEndpoint, holdEndpoint } from "./proof-store.ts";

/** Keeps ordinary deliveries from an endpoint for a wall-clock time; false when another proof holds it already. */
export const holdForProof = ({ db }: Ctx, endpointId: string, forMs: number): Promise<boolean> =>
  holdEndpoint(db, endpointId, forMs);

/** Lets ordinary deliveries go on. */
export const endProofHold = ({ db }: Ctx, endpointId: string): Promise<void> => freeEndpoint(db, endpointId);

export type ProofEvent = EventRow;

/** What happened to these objects, as far as the endpoint asks for its types, in the order it happened. */
export const proofEvents = ({ db }: Ctx, endpointId: string, objectIds: readonly string[]): Promise<ProofEvent[]> =>
  eventsAbout(db, endpointId, objectIds);
