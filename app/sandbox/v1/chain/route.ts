import { serve } from "#lib/http/serve.ts";
import { setChain } from "#lib/sandbox/chain-controls.ts";
import { setChainEndpoint } from "#lib/sandbox/contract.ts";

export const POST = serve(setChainEndpoint, setChain);
