import { serve } from "#lib/api/serve.ts";
import { getEventsEndpoint } from "#lib/webhooks/contract.ts";
import { getEvents } from "#lib/webhooks/get-events.ts";

export const GET = serve(getEventsEndpoint, getEvents);
