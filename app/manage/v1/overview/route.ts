import { serve } from "#lib/http/serve.ts";
import { getOverviewEndpoint } from "#lib/overview/contract.ts";
import { getOverview } from "#lib/overview/get-overview.ts";

export const GET = serve(getOverviewEndpoint, getOverview);
