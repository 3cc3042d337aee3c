import { getPeopleSessions } from "#lib/people/people-sessions.ts";
import { getPeopleSessionsEndpoint } from "#lib/people/user-contract.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getPeopleSessionsEndpoint, getPeopleSessions);
