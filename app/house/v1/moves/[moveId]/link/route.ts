import { serve } from "#lib/http/serve.ts";
import { linkMoveEndpoint } from "#lib/moves/contract.ts";
import { linkMove } from "#lib/moves/link-move.ts";

export const POST = serve(linkMoveEndpoint, linkMove);
