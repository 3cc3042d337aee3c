import { serve } from "#lib/api/serve.ts";
import { quoteConversionEndpoint } from "#lib/conversions/contract.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";

export const POST = serve(quoteConversionEndpoint, quoteConversion);
