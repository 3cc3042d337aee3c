import { resetSecondFactorEndpoint } from "#lib/access/user-contract.ts";
import { resetSecondFactor } from "#lib/access/users.ts";
import { serve } from "#lib/api/serve.ts";

export const POST = serve(resetSecondFactorEndpoint, resetSecondFactor);
