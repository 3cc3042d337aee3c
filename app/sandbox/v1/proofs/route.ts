import { serve } from "#lib/api/serve.ts";
import { proveReceiverEndpoint } from "#lib/webhooks/proof-contract.ts";
import { proveReceiver } from "#lib/webhooks/prove-receiver.ts";

export const POST = serve(proveReceiverEndpoint, proveReceiver);
