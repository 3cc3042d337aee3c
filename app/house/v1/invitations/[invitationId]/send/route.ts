import { serve } from "#lib/http/serve.ts";
import { resendHouseInvitationEndpoint } from "#lib/people/house-user-contract.ts";
import { resendInvitation } from "#lib/people/invite-person.ts";

export const POST = serve(resendHouseInvitationEndpoint, resendInvitation);
