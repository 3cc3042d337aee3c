import { serve } from "#lib/http/serve.ts";
import { quoteConversionEndpoint } from "#lib/conversions/contract.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";

export const POST = serve(quoteConversionEndpoint, quoteConversion);
