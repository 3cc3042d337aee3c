import { joinAccount } from "#lib/people/accept-invitation.ts";
import { joinAccountEndpoint } from "#lib/people/me-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(joinAccountEndpoint, joinAccount);
