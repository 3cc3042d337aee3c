import { serve } from "#lib/http/serve.ts";
import { readPreparedEndpoint } from "#lib/signing/contract.ts";
import { readPrepared } from "#lib/signing/read-prepared.ts";

export const GET = serve(readPreparedEndpoint, readPrepared);
