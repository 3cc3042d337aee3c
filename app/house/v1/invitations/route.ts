import { serve } from "#lib/http/serve.ts";
import { getHouseInvitationsEndpoint } from "#lib/people/house-user-contract.ts";
import { getInvitations } from "#lib/people/invite-person.ts";

export const GET = serve(getHouseInvitationsEndpoint, getInvitations);
