import { lookHouseCasesEndpoint } from "#lib/cases/house-contract.ts";
import { lookAtCases } from "#lib/cases/work-case.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(lookHouseCasesEndpoint, lookAtCases);
