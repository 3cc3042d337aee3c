import { endPersonSession } from "#lib/people/people-sessions.ts";
import { endPersonSessionEndpoint } from "#lib/people/user-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const DELETE = serve(endPersonSessionEndpoint, endPersonSession);
