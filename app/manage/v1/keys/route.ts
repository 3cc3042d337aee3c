import { getKeysEndpoint, makeKeyEndpoint } from "#lib/keys/contract.ts";
import { makeKeyOrAsk } from "#lib/approvals/or-ask.ts";
import { getKeys } from "#lib/keys/keys.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getKeysEndpoint, getKeys);
export const POST = serve(makeKeyEndpoint, makeKeyOrAsk);
