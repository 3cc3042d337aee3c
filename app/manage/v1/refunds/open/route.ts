import { serve } from "#lib/http/serve.ts";
import { openRefund } from "#lib/payouts/open-refund.ts";
import { openRefundEndpoint } from "#lib/payouts/refund-contract.ts";

export const POST = serve(openRefundEndpoint, openRefund);
