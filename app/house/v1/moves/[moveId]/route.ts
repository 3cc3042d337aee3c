import { serve } from "#lib/http/serve.ts";
import { getMoveEndpoint } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";

export const GET = serve(getMoveEndpoint, getMove);
