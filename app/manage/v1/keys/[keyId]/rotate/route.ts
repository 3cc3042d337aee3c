import { rotateKeyEndpoint } from "#lib/keys/contract.ts";
import { rotateKeyOrAsk } from "#lib/approvals/or-ask.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(rotateKeyEndpoint, rotateKeyOrAsk);
