import { endOtherSessionsEndpoint } from "#lib/people/own-contract.ts";
import { endOtherSessions } from "#lib/people/own.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(endOtherSessionsEndpoint, endOtherSessions);
