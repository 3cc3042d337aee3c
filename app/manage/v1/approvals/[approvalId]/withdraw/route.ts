import { serve } from "#lib/http/serve.ts";
import { withdrawRequestEndpoint } from "#lib/approvals/contract.ts";
import { withdraw } from "#lib/approvals/decide-approval.ts";

export const POST = serve(withdrawRequestEndpoint, withdraw);
