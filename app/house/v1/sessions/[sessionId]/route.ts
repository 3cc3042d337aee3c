import { serve } from "#lib/http/serve.ts";
import { endHouseSessionEndpoint } from "#lib/people/house-user-contract.ts";
import { endPersonSession } from "#lib/people/people-sessions.ts";

export const DELETE = serve(endHouseSessionEndpoint, endPersonSession);
