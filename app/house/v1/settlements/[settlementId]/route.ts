import { serve } from "#lib/http/serve.ts";
import { getHouseSettlementEndpoint } from "#lib/settlements/contract.ts";
import { getSettlement } from "#lib/settlements/get-settlements.ts";

export const GET = serve(getHouseSettlementEndpoint, getSettlement);
