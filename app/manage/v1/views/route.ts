import { serve } from "#lib/http/serve.ts";
import { listViewsEndpoint, makeViewEndpoint } from "#lib/views/contract.ts";
import { listViews, makeView } from "#lib/views/views.ts";

export const GET = serve(listViewsEndpoint, listViews);
export const POST = serve(makeViewEndpoint, makeView);
