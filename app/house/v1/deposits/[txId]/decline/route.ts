import { declineForHouse } from "#lib/approvals/holds.ts";
import { serve } from "#lib/http/serve.ts";
import { declineHeldEndpoint } from "#lib/payments/hold-contract.ts";

export const POST = serve(declineHeldEndpoint, declineForHouse);
