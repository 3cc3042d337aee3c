import { getInvitations } from "#lib/people/invite-person.ts";
import { getInvitationsEndpoint } from "#lib/people/user-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getInvitationsEndpoint, getInvitations);
