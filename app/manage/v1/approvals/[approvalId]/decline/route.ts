import { serve } from "#lib/http/serve.ts";
import { declineRequestEndpoint } from "#lib/approvals/contract.ts";
import { decline } from "#lib/approvals/decide-approval.ts";

export const POST = serve(declineRequestEndpoint, decline);
