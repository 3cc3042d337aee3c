import { serve } from "#lib/http/serve.ts";
import { recordPayoutOrAsk } from "#lib/approvals/or-ask.ts";
import { recordPayoutEndpoint } from "#lib/payouts/contract.ts";

export const POST = serve(recordPayoutEndpoint, recordPayoutOrAsk);
