import { serve } from "#lib/http/serve.ts";
import { lookCasesEndpoint } from "#lib/cases/contract.ts";
import { lookAtCases } from "#lib/cases/work-case.ts";

export const POST = serve(lookCasesEndpoint, lookAtCases);
