import { workCasesEndpoint } from "#lib/cases/contract.ts";
import { workCases } from "#lib/cases/work-cases.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(workCasesEndpoint, workCases);
