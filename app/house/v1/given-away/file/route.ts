import { serve } from "#lib/http/serve.ts";
import { saveGivenAwayEndpoint } from "#lib/overview/given-away-contract.ts";
import { saveGivenAway } from "#lib/overview/get-given-away.ts";

export const GET = serve(saveGivenAwayEndpoint, saveGivenAway);
