import { serve } from "#lib/http/serve.ts";
import { executeConversionEndpoint } from "#lib/conversions/contract.ts";
import { executeConversion, executedBefore } from "#lib/conversions/execute-conversion.ts";

export const POST = serve(executeConversionEndpoint, executeConversion, { replay: executedBefore });
