import { serve } from "#lib/http/serve.ts";
import { caseSummaryEndpoint } from "#lib/cases/contract.ts";
import { getCaseSummary } from "#lib/cases/get-case.ts";

export const GET = serve(caseSummaryEndpoint, getCaseSummary);
