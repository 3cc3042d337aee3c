import { serve } from "#lib/api/serve.ts";
import { getOverviewEndpoint } from "#lib/payments/contract.ts";
import { getOverview } from "#lib/payments/get-overview.ts";

export const GET = serve(getOverviewEndpoint, getOverview);
