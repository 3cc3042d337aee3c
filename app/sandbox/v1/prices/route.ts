import { serve } from "#lib/http/serve.ts";
import { setMarketPrice } from "#lib/sandbox/market-levers.ts";
import { setPriceEndpoint } from "#lib/sandbox/contract.ts";

export const POST = serve(setPriceEndpoint, setMarketPrice);
