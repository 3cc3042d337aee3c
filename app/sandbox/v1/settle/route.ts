import { serve } from "#lib/api/serve.ts";
import { settleEndpoint } from "#lib/sandbox/contract.ts";
import { settle } from "#lib/worker/settle.ts";

export const POST = serve(settleEndpoint, settle);
