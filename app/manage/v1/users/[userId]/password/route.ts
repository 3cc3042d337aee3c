import { resetPasswordEndpoint } from "#lib/people/user-contract.ts";
import { resetPasswordOrAsk } from "#lib/approvals/people-or-ask.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(resetPasswordEndpoint, resetPasswordOrAsk);
