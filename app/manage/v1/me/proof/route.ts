import { proveEndpoint } from "#lib/people/me-contract.ts";
import { prove } from "#lib/people/me.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(proveEndpoint, prove);
