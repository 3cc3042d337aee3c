import { serve } from "#lib/http/serve.ts";
import { getPreparedEndpoint } from "#lib/signing/contract.ts";
import { getPrepared } from "#lib/signing/read-prepared.ts";

export const GET = serve(getPreparedEndpoint, getPrepared);
