import { lookAtLink } from "#lib/people/accept-invitation.ts";
import { openLinkEndpoint } from "#lib/people/link-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(openLinkEndpoint, lookAtLink);
