import { serve } from "#lib/api/serve.ts";
import { getExposureEndpoint } from "#lib/liquidity/contract.ts";
import { getExposure } from "#lib/liquidity/get-exposure.ts";

export const GET = serve(getExposureEndpoint, getExposure);
