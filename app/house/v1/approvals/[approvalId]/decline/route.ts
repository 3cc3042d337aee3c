import { declineHouseRequestEndpoint } from "#lib/approvals/contract.ts";
import { decline } from "#lib/approvals/decide-approval.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(declineHouseRequestEndpoint, decline);
