import { takeStatementEndpoint } from "#lib/bank/contract.ts";
import { takeStatement } from "#lib/bank/take-statement.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(takeStatementEndpoint, takeStatement);
