import { serve } from "#lib/http/serve.ts";
import { proveReceiverEndpoint } from "#lib/scenarios/proof-contract.ts";
import { proveReceiver } from "#lib/scenarios/prove-receiver.ts";

export const POST = serve(proveReceiverEndpoint, proveReceiver);
