import { serve } from "#lib/http/serve.ts";
import { getOutcomes } from "#lib/overview/get-outcomes.ts";
import { getOutcomesEndpoint } from "#lib/overview/outcomes-contract.ts";

export const GET = serve(getOutcomesEndpoint, getOutcomes);
