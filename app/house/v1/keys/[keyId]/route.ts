import { serve } from "#lib/http/serve.ts";
import { revokeHouseKeyEndpoint } from "#lib/keys/contract.ts";
import { endKey } from "#lib/keys/keys.ts";

export const DELETE = serve(revokeHouseKeyEndpoint, endKey);
