import { releaseForHouse } from "#lib/approvals/holds.ts";
import { serve } from "#lib/http/serve.ts";
import { releaseHeldEndpoint } from "#lib/payments/hold-contract.ts";

export const POST = serve(releaseHeldEndpoint, releaseForHouse);
