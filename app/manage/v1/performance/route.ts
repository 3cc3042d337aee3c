import { serve } from "#lib/api/serve.ts";
import { getPerformance } from "#lib/payments/get-performance.ts";
import { getPerformanceEndpoint } from "#lib/payments/performance-contract.ts";

export const GET = serve(getPerformanceEndpoint, getPerformance);
