import { serve } from "#lib/http/serve.ts";
import { setMarketBook } from "#lib/sandbox/market-controls.ts";
import { setBookEndpoint } from "#lib/sandbox/contract.ts";

export const POST = serve(setBookEndpoint, setMarketBook);
