import { serve } from "#lib/http/serve.ts";
import { resendEndpoint } from "#lib/webhooks/contract.ts";
import { resend } from "#lib/webhooks/resend.ts";

export const POST = serve(resendEndpoint, resend);
