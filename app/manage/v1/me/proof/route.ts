import { proveEndpoint } from "#lib/people/own-contract.ts";
import { prove } from "#lib/people/own.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(proveEndpoint, prove);
