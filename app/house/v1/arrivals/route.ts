import { serve } from "#lib/http/serve.ts";
import { listArrivalsEndpoint } from "#lib/places/contract.ts";
import { listArrivals } from "#lib/places/list-arrivals.ts";

export const GET = serve(listArrivalsEndpoint, listArrivals);
