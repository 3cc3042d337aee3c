import { serve } from "#lib/http/serve.ts";
import { listCasesEndpoint } from "#lib/cases/contract.ts";
import { listCases } from "#lib/cases/list-cases.ts";

export const GET = serve(listCasesEndpoint, listCases);
