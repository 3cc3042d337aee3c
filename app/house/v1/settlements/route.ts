import { serve } from "#lib/http/serve.ts";
import { listHouseSettlementsEndpoint } from "#lib/settlements/contract.ts";
import { listSettlements } from "#lib/settlements/get-settlements.ts";

export const GET = serve(listHouseSettlementsEndpoint, listSettlements);
