import { revokeInvitation } from "#lib/people/invite-person.ts";
import { revokeInvitationEndpoint } from "#lib/people/user-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const DELETE = serve(revokeInvitationEndpoint, revokeInvitation);
