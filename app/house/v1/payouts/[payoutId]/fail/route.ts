import { failPayout } from "#lib/approvals/fail-payout.ts";
import { serve } from "#lib/http/serve.ts";
import { failPayoutEndpoint } from "#lib/payouts/contract.ts";

export const POST = serve(failPayoutEndpoint, failPayout);
