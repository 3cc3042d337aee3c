import { resendInvitation } from "#lib/people/invite-person.ts";
import { resendInvitationEndpoint } from "#lib/people/user-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(resendInvitationEndpoint, resendInvitation);
