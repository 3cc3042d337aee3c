import { getKeysEndpoint, makeKeyEndpoint } from "#lib/keys/contract.ts";
import { getKeys, makeKey } from "#lib/keys/keys.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getKeysEndpoint, getKeys);
export const POST = serve(makeKeyEndpoint, makeKey);
