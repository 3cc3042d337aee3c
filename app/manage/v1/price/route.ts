import { serve } from "#lib/http/serve.ts";
import { previewPriceEndpoint } from "#lib/bills/contract.ts";
import { previewPrice } from "#lib/bills/preview-price.ts";

export const GET = serve(previewPriceEndpoint, previewPrice);
