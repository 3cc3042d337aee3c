import { serve } from "#lib/http/serve.ts";
import { sendTestEndpoint } from "#lib/webhooks/contract.ts";
import { sendTest } from "#lib/webhooks/endpoints.ts";

export const POST = serve(sendTestEndpoint, sendTest);
