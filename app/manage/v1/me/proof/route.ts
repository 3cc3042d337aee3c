import { proveEndpoint } from "#lib/access/own-contract.ts";
import { prove } from "#lib/access/own.ts";
import { serve } from "#lib/api/serve.ts";

export const POST = serve(proveEndpoint, prove);
