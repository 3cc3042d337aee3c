import { serve } from "#lib/api/serve.ts";
import { listVenuesEndpoint } from "#lib/liquidity/contract.ts";
import { listVenues } from "#lib/liquidity/list-venues.ts";

export const GET = serve(listVenuesEndpoint, listVenues);
