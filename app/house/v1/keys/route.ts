import { makeKeyOrAsk } from "#lib/approvals/or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { getHouseKeysEndpoint, makeHouseKeyEndpoint } from "#lib/keys/contract.ts";
import { getKeys } from "#lib/keys/keys.ts";

export const GET = serve(getHouseKeysEndpoint, getKeys);
export const POST = serve(makeHouseKeyEndpoint, makeKeyOrAsk);
