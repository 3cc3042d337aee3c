import { newestCasesEndpoint } from "#lib/cases/contract.ts";
import { newestCases } from "#lib/cases/newest-cases.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(newestCasesEndpoint, newestCases);
