import { serve } from "#lib/http/serve.ts";
import { getEventsEndpoint } from "#lib/webhooks/contract.ts";
import { getEvents } from "#lib/webhooks/get-events.ts";

export const GET = serve(getEventsEndpoint, getEvents);
