import { leaveAccount } from "#lib/people/users.ts";
import { leaveAccountEndpoint } from "#lib/people/me-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(leaveAccountEndpoint, leaveAccount);
