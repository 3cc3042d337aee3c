import { serve } from "#lib/http/serve.ts";
import { getCaseEndpoint } from "#lib/cases/contract.ts";
import { getCase } from "#lib/cases/get-case.ts";

export const GET = serve(getCaseEndpoint, getCase);
