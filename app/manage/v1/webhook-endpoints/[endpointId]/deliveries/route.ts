import { serve } from "#lib/http/serve.ts";
import { getDeliveriesEndpoint } from "#lib/webhooks/contract.ts";
import { getDeliveries } from "#lib/webhooks/get-deliveries.ts";

export const GET = serve(getDeliveriesEndpoint, getDeliveries);
