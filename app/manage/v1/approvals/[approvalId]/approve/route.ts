import { serve } from "#lib/http/serve.ts";
import { approveRequestEndpoint } from "#lib/approvals/contract.ts";
import { approve } from "#lib/approvals/decide-approval.ts";

export const POST = serve(approveRequestEndpoint, approve);
