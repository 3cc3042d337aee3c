import { rotateKeyEndpoint } from "#lib/keys/contract.ts";
import { rotateKey } from "#lib/keys/keys.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(rotateKeyEndpoint, rotateKey);
