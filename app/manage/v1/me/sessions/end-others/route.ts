import { endOtherSessionsEndpoint } from "#lib/people/me-contract.ts";
import { endOtherSessions } from "#lib/people/me.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(endOtherSessionsEndpoint, endOtherSessions);
