import { serve } from "#lib/http/serve.ts";
import { getSettlementEndpoint } from "#lib/settlements/contract.ts";
import { getSettlement } from "#lib/settlements/get-settlements.ts";

export const GET = serve(getSettlementEndpoint, getSettlement);
