import { getHouseCaseSummaryEndpoint } from "#lib/cases/house-contract.ts";
import { getCaseSummary } from "#lib/cases/get-case.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getHouseCaseSummaryEndpoint, getCaseSummary);
