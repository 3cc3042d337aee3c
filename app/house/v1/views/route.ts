import { serve } from "#lib/http/serve.ts";
import { listHouseViewsEndpoint, makeHouseViewEndpoint } from "#lib/views/contract.ts";
import { listViews, makeView } from "#lib/views/views.ts";

export const GET = serve(listHouseViewsEndpoint, listViews);
export const POST = serve(makeHouseViewEndpoint, makeView);
