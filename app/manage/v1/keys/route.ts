import { getKeysEndpoint, makeKeyEndpoint } from "#lib/access/contract.ts";
import { getKeys, makeKey } from "#lib/access/keys.ts";
import { serve } from "#lib/api/serve.ts";

export const GET = serve(getKeysEndpoint, getKeys);
export const POST = serve(makeKeyEndpoint, makeKey);
