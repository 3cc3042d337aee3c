import { requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { serve } from "#lib/http/serve.ts";
import { listMovesEndpoint, requestMoveEndpoint } from "#lib/moves/contract.ts";
import { listMoves } from "#lib/moves/read-moves.ts";

export const GET = serve(listMovesEndpoint, listMoves);
export const POST = serve(requestMoveEndpoint, requestMoveOrAsk);
