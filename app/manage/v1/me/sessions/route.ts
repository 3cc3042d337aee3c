import { getSessionsEndpoint } from "#lib/people/me-contract.ts";
import { getSessions } from "#lib/people/me.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getSessionsEndpoint, getSessions);
