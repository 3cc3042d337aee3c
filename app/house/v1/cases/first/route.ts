import { firstHouseCasesEndpoint } from "#lib/cases/house-contract.ts";
import { firstCases } from "#lib/cases/first-cases.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(firstHouseCasesEndpoint, firstCases);
