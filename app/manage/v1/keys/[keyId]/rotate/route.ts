import { rotateKeyEndpoint } from "#lib/access/contract.ts";
import { rotateKey } from "#lib/access/keys.ts";
import { serve } from "#lib/api/serve.ts";

export const POST = serve(rotateKeyEndpoint, rotateKey);
