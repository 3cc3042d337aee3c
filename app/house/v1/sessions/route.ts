import { serve } from "#lib/http/serve.ts";
import { getHouseSessionsEndpoint } from "#lib/people/house-user-contract.ts";
import { getPeopleSessions } from "#lib/people/people-sessions.ts";

export const GET = serve(getHouseSessionsEndpoint, getPeopleSessions);
