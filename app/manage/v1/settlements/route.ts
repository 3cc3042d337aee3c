import { serve } from "#lib/http/serve.ts";
import { listSettlementsEndpoint } from "#lib/settlements/contract.ts";
import { listSettlements } from "#lib/settlements/get-settlements.ts";

export const GET = serve(listSettlementsEndpoint, listSettlements);
