import { serve } from "#lib/http/serve.ts";
import { cancelPreparedEndpoint } from "#lib/signing/contract.ts";
import { cancelPrepared } from "#lib/signing/end-prepared.ts";

export const POST = serve(cancelPreparedEndpoint, cancelPrepared);
