// Written from proof.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type HoldEndpointValues = {
  forMs: number;
  endpointId: string;
};
export const holdEndpoint = command<HoldEndpointValues>({
  text: () => `update webhook_endpoint set held_until = clock_timestamp() + $1::double precision * interval '1 millisecond'
where id = $2::uuid and (held_until is null or held_until <= clock_timestamp())`,
  values: ["forMs", "endpointId"],
});

type EventsAboutValues = {
  endpointId: string;
  objectIds: readonly (string | null)[];
};
type EventsAboutRow = {
  id: string;
  type: string;
  object_id: string;
  sequence: number;
  data: string;
  at: Date;
};
export const eventsAbout = query<EventsAboutValues, EventsAboutRow>({
  text: () => `select e.id, e.type, e.object_id, e.sequence, e.data, e.at
from event e join webhook_endpoint w on w.account_id = e.account_id
where w.id = $1::uuid and e.object_id = any($2::uuid[])
  and (w.event_types = '{}' or e.type = any(w.event_types))
order by e.seq`,
  values: ["endpointId", "objectIds"],
});
