import { listHouseCasesEndpoint } from "#lib/cases/house-contract.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(listHouseCasesEndpoint, listCases);
