import { serve } from "#lib/api/serve.ts";
import { executeConversionEndpoint } from "#lib/conversions/contract.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";

export const POST = serve(executeConversionEndpoint, executeConversion);
