import { serve } from "#lib/http/serve.ts";
import { resumeChainEndpoint } from "#lib/chains/contract.ts";
import { resumeChain } from "#lib/chains/resume-chain.ts";

export const POST = serve(resumeChainEndpoint, resumeChain);
