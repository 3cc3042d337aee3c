import { getHouseHealthEndpoint } from "#lib/health/contract.ts";
import { getHealth } from "#lib/health/get-health.ts";
import { serve } from "#lib/http/serve.ts";

export const GET = serve(getHouseHealthEndpoint, getHealth);
