import { endSessionEndpoint } from "#lib/people/own-contract.ts";
import { endSession } from "#lib/people/own.ts";
import { serve } from "#lib/http/serve.ts";

export const DELETE = serve(endSessionEndpoint, endSession);
