import { endSessionEndpoint } from "#lib/access/own-contract.ts";
import { endSession } from "#lib/access/own.ts";
import { serve } from "#lib/api/serve.ts";

export const DELETE = serve(endSessionEndpoint, endSession);
