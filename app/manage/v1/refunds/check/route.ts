import { serve } from "#lib/http/serve.ts";
import { checkRefund } from "#lib/payouts/open-refund.ts";
import { checkRefundEndpoint } from "#lib/payouts/refund-contract.ts";

export const POST = serve(checkRefundEndpoint, checkRefund);
