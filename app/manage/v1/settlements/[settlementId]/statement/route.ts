import { serve } from "#lib/http/serve.ts";
import { getSettlementStatement } from "#lib/settlements/statement.ts";
import { getSettlementStatementEndpoint } from "#lib/settlements/statement-contract.ts";

export const GET = serve(getSettlementStatementEndpoint, getSettlementStatement);
