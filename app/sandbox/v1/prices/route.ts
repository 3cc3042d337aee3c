import { serve } from "#lib/http/serve.ts";
import { setMarketPrice } from "#lib/sandbox/market-controls.ts";
import { setPriceEndpoint } from "#lib/sandbox/contract.ts";

export const POST = serve(setPriceEndpoint, setMarketPrice);
