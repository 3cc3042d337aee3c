import { serve } from "#lib/http/serve.ts";
import { getExecutionQualityEndpoint } from "#lib/liquidity/contract.ts";
import { getExecutionQuality } from "#lib/liquidity/get-execution-quality.ts";

export const GET = serve(getExecutionQualityEndpoint, getExecutionQuality);
