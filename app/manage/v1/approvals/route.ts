import { serve } from "#lib/http/serve.ts";
import { listApprovalsEndpoint } from "#lib/approvals/contract.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";

export const GET = serve(listApprovalsEndpoint, listApprovals);
