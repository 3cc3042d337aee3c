import { serve } from "#lib/http/serve.ts";
import { listChainsEndpoint } from "#lib/chains/contract.ts";
import { listChains } from "#lib/chains/list-chains.ts";

export const GET = serve(listChainsEndpoint, listChains);
