import { approveHouseRequestEndpoint } from "#lib/approvals/contract.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(approveHouseRequestEndpoint, approve);
