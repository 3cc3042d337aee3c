import { serve } from "#lib/http/serve.ts";
import { rejectPayout } from "#lib/approvals/payout-or-ask.ts";
import { rejectPayoutEndpoint } from "#lib/payouts/contract.ts";

export const POST = serve(rejectPayoutEndpoint, rejectPayout);
