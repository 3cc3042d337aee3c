import { serve } from "#lib/http/serve.ts";
import { previewResendEndpoint, resendEndpoint } from "#lib/webhooks/contract.ts";
import { previewResend, resend } from "#lib/webhooks/resend.ts";

export const GET = serve(previewResendEndpoint, previewResend);
export const POST = serve(resendEndpoint, resend);
