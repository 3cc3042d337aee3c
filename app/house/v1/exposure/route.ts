import { serve } from "#lib/http/serve.ts";
import { getExposureEndpoint } from "#lib/liquidity/contract.ts";
import { getExposure } from "#lib/overview/get-exposure.ts";

export const GET = serve(getExposureEndpoint, getExposure);
