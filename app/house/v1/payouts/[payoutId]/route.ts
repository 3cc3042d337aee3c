import { serve } from "#lib/http/serve.ts";
import { getHousePayoutEndpoint } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";

export const GET = serve(getHousePayoutEndpoint, getPayout);
