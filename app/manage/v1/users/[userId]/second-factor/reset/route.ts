import { resetSecondFactorEndpoint } from "#lib/people/user-contract.ts";
import { resetSecondFactorOrAsk } from "#lib/approvals/people-or-ask.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(resetSecondFactorEndpoint, resetSecondFactorOrAsk);
