import { serve } from "#lib/http/serve.ts";
import { getPeriodStatement } from "#lib/settlements/statement.ts";
import { getPeriodStatementEndpoint } from "#lib/settlements/statement-contract.ts";

export const GET = serve(getPeriodStatementEndpoint, getPeriodStatement);
