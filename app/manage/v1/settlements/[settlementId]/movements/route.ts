import { serve } from "#lib/http/serve.ts";
import { listSettlementMovements } from "#lib/settlements/list-settlement-movements.ts";
import { listSettlementMovementsEndpoint } from "#lib/settlements/statement-contract.ts";

export const GET = serve(listSettlementMovementsEndpoint, listSettlementMovements);
