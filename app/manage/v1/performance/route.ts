import { serve } from "#lib/http/serve.ts";
import { getPerformance } from "#lib/overview/get-performance.ts";
import { getPerformanceEndpoint } from "#lib/overview/performance-contract.ts";

export const GET = serve(getPerformanceEndpoint, getPerformance);
