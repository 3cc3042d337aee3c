import { serve } from "#lib/http/serve.ts";
import { getConversionPricesEndpoint } from "#lib/conversions/contract.ts";
import { getConversionPrices } from "#lib/conversions/price-line.ts";

export const GET = serve(getConversionPricesEndpoint, getConversionPrices);
