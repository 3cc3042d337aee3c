import { serve } from "#lib/http/serve.ts";
import { mineBlocks } from "#lib/sandbox/chain-controls.ts";
import { mineBlocksEndpoint } from "#lib/sandbox/contract.ts";

export const POST = serve(mineBlocksEndpoint, mineBlocks);
