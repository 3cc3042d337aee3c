import { serve } from "#lib/http/serve.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { listPayoutsEndpoint, recordPayoutEndpoint } from "#lib/payouts/contract.ts";
import { listPayouts } from "#lib/payouts/get-payouts.ts";

export const GET = serve(listPayoutsEndpoint, listPayouts);
export const POST = serve(recordPayoutEndpoint, payOrAsk);
