import { serve } from "#lib/http/serve.ts";
import { settleEndpoint } from "#lib/sandbox/contract.ts";
import { settle } from "#lib/worker/settle.ts";

export const POST = serve(settleEndpoint, settle);
