import { takeStatementOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { takeStatementEndpoint } from "#lib/bank/contract.ts";
import { serve } from "#lib/http/serve.ts";

export const POST = serve(takeStatementEndpoint, takeStatementOrAsk);
