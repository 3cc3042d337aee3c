import { revokeKeyEndpoint } from "#lib/keys/contract.ts";
import { endKey } from "#lib/keys/keys.ts";
import { serve } from "#lib/http/serve.ts";

export const DELETE = serve(revokeKeyEndpoint, endKey);
