import { serve } from "#lib/http/serve.ts";
import { listHousePayoutsEndpoint } from "#lib/payouts/contract.ts";
import { listPayouts } from "#lib/payouts/get-payouts.ts";

export const GET = serve(listHousePayoutsEndpoint, listPayouts);
