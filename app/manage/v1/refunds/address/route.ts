import { serve } from "#lib/http/serve.ts";
import { giveRefundAddress } from "#lib/approvals/give-refund-address.ts";
import { giveRefundAddressEndpoint } from "#lib/payouts/refund-contract.ts";

export const POST = serve(giveRefundAddressEndpoint, giveRefundAddress);
