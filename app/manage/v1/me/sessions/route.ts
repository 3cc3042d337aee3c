import { getSessionsEndpoint } from "#lib/people/own-contract.ts";
import { getSessions } from "#lib/people/own.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getSessionsEndpoint, getSessions);
