import { workHouseCasesEndpoint } from "#lib/cases/house-contract.ts";
import { workCases } from "#lib/cases/work-cases.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(workHouseCasesEndpoint, workCases);
