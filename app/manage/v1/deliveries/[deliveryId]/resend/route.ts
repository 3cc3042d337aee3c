import { serve } from "#lib/http/serve.ts";
import { resendDeliveryEndpoint } from "#lib/webhooks/contract.ts";
import { resendDelivery } from "#lib/webhooks/resend.ts";

export const POST = serve(resendDeliveryEndpoint, resendDelivery);
