import { acceptInvitation } from "#lib/people/accept-invitation.ts";
import { acceptInvitationEndpoint } from "#lib/people/link-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(acceptInvitationEndpoint, acceptInvitation);
