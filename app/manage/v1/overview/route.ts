import { serve } from "#lib/http/serve.ts";
import { getOverviewEndpoint } from "#lib/payments/contract.ts";
import { getOverview } from "#lib/overview/get-overview.ts";

export const GET = serve(getOverviewEndpoint, getOverview);
