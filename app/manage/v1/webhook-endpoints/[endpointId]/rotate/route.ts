import { serve } from "#lib/http/serve.ts";
import { rotateSecretEndpoint } from "#lib/webhooks/contract.ts";
import { rotateSecret } from "#lib/webhooks/endpoints.ts";

export const POST = serve(rotateSecretEndpoint, rotateSecret);
