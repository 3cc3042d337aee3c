import { endOtherSessionsEndpoint } from "#lib/access/own-contract.ts";
import { endOtherSessions } from "#lib/access/own.ts";
import { serve } from "#lib/api/serve.ts";

export const POST = serve(endOtherSessionsEndpoint, endOtherSessions);
