import { serve } from "#lib/http/serve.ts";
import { rescanChainEndpoint } from "#lib/chains/contract.ts";
import { rescanChain } from "#lib/chains/resume-chain.ts";

export const POST = serve(rescanChainEndpoint, rescanChain);
