import { serve } from "#lib/http/serve.ts";
import { revokeHouseInvitationEndpoint } from "#lib/people/house-user-contract.ts";
import { revokeInvitation } from "#lib/people/invite-person.ts";

export const DELETE = serve(revokeHouseInvitationEndpoint, revokeInvitation);
