import { serve } from "#lib/http/serve.ts";
import { neverPlacedEndpoint } from "#lib/liquidity/contract.ts";
import { stateNeverPlaced } from "#lib/liquidity/never-placed.ts";
import { recorders } from "#lib/worker/due.ts";

export const POST = serve(neverPlacedEndpoint, (ctx, input) => stateNeverPlaced(ctx, input, recorders));
