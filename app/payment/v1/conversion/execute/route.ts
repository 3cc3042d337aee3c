import { serve } from "#lib/http/serve.ts";
import { executeConversionEndpoint } from "#lib/conversions/contract.ts";
import { executeOrAsk } from "#lib/approvals/execute-or-ask.ts";
import { executedBefore } from "#lib/conversions/execute-conversion.ts";

export const POST = serve(executeConversionEndpoint, executeOrAsk, { replay: executedBefore });
