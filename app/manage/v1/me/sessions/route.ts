import { getSessionsEndpoint } from "#lib/access/own-contract.ts";
import { getSessions } from "#lib/access/own.ts";
import { serve } from "#lib/api/serve.ts";

export const GET = serve(getSessionsEndpoint, getSessions);
