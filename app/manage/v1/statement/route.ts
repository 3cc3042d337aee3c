import { serve } from "#lib/http/serve.ts";
import { getStatementEndpoint } from "#lib/ledger/contract.ts";
import { getStatement } from "#lib/ledger/get-statement.ts";

export const GET = serve(getStatementEndpoint, getStatement);
