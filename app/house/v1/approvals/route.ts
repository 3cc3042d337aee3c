import { listHouseApprovalsEndpoint } from "#lib/approvals/contract.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(listHouseApprovalsEndpoint, listApprovals);
