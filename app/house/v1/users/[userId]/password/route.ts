import { resetPasswordOrAsk } from "#lib/approvals/people-or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { resetHousePasswordEndpoint } from "#lib/people/house-user-contract.ts";

export const POST = serve(resetHousePasswordEndpoint, resetPasswordOrAsk);
