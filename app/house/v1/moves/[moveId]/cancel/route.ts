import { serve } from "#lib/http/serve.ts";
import { cancelMoveEndpoint } from "#lib/moves/contract.ts";
import { cancelMove } from "#lib/moves/request-move.ts";

export const POST = serve(cancelMoveEndpoint, cancelMove);
