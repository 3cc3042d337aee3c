import { revokeKeyEndpoint } from "#lib/access/contract.ts";
import { endKey } from "#lib/access/keys.ts";
import { serve } from "#lib/api/serve.ts";

export const DELETE = serve(revokeKeyEndpoint, endKey);
