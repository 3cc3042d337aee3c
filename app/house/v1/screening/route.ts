import { serve } from "#lib/http/serve.ts";
import { getScreeningEndpoint } from "#lib/screening/contract.ts";
import { getScreening } from "#lib/screening/get-screening.ts";

export const GET = serve(getScreeningEndpoint, getScreening);
