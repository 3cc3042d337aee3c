import { serve } from "#lib/http/serve.ts";
import { cancelPayout } from "#lib/approvals/payout-or-ask.ts";
import { cancelPayoutEndpoint } from "#lib/payouts/contract.ts";

export const POST = serve(cancelPayoutEndpoint, cancelPayout);
