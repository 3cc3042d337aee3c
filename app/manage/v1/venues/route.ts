import { serve } from "#lib/http/serve.ts";
import { listVenuesBeforeEndpoint } from "#lib/liquidity/contract.ts";
import { listVenuesBefore } from "#lib/liquidity/list-venues.ts";

export const GET = serve(listVenuesBeforeEndpoint, listVenuesBefore);
