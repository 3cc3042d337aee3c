import { serve } from "#lib/http/serve.ts";
import { getGivenAwayEndpoint } from "#lib/overview/given-away-contract.ts";
import { getGivenAway } from "#lib/overview/get-given-away.ts";

export const GET = serve(getGivenAwayEndpoint, getGivenAway);
