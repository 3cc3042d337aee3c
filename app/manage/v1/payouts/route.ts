import { serve } from "#lib/api/serve.ts";
import { recordPayoutEndpoint } from "#lib/payouts/contract.ts";
import { recordPayout } from "#lib/payouts/record-payout.ts";

export const POST = serve(recordPayoutEndpoint, recordPayout);
