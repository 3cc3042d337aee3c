import { serve } from "#lib/http/serve.ts";
import { explainPriceEndpoint } from "#lib/payments/contract.ts";
import { explainPrice } from "#lib/payments/explain-price.ts";

export const GET = serve(explainPriceEndpoint, explainPrice);
