import { endSessionEndpoint } from "#lib/people/me-contract.ts";
import { endSession } from "#lib/people/me.ts";
import { serve } from "#lib/http/serve.ts";

export const DELETE = serve(endSessionEndpoint, endSession);
