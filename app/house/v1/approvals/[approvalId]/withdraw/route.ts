import { withdrawHouseRequestEndpoint } from "#lib/approvals/contract.ts";
import { withdraw } from "#lib/approvals/decide-approval.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(withdrawHouseRequestEndpoint, withdraw);
