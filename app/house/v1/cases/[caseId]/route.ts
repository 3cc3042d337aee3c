import { getHouseCaseEndpoint } from "#lib/cases/house-contract.ts";
import { getCase } from "#lib/cases/get-case.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getHouseCaseEndpoint, getCase);
