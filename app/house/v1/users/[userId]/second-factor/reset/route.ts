import { resetSecondFactorOrAsk } from "#lib/approvals/people-or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { resetHouseFactorEndpoint } from "#lib/people/house-user-contract.ts";

export const POST = serve(resetHouseFactorEndpoint, resetSecondFactorOrAsk);
