import { serve } from "#lib/http/serve.ts";
import { listVenuesEndpoint } from "#lib/liquidity/contract.ts";
import { listVenues } from "#lib/liquidity/list-venues.ts";

export const GET = serve(listVenuesEndpoint, listVenues);
