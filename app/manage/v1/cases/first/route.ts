import { firstCasesEndpoint } from "#lib/cases/first-contract.ts";
import { firstCases } from "#lib/cases/first-cases.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(firstCasesEndpoint, firstCases);
