import { resetSecondFactorEndpoint } from "#lib/people/user-contract.ts";
import { resetSecondFactor } from "#lib/people/users.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(resetSecondFactorEndpoint, resetSecondFactor);
